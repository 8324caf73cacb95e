import { beforeEach, expect, test } from 'vitest'
import { localBus } from '../../testing/local-bus.ts'
import { buildTestApp } from '../../testing/test-app.ts'

/**
 * A process that is killed after the commits of its transactions, before it has announced anything, and the next process
 * of the station.
 */
const killed = await buildTestApp({}, { bus: { ...localBus, publish: () => {} } })
const next = await buildTestApp({}, { beside: killed })
const { manager } = killed.station.accounts

const sessionOf = (name: 'lin' | 'mei' | 'bao') => {
  const { userId, sessionId } = killed.people[name]
  return next.station.accounts.findSession(sessionId, userId, next.clock.nowMs())
}

beforeEach(() => next.events.deliverCommitted())

test('[J01] VIP that was granted counts in other processes, also if the announcement of the grant was lost', async () => {
  expect(await sessionOf('lin')).toMatchObject({ viewer: { isVip: false } })
  await manager.grantVip('lin', 1)
  // From the memory of the process: nothing was announced.
  expect(await sessionOf('lin')).toMatchObject({ viewer: { isVip: false } })
  await next.events.deliverCommitted()
  expect(await sessionOf('lin')).toMatchObject({ viewer: { isVip: true } })
})

test('[E05] sessions that a change of the password ended are over, also if the announcement was lost', async () => {
  expect(await sessionOf('mei')).toMatchObject({ state: 'alive' })
  await manager.setPassword('mei', 'correct horse battery staple')
  expect(await sessionOf('mei')).toMatchObject({ state: 'alive' })
  await next.events.deliverCommitted()
  expect(await sessionOf('mei')).toMatchObject({ state: 'ended' })
})

test('[E07] a deleted account has no session, also if the announcement of the deletion was lost', async () => {
  expect(await sessionOf('bao')).toMatchObject({ state: 'alive' })
  await killed.platform.pool.query('update app_user set leave_at = 1 where id = $1', [killed.people.bao.userId])
  await killed.station.accounts.clean()
  expect(await sessionOf('bao')).toMatchObject({ state: 'alive' })
  await next.events.deliverCommitted()
  expect(await sessionOf('bao')).toMatchObject({ state: 'unknown' })
})
