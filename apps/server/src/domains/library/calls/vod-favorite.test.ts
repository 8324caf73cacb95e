import { replyCode, vodFavorite, vodFavoriteCancel, vodFavoriteList } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { titlesChanged } from '../../catalog/index.ts'

const t = await buildTestApp()
const ids: number[] = []
for (const name of ['甲', '乙', '丙']) ids.push((await t.station.catalog.writer.saveTitle(aTitle({ name }), 1)).id)
const [first = 0, second = 0, third = 0] = ids
const lin = { as: 'lin' } as const

const keep = (id: number) => t.make(vodFavorite, { id }, lin)
const list = async (page = 1, size = 30) => (await t.make(vodFavoriteList, { page, size }, lin)).data

test('[F10] a missing title cannot be a favourite', async () => {
  expect(await keep(999_999)).toMatchObject({ code: replyCode.refused, data: { refusal: 'NoSuchTitle' } })
})

test('[F10] fifty concurrent requests add a favourite once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => keep(first)))
  expect(answers.filter(({ code }) => code === replyCode.done)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === replyCode.alreadySo)).toHaveLength(49)
  expect(await list()).toMatchObject({ list: [{ name: '甲' }], total: 1 })
})

test('[F10] the newest is first, in pages', async () => {
  for (const id of [second, third]) {
    t.clock.set(t.clock.nowMs() + 1000)
    await keep(id)
  }
  expect(await list()).toMatchObject({ list: [{ name: '丙' }, { name: '乙' }, { name: '甲' }], total: 3 })
  expect(await list(2, 2)).toMatchObject({ list: [{ name: '甲' }], total: 3, page: 2 })
  expect(await list(9, 2)).toMatchObject({ list: [], total: 3 })
})

test('[F10] a title that is no longer visible is left out, and does not count', async () => {
  await t.platform.pool.query('delete from title_listing where title_id = $1', [second])
  t.events.announce(titlesChanged, { ids: [second] })
  expect(await list()).toMatchObject({ list: [{ name: '丙' }, { name: '甲' }], total: 2 })
})

test('[F10] several are removed at once; what was not a favourite does not count', async () => {
  const { data } = await t.make(vodFavoriteCancel, { ids: [first, third, 999_999] }, lin)
  expect(data).toEqual({ cancelled: 2 })
  expect(await list()).toMatchObject({ list: [], total: 0 })
  expect(await keep(first)).toMatchObject({ code: replyCode.done })
})
