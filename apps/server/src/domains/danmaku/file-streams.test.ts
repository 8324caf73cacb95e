import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFileStreams } from './file-streams.ts'

async function* pieces(): AsyncGenerator<string> {
  for (const piece of ['一', '二', '三']) yield piece
}

test('[I02] the number of open streams is limited, and a finished or aborted one makes room', async () => {
  const streams = createFileStreams({ maxOpen: 2, maxOpenPerRequester: 2, timeoutMs: 60_000 })
  const [first, second] = [streams.open('one', pieces), streams.open('one', pieces)]
  expect(streams.open('one', pieces)).toBeNull()
  expect(first && (await text(first))).toBe('一二三')
  const third = streams.open('one', pieces)
  expect([third === null, streams.open('one', pieces)]).toEqual([false, null])
  for (const left of [second, third]) {
    left?.destroy()
    if (left) await once(left, 'close')
  }
  const rest = [streams.open('one', pieces), streams.open('one', pieces)]
  expect(rest).not.toContain(null)
  for (const file of rest) file?.destroy()
})

test('[I02] one requester holds a share of the open streams, and leaves the rest to others', async () => {
  const streams = createFileStreams({ maxOpen: 20, maxOpenPerRequester: 2, timeoutMs: 60_000 })
  const opened = Array.from({ length: 20 }, () => streams.open('one', pieces)).filter((file) => file !== null)
  expect(opened).toHaveLength(2)
  opened.push(...['two', 'three'].map((other) => streams.open(other, pieces)).filter((file) => file !== null))
  expect(opened).toHaveLength(4)
  const [first] = opened
  expect(first && (await text(first))).toBe('一二三')
  const next = streams.open('one', pieces)
  expect(next).not.toBeNull()
  for (const file of [next, ...opened]) file?.destroy()
})

test('[I02] a stream that is not read is closed', async () => {
  const streams = createFileStreams({ maxOpen: 1, maxOpenPerRequester: 1, timeoutMs: 20 })
  const stalled = streams.open('one', pieces)
  expect(stalled).not.toBeNull()
  if (stalled) await once(stalled, 'close')
  const next = streams.open('one', pieces)
  expect(next).not.toBeNull()
  next?.destroy()
})

test('[I02] pieces of all streams are generated one at a time, and a failure ends only its own stream', async () => {
  const streams = createFileStreams({ maxOpen: 5, maxOpenPerRequester: 5, timeoutMs: 60_000 })
  let busy = 0
  let most = 0
  const file = (fails: boolean) =>
    streams.open('one', async function* (runQueued) {
      for (let at = 0; at < 5; at++)
        yield await runQueued(async () => {
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
