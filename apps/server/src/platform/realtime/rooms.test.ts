import { realtimeBounds, type Danmaku, type ServerFrame } from '@yunmu/contract'
import { expect, test, vi } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { openConnections, type Connected } from './realtime.fixture.ts'
import type { SentDanmaku } from './realtime-needs.ts'
import { createRooms, type Rooms } from './rooms.ts'

const lines = await openConnections()
const clock = { ms: 1_000_000, nowMs: () => clock.ms }
const name = 'live:7'
const danmaku = (id: number, weight = 5): Danmaku => ({
  id: String(id),
  time: 1,
  mode: 'scroll',
  color: 0,
  size: 25,
  text: `第${id}句`,
  user: 'u',
  weight,
  vip: false,
  up: 0,
  mine: false,
})
const idsHeard = (heard: readonly ServerFrame[]): string[] =>
  heard.flatMap((frame) => ('danmaku' in frame ? frame.danmaku.map(({ id }) => id) : []))
const goneHeard = (heard: readonly ServerFrame[]): string[] =>
  heard.flatMap((frame) => ('gone' in frame ? frame.gone : []))
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })

/** Rooms over a fake database; `asked` counts queries, `made` encoded frames. */
function someRooms(kept: SentDanmaku[] = [], held: ReadonlyMap<string, number> = new Map()) {
  const counts = { asked: 0, made: 0, skipped: 0 }
  const rooms: Rooms = createRooms({
    clock,
    log: createLogger({ level: 'silent' }),
    online: (room) => rooms.count(room),
    crowd: () => 0,
    onSkipped: (count) => void (counts.skipped += count),
    recent: async (_room, sinceMs) => {
      counts.asked++
      return kept.filter(({ sentMs }) => sentMs >= sinceMs)
    },
    heldAuthors: async () => held,
    convert(value) {
      counts.made++
      return value
    },
  })
  return { rooms, counts }
}

test('joining and leaving repeatedly queries the database once, and not at all without a gap', async () => {
  const { rooms, counts } = someRooms()
  const { page } = await lines.connect()
  for (let times = 0; times < 5; times++) {
    await rooms.join(page, name, undefined)
    rooms.leave(page, name)
  }
  expect(counts.asked).toBe(0)
  for (let times = 0; times < 5; times++) {
    await rooms.join(page, name, '0')
    rooms.leave(page, name)
  }
  expect(counts.asked).toBe(1)
  expect([...rooms.counts()]).toEqual([])
  clock.ms += realtimeBounds.replaySec * 1000
  rooms.tick()
  await rooms.join(page, name, '0')
  expect(counts.asked).toBe(2)
})

test('[I02] a replay is built once for all pages that share it', async () => {
  const { rooms, counts } = someRooms()
  const pages: Connected[] = []
  for (let count = 0; count < 20; count++) pages.push(await lines.connect())
  for (const { page } of pages) await rooms.join(page, name, undefined)
  rooms.broadcast(
    name,
    Array.from({ length: 30 }, (_, at) => danmaku(at + 1)),
  )
  await soon(() => expect(idsHeard(pages[19]?.client.heard ?? [])).toHaveLength(30))
  const before = counts.made
  for (const [at, { page }] of pages.entries()) await rooms.join(page, name, String(at))
  for (const { client } of pages) await soon(() => expect(idsHeard(client.heard)).toHaveLength(60))
  expect(counts.made).toBe(before + 1)
})

test('[I02] of more than a screen shows a page gets the heaviest, and the skipped ones are counted', async () => {
  const { rooms, counts } = someRooms()
  const { page, client } = await lines.connect()
  await rooms.join(page, name, undefined)
  rooms.broadcast(
    name,
    Array.from({ length: 300 }, (_, at) => danmaku(at + 1, at % 10)),
  )
  await soon(() => expect(idsHeard(client.heard)).not.toEqual([]))
  expect(idsHeard(client.heard)).toHaveLength(40)
  expect(idsHeard(client.heard).every((id) => Number(id) % 10 >= 9 || Number(id) % 10 === 0)).toBe(true)
  expect(counts.skipped).toBe(260)
})

test('[I04] the author of a held danmaku does not notice, all others do', async () => {
  const { rooms } = someRooms()
  const [author, other] = [await lines.connect(), await lines.connect()]
  author.page.userId = 3
  for (const { page } of [author, other]) await rooms.join(page, name, undefined)
  rooms.broadcast(name, [danmaku(1), danmaku(2)])
  for (const { client } of [author, other]) await soon(() => expect(idsHeard(client.heard)).toEqual(['1', '2']))
  rooms.removeDanmaku(name, ['1'], 3)
  rooms.removeDanmaku(name, ['2'])
  await soon(() => expect(goneHeard(other.client.heard)).toEqual(['1', '2']))
  await soon(() => expect(goneHeard(author.client.heard)).toEqual(['2']))
})

test('[I02] after a gap a danmaku sent to a joining page is sent to the others as well', async () => {
  const kept: SentDanmaku[] = []
  const { rooms } = someRooms(kept)
  const [early, late] = [await lines.connect(), await lines.connect()]
  await rooms.join(early.page, name, undefined)
  // Sent at another instance while the bus is cut.
  kept.push({ sentMs: clock.ms, danmaku: danmaku(9) })
  await rooms.join(late.page, name, '0')
  await soon(() => expect(idsHeard(late.client.heard)).toEqual(['9']))
  await rooms.resync()
  await soon(() => expect(idsHeard(early.client.heard)).toEqual(['9']))
})

test('[I04] danmaku held during a gap disappear from all pages but their author’s', async () => {
  const { rooms } = someRooms([], new Map([['1', 3]]))
  const [author, other] = [await lines.connect(), await lines.connect()]
  author.page.userId = 3
  for (const { page } of [author, other]) await rooms.join(page, name, undefined)
  rooms.broadcast(name, [danmaku(1), danmaku(2)])
  for (const { client } of [author, other]) await soon(() => expect(idsHeard(client.heard)).toEqual(['1', '2']))
  // One is held and one removed while no event arrives.
  clock.ms += 1000
  await rooms.resync()
  await soon(() => expect(goneHeard(other.client.heard).toSorted()).toEqual(['1', '2']))
  await soon(() => expect(goneHeard(author.client.heard)).toEqual(['2']))
})
