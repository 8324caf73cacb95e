import { replyCode, vodDetail, vodFavorite, vodUp } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { opinionsChanged, titlesChanged } from '../../catalog/index.ts'

const t = await buildTestApp()
const { id } = await t.station.catalog.writer.saveTitle(aTitle(), 1)
const up = (as: 'lin' | 'mei', which = id, remoteAddress = '127.0.0.1') =>
  t.make(vodUp, { id: which }, { as, remoteAddress })
const shown = async () => (await t.make(vodDetail, { type: 2, id })).data

test('[F10] a missing title cannot be liked', async () => {
  expect(await up('lin', 999_999)).toMatchObject({ code: replyCode.refused, data: { refusal: 'NoSuchTitle' } })
})

test('[F10] fifty concurrent likes of each of two users count twice, and the cached page follows', async () => {
  expect(await shown()).toMatchObject({ up: 0 })
  const announced: unknown[] = []
  t.events.on(opinionsChanged, (detail) => announced.push(detail?.ids))
  const people = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'lin' : 'mei'))
  // One address may have fewer calls wait at the same time.
  const answers = await Promise.all(people.map((as, at) => up(as, id, `198.51.100.${at}`)))
  const counted = answers.filter(({ code }) => code === replyCode.done).map(({ data }) => data)
  expect(counted.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([{ up: 1 }, { up: 2 }])
  expect(answers.filter(({ code }) => code === replyCode.alreadySo)).toHaveLength(98)
  expect(announced).toEqual([[id], [id]])
  await t.refreshLists()
  expect(await shown()).toMatchObject({ up: 2 })
})

test("[F10] a title's page shows users their own likes, scores and favourites, and visitors none", async () => {
  const { id: other } = await t.station.catalog.writer.saveTitle(aTitle({ scoreSum: 70, scoreCount: 1 }), 1)
  t.events.announce(titlesChanged, { ids: [other] })
  await up('mei', other)
  await t.make(vodFavorite, { id: other }, { as: 'mei' })
  const seen = async (as?: 'lin' | 'mei') => (await t.make(vodDetail, { type: 2, id: other }, as ? { as } : {})).data
  expect(await seen('mei')).toMatchObject({ favourite: true, upped: true, score: 7 })
  for (const stranger of [await seen('lin'), await seen()])
    expect(stranger).toMatchObject({ favourite: false, upped: false, score: 7 })
})
