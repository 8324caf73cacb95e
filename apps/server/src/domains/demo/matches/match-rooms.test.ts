import { commentList, danmakuList, matchDetail } from '@yunmu/contract'
import { matchesOfDay, roomOf } from '@yunmu/demo'
import { chinaDayNumber } from '@yunmu/contract/china-time'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { demoNeeds } from '../../../station-content.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createDemoStore } from '../demo-store.ts'
import type { DemoTables } from '../demo-tables.ts'
import { updateChannels } from '../update-channels.ts'
import { createMatchRooms, matchesWithRooms } from './match-rooms.ts'
import { createMatchTeller } from './tell-matches.ts'

const t = await buildTestApp()
const store = createDemoStore(t.platform.db.withTables<DemoTables>())
const parts = { ...demoNeeds(t.platform, t.station), store, clock: t.clock, log: t.platform.log }
const match = matchesOfDay(chinaDayNumber(t.clock.nowMs() / 1000)).find((one) => one.competition.sport === 'football')
if (!match) throw new Error('a day has football')
const startMs = match.kickoffSec * 1000
const room = roomOf(match)
let id = 0

const countOf = async (text: string): Promise<number> => {
  const { rows } = await t.platform.pool.query<{ count: string }>(text, [id])
  return Number(rows[0]?.count)
}
const danmaku = () => countOf("select count(*) from danmaku where kind = 'match' and subject_id = $1")
const comments = () => countOf("select count(*) from comment where kind = 'match' and subject_id = $1")
const votes = () => countOf('select count(*) from match_vote where match_id = $1')
/** What is due of a list until a moment. */
const due = (atMs: number) => room.danmaku.filter((one) => one.atMs <= atMs)

beforeAll(async () => {
  t.clock.set(startMs - 10 * 60_000)
  await updateChannels(parts, { replan: 'nothing' })
  await createMatchTeller(parts).tell()
  id = (await parts.matches.ids([match.id])).get(match.id) ?? 0
})

test('the rooms of running matches are filled first, and those of matches that are far away are not', () => {
  const [first, ...others] = matchesWithRooms(startMs + 30 * 60_000)
  const running = [first, ...others].filter((one) => one?.kickoffSec === match.kickoffSec)
  expect(running).not.toHaveLength(0)
  expect(Math.abs((first?.kickoffSec ?? 0) - match.kickoffSec)).toBeLessThanOrEqual(2 * 3600)
  for (const { kickoffSec } of others) expect(Math.abs(kickoffSec * 1000 - startMs)).toBeLessThan(27 * 3600_000)
})

test('[I02] [H01] a room gets danmaku, comments and votes when they are due, each once, also over a restart', async () => {
  const rooms = createMatchRooms(parts)
  for (let calls = 0; calls < 40; calls++) await rooms.fill()
  expect(await danmaku()).toBe(due(t.clock.nowMs()).length)
  const before = { comments: await comments(), votes: await votes() }
  expect(before.comments).toBeGreaterThan(0)
  expect(before.votes).toBe(room.votes.filter(({ atMs }) => atMs <= t.clock.nowMs()).length)

  t.clock.set(startMs + 20 * 60_000)
  await rooms.fill()
  expect(await danmaku()).toBe(due(t.clock.nowMs()).length)
  await rooms.fill()
  expect(await danmaku()).toBe(due(t.clock.nowMs()).length)

  // Another process continues where this one has stopped.
  t.clock.set(startMs + 50 * 60_000)
  const again = createMatchRooms(parts)
  for (let calls = 0; calls < 40; calls++) await again.fill()
  expect(await danmaku()).toBe(due(t.clock.nowMs()).length)
  expect(await comments()).toBeGreaterThan(before.comments)
  expect(await votes()).toBe(room.votes.filter(({ atMs }) => atMs <= t.clock.nowMs()).length)
})

test('[I02] [H01] everybody sees them in the pack of their minute, under the match, and in its numbers', async () => {
  const [first] = due(t.clock.nowMs()).slice(-1)
  const pack = Math.floor((first?.atMs ?? 0) / 360_000)
  const made = await t.make(danmakuList, { kind: 'match', id, level: 0, pack })
  expect(JSON.stringify(made.data)).toContain(first?.text)
  const { data } = await t.make(commentList, { kind: 'match', id, order: 'new', page: 1 })
  expect(z.object({ all: z.int() }).parse(data).all).toBe(await comments())
  const detail = matchDetail.reply.parse((await t.make(matchDetail, { id })).data)
  expect(detail.votes.home + detail.votes.away).toBe(await votes())
  await store.setState('added')
  await t.station.demo.module.warmUp?.()
  expect(t.station.demo.watching({ kind: 'match', id, level: 0 }, t.clock.nowMs())).toBeGreaterThan(100)
})

test('[I02] all of it goes with the programme', async () => {
  await t.station.demo.remove()
  expect([await danmaku(), await comments(), await votes()]).toEqual([0, 0, 0])
  expect(t.station.demo.watching({ kind: 'match', id, level: 0 }, t.clock.nowMs())).toBe(0)
})
