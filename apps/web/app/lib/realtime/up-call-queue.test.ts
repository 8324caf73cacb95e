import { realtimeBounds } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUpQueue, type UpReply } from './up-call-queue.ts'

const beatMs = realtimeBounds.beatSec * 1000

test('a connection that has not answered for one and a half heartbeats is not used until it has', () => {
  const queue = createUpQueue()
  expect(queue.isResponsive(0)).toBe(true)
  void queue.add(0)
  void queue.add(10_000)
  expect([queue.isResponsive(beatMs), queue.isResponsive(1.5 * beatMs)]).toEqual([true, false])
  queue.settle({ taken: 1 })
  expect([queue.isResponsive(1.5 * beatMs), queue.isResponsive(10_000 + 1.5 * beatMs)]).toEqual([true, false])
  queue.clear()
  expect(queue.isResponsive(10_000 + 1.5 * beatMs)).toBe(true)
})

test('a refused frame is reported in order, and frames without a receipt at the end of a connection are lost', async () => {
  const queue = createUpQueue()
  const answers = [1, 2, 3, 4].map((atMs) => queue.add(atMs))
  queue.settle({ taken: 2, notTaken: 15 })
  queue.clear()
  expect(await Promise.all(answers)).toEqual([0, 0, 15, null])
})

test('receipts in any grouping are assigned to their frames', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<UpReply>(0, 0, 0, 7, 15), { maxLength: 30 }), async (codes) => {
      const queue = createUpQueue()
      const answers = codes.map((_, at) => queue.add(at))
      let taken = 0
      for (const code of codes) {
        if (code === 0) taken++
        else if (code !== null) {
          queue.settle({ taken, notTaken: code })
          taken = 0
        }
      }
      queue.settle({ taken })
      // A surplus reply is ignored.
      queue.settle({ taken: 3, notTaken: 7 })
      expect(await Promise.all(answers)).toEqual(codes)
    }),
  )
})
