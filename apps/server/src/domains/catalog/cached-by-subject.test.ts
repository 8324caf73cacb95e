import { vodDetail, vodList, type SendOf } from '@yunmu/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { beforeAll, expect, test } from 'vitest'
import { looseLimitMs } from '../../platform/caching/change-log.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from './index.ts'

const Detail = z.object({ name: z.string(), related: z.array(z.object({ id: z.int(), name: z.string() })) })
const Aired = z.object({ sources: z.array(z.object({ episodes: z.array(z.object({ state: z.string() })) })) })
const List = z.object({ list: z.array(z.object({ name: z.string() })) })
const anyList = {
  area: '全部地区',
  year: '全部年份',
  genre: '全部',
  letter: '全部',
  vip: '全部',
  order: '最新',
  lang: '全部',
  page: 1,
  size: 10,
} as const satisfies Partial<SendOf<typeof vodList>>

let t: TestApp
const ids: Record<string, number> = {}
beforeAll(async () => {
  t = await buildTestApp()
  for (const [name, pidId, genre] of [
    ['甲', 2, '悬疑'],
    ['乙', 2, '悬疑'],
    ['丙', 2, '喜剧'],
    ['丁', 4, '热血'],
  ] as const) {
    const saved = await t.station.catalog.writer.saveTitle(aTitle({ name, pidId, typeId: pidId, genres: [genre] }), 1)
    ids[name] = saved.id
  }
})

const idOf = (name: string): number => ids[name] ?? 0
const rename = (name: string, to: string) =>
  sql`update title set name = ${to} where id = ${idOf(name)}`.execute(t.platform.db)
const detailOf = async (name: string, type = 2) =>
  Detail.parse((await t.make(vodDetail, { type, id: idOf(name) })).data)
const listOf = async (type: number): Promise<string[]> =>
  List.parse((await t.make(vodList, { ...anyList, type })).data).list.map(({ name }) => name)

test('a changed title invalidates its own cached replies only', async () => {
  await Promise.all([detailOf('甲'), detailOf('丙')])
  await Promise.all([rename('甲', '甲二'), rename('丙', '丙二')])
  t.events.announce(titlesChanged, { ids: [idOf('甲')] })
  expect((await detailOf('甲')).name).toBe('甲二')
  expect((await detailOf('丙')).name).toBe('丙')
  t.events.announce(titlesChanged, { ids: [idOf('丙')] })
  expect((await detailOf('丙')).name).toBe('丙二')
})

test('a changed title is shown in its current form everywhere', async () => {
  expect((await detailOf('乙')).related.map(({ name }) => name)).toEqual(['甲二'])
  await rename('甲', '甲三')
  t.events.announce(titlesChanged, { ids: [idOf('甲')] })
  expect((await detailOf('乙')).related.map(({ name }) => name)).toEqual(['甲三'])
})

test('an unpublished title disappears at once from everything that shows it', async () => {
  await sql`update title set published = false where id = ${idOf('甲')}`.execute(t.platform.db)
  await sql`delete from title_listing where title_id = ${idOf('甲')}`.execute(t.platform.db)
  t.events.announce(titlesChanged, { ids: [idOf('甲')] })
  expect((await detailOf('乙')).related).toEqual([])
  expect((await t.make(vodDetail, { type: 2, id: idOf('甲') })).code).not.toBe(0)
})

test('a new title is on the lists of its category within two seconds; other lists stay cached', async () => {
  const nowMs = t.clock.nowMs()
  expect(await listOf(4)).toEqual(['丁'])
  await listOf(2)
  const { id } = await t.station.catalog.writer.saveTitle(aTitle({ name: '戊', pidId: 4, typeId: 4 }), 2)
  await sql`update title_listing set updated_at = 9 where title_id = ${idOf('丙')}`.execute(t.platform.db)
  t.events.announce(titlesChanged, { ids: [id] })
  await t.station.catalog.listing.hitsOf([])
  t.clock.set(nowMs + looseLimitMs + 1)
  expect(await listOf(4)).toEqual(['戊', '丁'])
  expect(await listOf(2)).toEqual(['丙二', '乙'])
})

test('a title stays cached for half an hour, but not beyond the release of its next episode', async () => {
  const minuteMs = 60_000
  const dayMs = 24 * 60 * minuteMs
  // No midnight is near, which no cached reply outlives.
  const nowMs = Math.ceil(t.clock.nowMs() / dayMs) * dayMs + 3 * 60 * minuteMs
  t.clock.set(nowMs)
  const [lone, serial] = [idOf('丙'), idOf('丁')]
  const { rows } = await sql<{ id: number }>`
    insert into source (title_id, name, position) values (${serial}, '本站', 0) returning id`.execute(t.platform.db)
  await sql`
    insert into episode (source_id, level, name, state, duration_ms, created_at, air_at)
    values (${rows[0]?.id}, 1, '第1集', 'ready', 1000, 0, ${Math.floor(nowMs / 1000) + 600})`.execute(t.platform.db)
  t.events.announce(titlesChanged, { ids: [lone, serial] })
  const stateOf = async (): Promise<unknown> => Aired.parse((await t.make(vodDetail, { type: 4, id: serial })).data)
  const airing = (state: string): unknown => ({ sources: [{ episodes: [{ state }] }] })
  const known = (await detailOf('丙')).name
  expect(await stateOf()).toEqual(airing('coming'))
  await rename('丙', '没有通知的改名')
  t.clock.set(nowMs + 9 * minuteMs)
  expect(await stateOf()).toEqual(airing('coming'))
  t.clock.set(nowMs + 10 * minuteMs)
  expect(await stateOf()).toEqual(airing('ready'))
  t.clock.set(nowMs + 29 * minuteMs)
  expect((await detailOf('丙')).name).toBe(known)
  t.clock.set(nowMs + 30 * minuteMs)
  expect((await detailOf('丙')).name).toBe('没有通知的改名')
})
