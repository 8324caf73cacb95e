import {
  callsByDomain,
  replyCode,
  userRecommendationDismiss,
  userRecommendations,
  userWatchesSync,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from '../catalog/index.ts'

const t = await buildTestApp()
const { writer } = t.station.catalog
const save = async (name: string, given: Parameters<typeof aTitle>[0] = {}) =>
  (await writer.saveTitle(aTitle({ name, genres: [], ...given }), 1)).id
const harbour = await save('雾港来信', { genres: ['悬疑'], directors: ['顾砚秋'] })
const sameDirector = await save('霜降前夜', { directors: ['顾砚秋'] })
const sameGenre = await save('松江旧案', { genres: ['悬疑'] })
const next = await save('盐田')
const other = await save('与此无关', { genres: ['喜剧'] })
const titleIds = [harbour, sameDirector, sameGenre, next, other]
t.events.announce(titlesChanged, { ids: titleIds })
type Person = 'lin' | 'mei' | 'bao'
const nowSec = Math.floor(t.clock.nowMs() / 1000)

const watch = async (as: Person, ...ids: number[]): Promise<void> => {
  const list = ids.map((id, at) => ({
    type: 'vod' as const,
    id,
    episode: 1,
    duration: 3000,
    percent: 50,
    currentTime: 1500,
    title: '',
    saveTime: nowSec - 1000 + at * 10,
  }))
  await t.make(userWatchesSync, { list }, { as })
  await t.station.library.flush()
}
const recommended = async (as: Person) =>
  userRecommendations.reply.parse((await t.make(userRecommendations, {}, { as })).data)
const reasons = async (as: Person) =>
  (await recommended(as)).list.map(({ title, reason, detail }) => [title.name, reason, detail])

/** Asks for them when they are due, and waits for the job. */
async function recompute(as: Person): Promise<void> {
  t.clock.set(t.clock.nowMs() + 31 * 60_000)
  const sinceSec = Math.floor(t.clock.nowMs() / 1000)
  await recommended(as)
  await expect
    .poll(async () => {
      const { rows } = await t.platform.pool.query<{ computed_at: number }>(
        'select computed_at::int from recommendation_run where user_id = $1',
        [t.people[as].userId],
      )
      return rows[0]?.computed_at
    })
    .toBe(sinceSec)
}

beforeAll(() => t.platform.jobs.start())

test('[F01] who has watched nothing gets no recommendations; a missing title cannot be dismissed', async () => {
  expect(await recommended('bao')).toEqual({ list: [], sources: [] })
  expect(await t.make(userRecommendationDismiss, { id: 999_999 }, { as: 'bao' })).toMatchObject({
    code: replyCode.refused,
    data: { refusal: 'NoSuchTitle' },
  })
})

test('[F01] titles of the same people and genres, and what others watched next, each with its reason', async () => {
  await watch('mei', harbour, next)
  await watch('bao', harbour, next)
  await watch('lin', harbour)
  await recommended('lin')
  await expect
    .poll(() => reasons('lin'))
    .toEqual([
      ['盐田', 'next', ''],
      ['霜降前夜', 'person', '顾砚秋'],
      ['松江旧案', 'genre', '悬疑'],
    ])
  expect((await recommended('lin')).sources).toEqual([{ id: harbour, name: '雾港来信' }])
})

test('[E07] what a single other user watched is not shown', async () => {
  await watch('mei', harbour, next, other)
  await recompute('lin')
  expect((await reasons('lin')).map(([name]) => name)).toEqual(['盐田', '霜降前夜', '松江旧案'])
})

test('[F01] [E07] a dismissed title stays away, for this user only; titles that are hidden are left out', async () => {
  expect(callsByDomain.recommendations).toHaveLength(2)
  await t.make(userRecommendationDismiss, { id: sameGenre }, { as: 'lin' })
  expect((await reasons('lin')).map(([name]) => name)).toEqual(['盐田', '霜降前夜'])
  await recompute('lin')
  expect((await reasons('lin')).map(([name]) => name)).toEqual(['盐田', '霜降前夜'])
  await t.platform.pool.query('delete from title_listing where title_id = $1', [next])
  t.events.announce(titlesChanged, { ids: [next] })
  await expect.poll(async () => (await reasons('lin')).map(([name]) => name)).toEqual(['霜降前夜'])
  const { dismissed, recommended: own } = await t.station.recommendations.exportOf(t.people.lin.userId)
  expect(dismissed).toEqual([sameGenre])
  expect(own.length).toBeGreaterThan(0)
  expect(await t.station.recommendations.exportOf(t.people.mei.userId)).toMatchObject({ dismissed: [] })
})
