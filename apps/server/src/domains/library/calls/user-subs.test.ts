import { userSubs } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aMatch, knowsLive } from '../../../testing/live.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const matches = [aMatch({ id: 3 }), aMatch({ id: 4, state: 'live', score: [2, 1], minute: 67 })]
const t = await buildTestApp({}, { live: knowsLive([], matches) })
const list = async (page = 1, size = 30) => (await t.make(userSubs, { page, size }, { as: 'lin' })).data

test('[B13] a user without subscriptions has an empty list', async () => {
  expect(await list()).toEqual({ list: [], total: 0, page: 1, size: 30 })
})

test('[B13] the last subscribed match is first, in pages; deleted ones are left out', async () => {
  const { userId } = t.people.lin
  await t.platform.pool.query('insert into match_subscription values ($1, 3, 10), ($1, 4, 20), ($1, 5, 30)', [userId])
  const [first, second] = matches
  expect(await list()).toEqual({
    list: [
      { ...second, subscribed: true },
      { ...first, subscribed: true },
    ],
    total: 2,
    page: 1,
    size: 30,
  })
  expect(await list(2, 1)).toMatchObject({ list: [{ id: 3 }], total: 2, page: 2 })
})
