import { indexTitles, indexVod, type SendOf } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../index.ts'

const Titles = z.object({ list: z.array(z.object({ id: z.int(), name: z.string() })) })

/** The category that is never shown. */
const hiddenCategory = 8

let t: TestApp
const idOf = new Map<string, number>()
beforeAll(async () => {
  t = await buildTestApp()
  const { writer } = t.station.catalog
  const drafts = [
    { name: '甲', hits: 5 },
    { name: '乙', hits: 50 },
    { name: '丙', hits: 1, pidId: 1, typeId: 1 },
    { name: '丁', hits: 9, pidId: hiddenCategory, typeId: hiddenCategory },
  ]
  for (const [at, draft] of drafts.entries())
    idOf.set(draft.name, (await writer.saveTitle(aTitle(draft), 1_700_000_000 + at)).id)
  t.events.announce(titlesChanged, { ids: [] })
})

const ids = (...names: string[]): number[] => names.map((name) => idOf.get(name) ?? 0)
const namesIn = (data: unknown): string[] => Titles.parse(data).list.map(({ name }) => name)
const page = async (send: Partial<SendOf<typeof indexVod>>) =>
  namesIn((await t.make(indexVod, { type: 0, order: '最新', page: 1, size: 10, ...send })).data)

test('[K01] titles by their ids: no ids and too many are refused, unknown ones are left out', async () => {
  for (const wrong of [[], Array.from({ length: 101 }, (_, at) => at + 1), [0]])
    expect((await t.make(indexTitles, { ids: wrong })).status).toBe(400)
  expect(namesIn((await t.make(indexTitles, { ids: [2_147_483_647] })).data)).toEqual([])
})

test('[A02] titles of the hidden category are in no list, nor found by their ids', async () => {
  expect(namesIn((await t.make(indexTitles, { ids: ids('丁', '甲') })).data)).toEqual(['甲'])
  expect(await page({ type: hiddenCategory })).toEqual([])
  expect(await page({ order: '最热' })).not.toContain('丁')
})

test('[K01] titles by their ids are in the order of the ids, each once', async () => {
  const { data } = await t.make(indexTitles, { ids: ids('丙', '甲', '丙') })
  expect(namesIn(data)).toEqual(['丙', '甲'])
})

test('[K01] titles of an unknown category and of a page too deep are empty lists', async () => {
  expect(await page({ type: 999 })).toEqual([])
  expect(await page({ page: 501 })).toEqual([])
})

test('[K01] titles of a category or of all have an order and pages', async () => {
  expect(await page({})).toEqual(['丙', '乙', '甲'])
  expect(await page({ type: 2, order: '最热' })).toEqual(['乙', '甲'])
  expect(await page({ order: '最热', page: 2, size: 2 })).toEqual(['丙'])
})
