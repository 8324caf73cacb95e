import { expect, test } from 'vitest'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { danmakuChanged, danmakuUpdated } from './danmaku-events.ts'
import { createPackCache } from './pack-cache.ts'
import { pieceOf } from './pack-pieces.ts'

const pool = { kind: 'vod', id: 3, level: 1 } as const
const room = 'vod:3:1'

function aMemory() {
  const events = createEvents(localBus, (err) => expect(err).toBeNull())
  const read: number[] = []
  const packs = createPackCache(events, {
    async segments(_pool, pack) {
      read.push(pack)
      return []
    },
    shown: async () => new Map(),
  })
  return { events, read, packs }
}

test('[I02] a change without an event is visible after ten minutes', async () => {
  const { packs, read } = aMemory()
  for (const nowMs of [0, 599_999, 600_000, 600_001]) await packs.pieces(pool, 0, 's', nowMs)
  expect(read).toEqual([0, 0])
  const [before, after] = [599_999, 600_000].map((nowMs) => packs.poolVersion(pool, nowMs))
  expect(before).toBe(after)
  expect(packs.poolVersion(pool, 1_199_999)).not.toBe(before)
})

test('[I02] likes are visible a minute later, in their own pack only', async () => {
  const { events, packs, read } = aMemory()
  for (const pack of [0, 1]) await packs.pieces(pool, pack, 's', 0)
  events.announce(danmakuUpdated, { room, packs: [1], by: 'likes' })
  for (const nowMs of [59_999, 60_000, 60_001]) for (const pack of [0, 1]) await packs.pieces(pool, pack, 's', nowMs)
  expect(read).toEqual([0, 1, 1])
})

test('[I02] removed danmaku disappear within a second, also of repeated removals, and other packs are unchanged', async () => {
  const { events, packs, read } = aMemory()
  for (const pack of [0, 1]) await packs.pieces(pool, pack, 's', 0)
  for (let nowMs = 0; nowMs < 2000; nowMs += 100) {
    events.announce(danmakuUpdated, { room, packs: [0], by: 'state' })
    for (const pack of [0, 1]) await packs.pieces(pool, pack, 's', nowMs)
  }
  expect(read).toEqual([0, 1, 0])
  events.announce(danmakuChanged, { room })
  for (const pack of [0, 1]) await packs.pieces(pool, pack, 's', 2000)
  expect(read).toEqual([0, 1, 0, 0, 1])
})

test('[I02] a cached piece takes no more memory than is counted', () => {
  const plain = { mode: 'scroll', color: 0, size: 25, user: '', weight: 4, vip: false, up: 0, mine: false } as const
  const list = Array.from({ length: 300 }, (_, at) => ({ ...plain, id: String(at + 1), time: at / 100, text: '来了' }))
  for (const count of [1, 300]) {
    const { few, many } = pieceOf(list.slice(0, count), 's', 'live')
    for (const piece of [few, many]) expect(piece.buffer.byteLength).toBe(piece.length)
  }
})
