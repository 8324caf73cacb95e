import { vodRank, type SendOf } from '@yunmu/contract'
import * as z from 'zod/mini'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { playsCounted } from '../index.ts'
import { chinaDay } from '@yunmu/contract/china-time'

const dayMs = 24 * 3600 * 1000
const Board = z.object({
  list: z.array(z.object({ name: z.string(), plays: z.int(), change: z.nullable(z.union([z.int(), z.string()])) })),
  total: z.int(),
})

let t: TestApp
const ids: Record<string, number> = {}
beforeAll(async () => {
  t = await buildTestApp()
  const { writer } = t.station.catalog
  const save = async (name: string, given: Parameters<typeof aTitle>[0]) => {
    ids[name] = (await writer.saveTitle(aTitle({ name, ...given }), 1_700_000_000)).id
  }
  await save('甲', { genres: ['悬疑'], hits: 100 })
  await save('乙', { genres: ['悬疑', '爱情'], hits: 95 })
  await save('丙', { genres: ['爱情'], hits: 30 })
  await save('丁', { pidId: 1, typeId: 11, hits: 60 })
})

/** Writes plays by title and days ago, and recounts the rankings. */
async function played(plays: readonly (readonly [name: string, daysAgo: number, plays: number])[]): Promise<void> {
  const entries = plays.map(([name, daysAgo, count]) => ({
    titleId: ids[name] ?? 0,
    day: chinaDay((t.clock.nowMs() - daysAgo * dayMs) / 1000),
    plays: count,
  }))
  await t.station.catalog.plays.save(entries)
  await t.station.catalog.plays.recountRanks(t.clock.nowMs())
  t.events.announce(playsCounted, { ids: Object.values(ids) })
  await t.refreshLists()
}

async function board(send: Partial<SendOf<typeof vodRank>>): Promise<[string, number, string | number | null][]> {
  const whole = { type: 0, period: 'day', genre: '全部', page: 1, size: 20, ...send } as const
  const { data } = await t.make(vodRank, whole)
  return Board.parse(data).list.map(({ name, plays, change }) => [name, plays, change])
}

test('[F05] an unknown category, an unknown genre and a page too deep give an empty board', async () => {
  expect(await board({ type: 999 })).toEqual([])
  expect(await board({ genre: "'; drop table title_rank; --" })).toEqual([])
  expect(await board({ page: 501 })).toEqual([])
})

test('[F05] a board without a day before shows no moves', async () => {
  await played([
    ['甲', 0, 10],
    ['乙', 0, 20],
  ])
  expect(await board({})).toEqual([
    ['乙', 20, null],
    ['甲', 10, null],
  ])
})

test('[F05] a board shows climbed, fallen and new titles, in each period by its own count', async () => {
  await played([
    ['甲', 1, 50],
    ['乙', 1, 40],
    ['丁', 0, 15],
    ['丙', 8, 1000],
  ])
  expect(await board({})).toEqual([
    ['乙', 20, 1],
    ['丁', 15, 'new'],
    ['甲', 10, -2],
  ])
  expect(await board({ period: 'week' })).toEqual([
    ['乙', 60, 1],
    ['甲', 60, -1],
    ['丁', 15, 'new'],
  ])
  expect((await board({ period: 'month' }))[0]).toEqual(['丙', 1000, 0])
})

test('[F05] a category, a child of one and a genre have boards of their own', async () => {
  expect(await board({ type: 1 })).toEqual([['丁', 15, null]])
  expect(await board({ type: 11 })).toEqual([['丁', 15, null]])
  expect(await board({ type: 2 })).toEqual([
    ['乙', 20, 1],
    ['甲', 10, -1],
  ])
  expect(await board({ period: 'week', genre: '愛情' })).toEqual([['乙', 60, 0]])
})

test('[F05] the all-time board compares with the counts before today', async () => {
  expect(await board({ period: 'all', type: 2 })).toEqual([
    ['甲', 100, 0],
    ['乙', 95, 0],
    ['丙', 30, 0],
  ])
  await played([['甲', 0, 60]])
  expect(await board({ period: 'all', type: 2 })).toEqual([
    ['甲', 100, 1],
    ['乙', 95, -1],
    ['丙', 30, 0],
  ])
})

test('[F05] pages of a board follow each other, with moves over the whole of it', async () => {
  const { data } = await t.make(vodRank, { type: 0, period: 'week', genre: '0', page: 2, size: 2 })
  expect(data).toMatchObject({ list: [{ name: '丁', change: 'new' }], total: 3, page: 2, size: 2 })
})
