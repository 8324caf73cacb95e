import { unitsOf } from '@yunmu/zh'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SearchEngine } from './search-engine.ts'
import type { TitleTexts } from './search-needs.ts'
import { matchTitle } from './shown-match.ts'

/** Few characters, so that much is alike; of several readings, of both scripts, of no sound. */
const someCharacters = [...'折哲柳流巷项长重行雾港来信二2ⅡIx霧來一十 ・abz𠮷ん']
const text = fc.string({ unit: fc.constantFrom(...someCharacters), minLength: 1, maxLength: 8 })
const title = fc.record({
  name: text,
  others: fc.array(text, { maxLength: 2 }),
  directors: fc.array(text, { maxLength: 1 }),
  actors: fc.array(text, { maxLength: 2 }),
  hits: fc.nat(50),
})
const titles = fc
  .array(title, { minLength: 1, maxLength: 40 })
  .map((all) => all.map((each, at): TitleTexts => ({ ...each, id: at + 1, pidId: 1 })))

const now = async (): Promise<void> => {}

/** An engine with all titles in its lists, and one that looks through them one by one. */
async function both(all: readonly TitleTexts[]): Promise<{ listed: SearchEngine; plain: SearchEngine }> {
  const [listed, plain] = [new SearchEngine(), new SearchEngine()]
  listed.put(all)
  plain.put(all)
  await listed.reindex(now)
  return { listed, plain }
}

const query = fc.oneof(
  text,
  fc.string({ unit: fc.constantFrom(...'zheliuxangcswyb'), minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
)

test('[C04] lists find exactly what looking through everything finds, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(titles, query, async (all, q) => {
      const { listed, plain } = await both(all)
      const [a, b] = [listed.find(q, 1000), plain.find(q, 1000)]
      expect({ ids: a.ids, ranks: a.ranks }).toEqual({ ids: b.ids, ranks: b.ranks })
    }),
    { numRuns: 100 },
  )
})

test('[C04] every part of a name, another name or a person finds the title, in any script and width', async () => {
  await fc.assert(
    fc.asyncProperty(titles, fc.nat(), fc.nat(), fc.nat(), async (all, which, from, length) => {
      const { listed } = await both(all)
      const chosen = all[which % all.length]
      if (!chosen) return
      const units = unitsOf(chosen.name)
      const start = from % Math.max(1, units.length)
      const part = units.slice(start, start + 1 + (length % 4))
      const q = [...chosen.name].slice(part[0]?.from, part.at(-1)?.to).join('')
      if (
        unitsOf(q)
          .map(({ char }) => char)
          .join('') !== part.map(({ char }) => char).join('')
      )
        return
      if (part.length === 0 || (part.length === 1 && /^[a-z]$/.test(part[0]?.char ?? ''))) return
      expect(listed.find(q, 1000).ids).toContain(chosen.id)
    }),
    { numRuns: 100 },
  )
})

test('[C04] what is marked lies within the text that matched, and every find can say by what', async () => {
  await fc.assert(
    fc.asyncProperty(titles, query, async (all, q) => {
      const { listed } = await both(all)
      const found = listed.find(q, 1000)
      for (const [at, id] of found.ids.entries()) {
        const own = all.find((each) => each.id === id)
        const match = own && matchTitle(found.plans, own, found.soundNumber)
        expect(match?.rank).toBe(found.ranks[at])
        const [[from, to] = [0, 0]] = match?.by?.marks ?? match?.marks ?? []
        expect(from).toBeLessThan(to)
        expect(to).toBeLessThanOrEqual([...(match?.by?.text ?? own?.name ?? '')].length)
      }
    }),
    { numRuns: 100 },
  )
})

test('[C04] a title that changed or went is found by what it is now, before and after the lists are made anew', async () => {
  await fc.assert(
    fc.asyncProperty(titles, titles, fc.array(fc.integer({ min: 1, max: 40 })), query, async (old, fresh, gone, q) => {
      const engine = new SearchEngine()
      engine.put(old)
      await engine.reindex(now)
      engine.put(fresh)
      engine.remove(gone)
      const left = new Map([...old, ...fresh].map((each) => [each.id, each]))
      for (const id of gone) left.delete(id)
      const anew = new SearchEngine()
      anew.put([...left.values()])
      const expected = new Set(anew.find(q, 1000).ids)
      const before = new Set(engine.find(q, 1000).ids)
      await engine.reindex(now)
      expect(before).toEqual(expected)
      expect(new Set(engine.find(q, 1000).ids)).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})

test('[C04] characters that a name holds are meant; where none holds them, names that sound alike are found', async () => {
  const of = (id: number, name: string): TitleTexts => ({
    ...{ id, pidId: 1, name, others: [], directors: [], actors: [], hits: 0 },
  })
  const { listed } = await both([of(1, '夜航船'), of(2, '樊星野传'), of(3, '远方')])
  expect(listed.find('夜', 10).ids).toEqual([1])
  expect(new Set(listed.find('叶', 10).ids)).toEqual(new Set([1, 2]))
})
