import {
  indexMessages,
  maxReminders,
  replyCode,
  userProgrammeForget,
  userProgrammeRemind,
  userReminders,
  userTitleFollow,
  userTitleUnfollow,
  vodWatchRecord,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aChannel, knowsLive } from '../../../testing/live.ts'
import { runSchedule } from '../../../testing/modules.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

const t = await buildTestApp({}, { live: knowsLive([aChannel({ id: 7, name: '云幕一套' })], []) })
const { writer } = t.station.catalog
const lin = { as: 'lin' } as const
const mei = { as: 'mei' } as const
const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const { id: series } = await writer.saveTitle(aTitle({ pidId: 1, typeId: 11, name: '雾港来信', totalEpisodes: 24 }), 1)
const { id: film } = await writer.saveTitle(aTitle({ name: '盐田', totalEpisodes: 1 }), 1)

const saveEpisodes = (
  id: number,
  levels: readonly number[],
  state: 'ready' | 'pending' = 'ready',
  airAtSec: number | null = null,
) =>
  writer.saveEpisodes(
    id,
    levels.map((level) => ({ source: '云幕一线', level, name: `第${level}集`, state, durationMs: 60_000, airAtSec })),
    nowSec(),
  )
const remind = async (): Promise<void> => {
  await runSchedule(t.station.library.module, 'library.remind')
  await expect.poll(waitingJobs).toBe(0)
}
const waitingJobs = async (): Promise<number> => {
  const { rows } = await t.platform.pool.query<{ count: number }>(
    "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'library.notify'",
  )
  return rows[0]?.count ?? 0
}
const messages = async (who: { as: 'lin' | 'mei' }) =>
  indexMessages.reply.parse((await t.make(indexMessages, { type: 'reminder', n: 20 }, who)).data).list
const titles = async (who: { as: 'lin' | 'mei' }): Promise<string[]> => (await messages(who)).map(({ title }) => title)

beforeAll(() => t.platform.jobs.start())

test('[D07] what does not exist or has begun is refused', async () => {
  const refused = (refusal: string) => ({ code: replyCode.refused, data: { refusal } })
  expect(await t.make(userTitleFollow, { id: 999_999 }, lin)).toMatchObject(refused('NoSuchTitle'))
  expect(await t.make(userProgrammeRemind, { id: 999_999 }, lin)).toMatchObject(refused('NoSuchProgramme'))
})

test('[D07] a new episode of a followed series sends one message to each follower, however often it is looked for', async () => {
  await saveEpisodes(series, [1, 2])
  expect(await t.make(userTitleFollow, { id: series }, lin)).toMatchObject({ code: replyCode.done })
  expect(await t.make(userTitleFollow, { id: series }, lin)).toMatchObject({ code: replyCode.alreadySo })
  expect((await t.make(vodWatchRecord, { id: series }, lin)).data).toMatchObject({ followed: true })
  await remind()
  expect(await titles(lin)).toEqual([])
  await saveEpisodes(series, [1, 2, 3])
  await Promise.all([remind(), remind()])
  await remind()
  expect(await titles(lin)).toEqual(['《雾港来信》更新至第 3 集'])
  expect(await titles(mei)).toEqual([])
  const [message] = await messages(lin)
  expect(message).toMatchObject({ read: false, dialog: 1, info: { id: series, url: `/details/1/${series}` } })
})

test('[D07] a coming title sends its message when it can be played, not when its file is ready', async () => {
  await t.make(userTitleFollow, { id: film }, mei)
  await saveEpisodes(film, [1], 'pending')
  await remind()
  await saveEpisodes(film, [1], 'ready', nowSec() + 3600)
  await remind()
  expect(await titles(mei)).toEqual([])
  t.clock.set(t.clock.nowMs() + 3601_000)
  await remind()
  expect(await titles(mei)).toEqual(['《盐田》可以看了'])
})

test('[D07] a programme sends its message when it begins; a cancelled one does not', async () => {
  const start = nowSec() + 600
  await t.station.guide.saveProgrammes(7, [
    { startSec: start, endSec: start + 1800, name: '晚间十点档' },
    { startSec: start + 1800, endSec: start + 3600, name: '夜航评论' },
  ])
  const programmes = await t.station.guide.of(7, start, start + 3600)
  for (const { id } of programmes) await t.make(userProgrammeRemind, { id }, lin)
  expect((await t.make(userReminders, {}, lin)).data).toMatchObject({
    titles: [{ name: '雾港来信' }],
    programmes: [
      { channel: { id: 7, name: '云幕一套' }, start, name: '晚间十点档' },
      { start: start + 1800, name: '夜航评论' },
    ],
  })
  await t.make(userProgrammeForget, { channelId: 7, start: start + 1800 }, lin)
  t.clock.set((start + 3700) * 1000 - 1_900_000)
  await remind()
  t.clock.set((start + 3700) * 1000)
  await remind()
  expect((await titles(lin)).filter((title) => title.endsWith('开始了'))).toEqual(['晚间十点档开始了'])
  const [first] = programmes
  expect(await t.make(userProgrammeRemind, { id: first?.id ?? 0 }, lin)).toMatchObject({
    data: { refusal: 'NoSuchProgramme' },
  })
})

test('[D07] who follows a title no longer gets no message; the number of followed titles is limited', async () => {
  expect(await t.make(userTitleUnfollow, { ids: [series, film] }, lin)).toMatchObject({ data: { cancelled: 1 } })
  const before = await titles(lin)
  await saveEpisodes(series, [1, 2, 3, 4])
  await remind()
  expect(await titles(lin)).toEqual(before)
  await t.platform.pool.query(
    `with made as (
       insert into title (origin, name, pid_id, type_id, created_at, updated_at)
       select 'test:many ' || n, '多' || n, pid_id, type_id, 1, 1
       from title, generate_series(1, $2::int) as n where title.id = $3 returning id
     ) insert into title_follow select $1, id, 0, 1 from made`,
    [t.people.lin.userId, maxReminders, series],
  )
  expect(await t.make(userTitleFollow, { id: series }, lin)).toMatchObject({ data: { refusal: 'TooManyReminders' } })
})
