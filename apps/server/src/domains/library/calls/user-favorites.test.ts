import { maxFollows, replyCode, userFavoriteCancelChannel, userFavorites, userFavoriteSave } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aChannel, knowsLive } from '../../../testing/live.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const channels = [aChannel({ id: 7, name: '云幕一套', online: 12 }), aChannel({ id: 8, name: '朔北卫视' })]
const t = await buildTestApp({}, { live: knowsLive(channels, []) })
const lin = { as: 'lin' } as const

const follow = (id: number) => t.make(userFavoriteSave, { type: 'live', id }, lin)
const list = async (page = 1, size = 30) => (await t.make(userFavorites, { page, size }, lin)).data

test('[G01] a missing channel cannot be followed; a station without channels lists none', async () => {
  expect(await follow(9)).toMatchObject({ code: replyCode.refused, data: { refusal: 'NoSuchChannel' } })
  const without = await buildTestApp()
  expect(await without.make(userFavoriteSave, { type: 'live', id: 7 }, lin)).toMatchObject({
    code: replyCode.refused,
    data: { refusal: 'NoSuchChannel' },
  })
  expect(await list()).toEqual({ list: [], total: 0, page: 1, size: 30 })
})

test('[G01] twenty concurrent requests follow a channel once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => follow(7)))
  expect(answers.filter(({ code }) => code === replyCode.done)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === replyCode.alreadySo)).toHaveLength(19)
  expect(await list()).toEqual({ list: [{ ...channels[0], follow: true }], total: 1, page: 1, size: 30 })
})

test('[G01] the most recently followed is first, in pages; deleted ones are left out and do not count', async () => {
  t.clock.set(t.clock.nowMs() + 1000)
  await follow(8)
  await t.platform.pool.query('insert into follow values ($1, 9, $2)', [
    t.people.lin.userId,
    Math.floor(t.clock.nowMs() / 1000) + 1,
  ])
  expect(await list()).toMatchObject({ list: [{ name: '朔北卫视' }, { name: '云幕一套' }], total: 2 })
  expect(await list(2, 1)).toMatchObject({ list: [{ name: '云幕一套' }], total: 2, page: 2, size: 1 })
  expect(await list(9, 1)).toMatchObject({ list: [], total: 2 })
})

test('[G01] several can be unfollowed at once, deleted ones too; those that were not followed do not count', async () => {
  const { data } = await t.make(userFavoriteCancelChannel, { ids: [7, 9, 999] }, lin)
  expect(data).toEqual({ cancelled: 2 })
  expect(await list()).toMatchObject({ list: [{ name: '朔北卫视' }], total: 1 })
})

test('[G01] the number of followed channels is limited; two concurrent requests take one place', async () => {
  const { userId } = t.people.bao
  await t.platform.pool.query('insert into follow select $1, 1000 + n, 0 from generate_series(1, $2::int) as n', [
    userId,
    maxFollows,
  ])
  const bao = { as: 'bao' } as const
  expect(await t.make(userFavoriteSave, { type: 'live', id: 7 }, bao)).toMatchObject({
    code: replyCode.refused,
    data: { refusal: 'TooManyFollows' },
    msg: expect.stringContaining(String(maxFollows)),
  })
  await t.make(userFavoriteCancelChannel, { ids: [1001] }, bao)
  const both = await Promise.all([7, 8].map((id) => t.make(userFavoriteSave, { type: 'live', id }, bao)))
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([replyCode.done, replyCode.refused]))
})
