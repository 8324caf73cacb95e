import fc from 'fast-check'
import { expect, test } from 'vitest'
import { channelsToKeep, type KnownChannel } from './stream-rules.ts'

const told = (...names: readonly string[]) => names.map((name, at) => ({ number: at + 1, name }))
const known: readonly KnownChannel[] = [
  { id: 71, name: '国语', number: 1 },
  { id: 72, name: '方言', number: 2 },
  { id: 73, name: '原声', number: null },
]

test.each([
  ['nothing changed', ['国语', '方言'], [71, 72]],
  ['the first was taken back', ['方言'], [72]],
  ['they changed places', ['方言', '国语'], [72, 71]],
  ['one came before them', ['英语', '国语', '方言'], [undefined, 71, 72]],
  ['one was renamed', ['普通话', '方言'], [71, 72]],
  ['a new one stands where one was before it moved', ['方言', '英语'], [72, undefined]],
  ['one that was taken back is told again', ['国语', '方言', '原声'], [71, 72, 73]],
  ['the second has the name of the first', ['国语', '国语'], [71, 72]],
])('[H01] a stream goes on with the channel of its name: %s', (_what, names, ids) => {
  const kept = channelsToKeep(told(...names), known)
  expect(names.map((_, at) => kept.get(at + 1))).toEqual(ids)
})

test('[H01] no two streams have one channel, and a stream whose name is known has a channel of that name', () => {
  const name = fc.constantFrom('国语', '方言', '原声', '英语')
  const some = fc.array(fc.tuple(name, fc.boolean()), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), some, (names, before) => {
      const channels = before.map(([of, isStored], at) => ({ id: at + 50, name: of, number: isStored ? at + 1 : null }))
      const kept = channelsToKeep(told(...names), channels)
      expect(new Set(kept.values()).size).toBe(kept.size)
      for (const each of new Set(names)) {
        const fitting = channels.filter((channel) => channel.name === each).map(({ id }) => id)
        const given = told(...names).filter((stream) => stream.name === each)
        const hits = given.filter(({ number }) => fitting.includes(kept.get(number) ?? 0))
        expect(hits).toHaveLength(Math.min(fitting.length, given.length))
      }
    }),
  )
})
