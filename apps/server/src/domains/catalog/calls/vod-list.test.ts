import { vodList, type SendOf } from '@yunmu/contract'
import * as z from 'zod/mini'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../index.ts'

const any = {
  type: 2,
  area: '全部地区',
  year: '全部年份',
  genre: '全部',
  letter: '全部',
  vip: '全部',
  order: '最新',
  lang: '全部',
  page: 1,
  size: 10,
} as const
const Page = z.object({ list: z.array(z.object({ name: z.string() })), total: z.int() })

let t: TestApp
let at = 1_700_000_000
beforeAll(async () => {
  t = await buildTestApp()
  const { writer } = t.station.catalog
  const save = (given: Parameters<typeof aTitle>[0]) => writer.saveTitle(aTitle(given), at++)
  await save({
    name: '甲',
    genres: ['悬疑', '年代'],
    area: '内地',
    year: 2026,
    letter: 'J',
    scoreSum: 90,
    scoreCount: 1,
    hits: 5,
  })
  await save({
    name: '乙',
    genres: ['悬疑'],
    area: '香港',
    year: 2013,
    letter: 'Y',
    vip: true,
    scoreSum: 70,
    scoreCount: 1,
    hits: 50,
  })
  await save({
    name: '丙',
    genres: ['爱情'],
    area: '内地',
    year: 1988,
    letter: 'B',
    lang: '粤语',
    scoreSum: 160,
    scoreCount: 2,
    hits: 1,
  })
  await save({ name: '丁', pidId: 1, typeId: 1, genres: ['悬疑'] })
  t.events.announce(titlesChanged, { ids: [] })
})

/** The names in a list, in order. */
async function namesOf(send: Partial<SendOf<typeof vodList>>): Promise<string[]> {
  const { data } = await t.make(vodList, { ...any, ...send })
  return Page.parse(data).list.map(({ name }) => name)
}

test('[F03] an unknown category, an unknown value and a page too deep give an empty list', async () => {
  expect(await namesOf({ type: 999 })).toEqual([])
  expect(await namesOf({ genre: '没有这种' })).toEqual([])
  expect(await namesOf({ page: 501 })).toEqual([])
})

test('[F03] filter values are never SQL', async () => {
  for (const word of ["'; drop table title; --", '%', '\\', '{1}', '$1'])
    expect(await namesOf({ genre: word, area: word })).toEqual([])
  expect(await namesOf({})).toHaveLength(3)
})

test('[F03] orders are newest, most played and best scored', async () => {
  expect(await namesOf({ order: '最新' })).toEqual(['丙', '乙', '甲'])
  expect(await namesOf({ order: '最热' })).toEqual(['乙', '甲', '丙'])
  expect(await namesOf({ order: '评分' })).toEqual(['甲', '丙', '乙'])
})

test('[F03] each filter narrows, and several narrow together', async () => {
  expect(await namesOf({ area: '内地' })).toEqual(['丙', '甲'])
  expect(await namesOf({ year: '2026' })).toEqual(['甲'])
  expect(await namesOf({ year: '2010年代' })).toEqual(['乙'])
  expect(await namesOf({ year: '更早' })).toEqual(['丙'])
  expect(await namesOf({ genre: '悬疑', area: '香港', vip: 'VIP', letter: 'Y' })).toEqual(['乙'])
  expect(await namesOf({ vip: '免费' })).toEqual(['丙', '甲'])
  expect(await namesOf({ lang: '粤语' })).toEqual(['丙'])
  expect(await namesOf({ type: 0, genre: '悬疑' })).toEqual(['丁', '乙', '甲'])
})

test('[F03] tags are a second genre, in either script', async () => {
  expect(await namesOf({ genre: '悬疑', tags: '年代' })).toEqual(['甲'])
  expect(await namesOf({ genre: '悬疑', tags: '爱情' })).toEqual([])
  expect(await namesOf({ genre: '全部', tags: '懸疑' })).toEqual(['乙', '甲'])
})

test('[F03] a range of years, in either direction, contains the titles of each of its years', async () => {
  expect(await namesOf({ year: '2010-2015' })).toEqual(['乙'])
  expect(await namesOf({ year: '2026-1980' })).toEqual(['丙', '乙', '甲'])
  expect(await namesOf({ year: '1988-2013', genre: '悬疑' })).toEqual(['乙'])
  expect(await namesOf({ year: '1950-1960' })).toEqual([])
})

test('[F03] a filter may be in traditional script', async () => {
  expect(await namesOf({ genre: '懸疑', order: '最热' })).toEqual(['乙', '甲'])
  expect(await namesOf({ genre: '愛情' })).toEqual(['丙'])
})

test('[F03] pages follow each other, and the total counts all of them', async () => {
  expect(await namesOf({ size: 2 })).toEqual(['丙', '乙'])
  expect(await namesOf({ size: 2, page: 2 })).toEqual(['甲'])
  expect((await t.make(vodList, { ...any, size: 1 })).data).toMatchObject({ total: 3, page: 1, size: 1 })
})
