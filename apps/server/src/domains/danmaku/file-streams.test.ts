import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFileStreams } from './file-streams.ts'

async function* pieces(): AsyncGenerator<string> {
  for (const piece of ['一', '二', '三']) yield piece
}

test('[I02] the number of open streams is limited, and a finished or aborted one makes room', async () => {
  const turns = createFileStreams({ maxOpen: 2, timeoutMs: 60_000 })
  const [first, second] = [turns.open(pieces), turns.open(pieces)]
  expect(turns.open(pieces)).toBeNull()
  expect(first && (await text(first))).toBe('一二三')
  const third = turns.open(pieces)
  expect([third === null, turns.open(pieces)]).toEqual([false, null])
  for (const left of [second, third]) {
    left?.destroy()
    if (left) await once(left, 'close')
  }
  const rest = [turns.open(pieces), turns.open(pieces)]
  expect(rest).not.toContain(null)
  for (const file of rest) file?.destroy()
})

test('[I02] a stream that is not read is closed', async () => {
  const turns = createFileStreams({ maxOpen: 1, timeoutMs: 20 })
  const stalled = turns.open(pieces)
  expect(stalled).not.toBeNull()
  if (stalled) await once(stalled, 'close')
  const next = turns.open(pieces)
  expect(next).not.toBeNull()
  next?.destroy()
})

test('[I02] pieces of all streams are generated one at a time, and a failure ends only its own stream', async () => {
  const turns = createFileStreams({ maxOpen: 5, timeoutMs: 60_000 })
  let busy = 0
  let most = 0
  const file = (fails: boolean) =>
    turns.open(async function* (inTurn) {
      for (let at = 0; at < 5; at++)
        yield await inTurn(async () => {
          most = Math.max(most, ++busy)
          await nextTurn()
          busy--
          if (fails && at === 2) throw new Error('lost')
          return String(at)
        })
    })
  const taken = [false, true, false].map(async (fails) => {
    const open = file(fails)
    return open ? text(open) : null
  })
  const ends = await Promise.allSettled(taken)
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : 'failed'))).toEqual(['01234', 'failed', '01234'])
  expect(most).toBe(1)
})
