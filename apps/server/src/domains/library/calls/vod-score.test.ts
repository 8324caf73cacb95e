import { replyCode, vodDetail, vodList, vodScore } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

const t = await buildTestApp()
const { writer } = t.station.catalog
const { id } = await writer.saveTitle(aTitle({ name: '甲' }), 1)
await writer.saveTitle(aTitle({ name: '乙', scoreSum: 70, scoreCount: 1 }), 1)
const score = (as: 'lin' | 'mei', points: number, which = id) => t.make(vodScore, { id: which, score: points }, { as })

test('[F10] a missing title and an invalid score are refused', async () => {
  expect(await score('lin', 5, 999_999)).toMatchObject({ code: replyCode.refused, data: { refusal: 'NoSuchTitle' } })
  for (const points of [0, 11, 7.5]) expect(await score('lin', points)).toMatchObject({ status: 400 })
})

test('[F10] fifty concurrent scores of one user count once; the mean is over users', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, at) => score('lin', 1 + (at % 10))))
  expect(await score('lin', 6)).toMatchObject({ data: { score: 6, scoreCount: 1 } })
  expect(await score('mei', 9)).toMatchObject({ data: { score: 7.5, scoreCount: 2 } })
})

test('[F10] a second score replaces the first, and lists and pages follow', async () => {
  expect(await score('lin', 8)).toMatchObject({ data: { score: 8.5, scoreCount: 2 } })
  expect(await score('lin', 8)).toMatchObject({ data: { score: 8.5, scoreCount: 2 } })
  await t.refreshLists()
  expect((await t.make(vodDetail, { type: 2, id })).data).toMatchObject({ score: 8.5, scoreCount: 2 })
  const any = { area: '0', year: '0', genre: '0', letter: '0', vip: '0', lang: '0' }
  const { data } = await t.make(vodList, { type: 2, ...any, order: '评分', page: 1, size: 10 })
  expect(data).toMatchObject({
    list: [
      { name: '甲', score: 8.5 },
      { name: '乙', score: 7 },
    ],
  })
})
