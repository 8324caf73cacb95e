import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateToLatest } from '../../platform/database/migrate.ts'
import { runTimer } from '../../testing/modules.ts'
import { localBus } from '../../testing/local-bus.ts'
import { listening, openPage } from '../../testing/realtime-page.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { membershipOf } from './ledger/ledger-rules.ts'
import { createLedgerStore } from './ledger/ledger-store.ts'
import { openSellingStation } from './vip-station.fixture.ts'
import type { VipTables } from './vip-tables.ts'

const day = 24 * 3600

test('[J01] an upgrade, a renewal, an end and a refund show in every open page of the person, and in nobody else’s', async () => {
  const s = await openSellingStation()
  const address = await listening(s.t.app)
  const [own, second, other] = [await openPage(address), await openPage(address), await openPage(address)]
  for (const page of [own, second]) await page.hello(await s.t.tokenOf('lin', 400 * day))
  await other.hello(await s.t.tokenOf('bao'))
  const at = Math.floor(s.t.clock.nowMs() / 1000)
  const membership = (groupId: number, userEndTime: number) => async (): Promise<void> => {
    for (const page of [own, second])
      await page.until(
        (frame) =>
          'membership' in frame && frame.membership.groupId === groupId && frame.membership.userEndTime === userEndTime,
      )
  }
  const { no } = await s.buy('lin')
  await membership(3, at + 30 * day)()
  await own.until((frame) => 'order' in frame && frame.order.no === no && frame.order.state === 'fulfilled')
  await s.t.station.accounts.manager.grantVip('lin', 1)
  await membership(3, at + 31 * day)()
  await s.notify(s.bank.report('refunded', no))
  await membership(3, at + day)()
  const before = own.heard.length
  s.passSec(day)
  await runTimer(s.t.station.vip.module, 'vip.ends')
  await own.until((frame) => own.heard.indexOf(frame) >= before && 'membership' in frame)
  await s.t.station.accounts.manager.revokeVip('lin')
  await membership(2, 0)()
  expect(other.heard.filter((frame) => 'membership' in frame || 'order' in frame)).toEqual([])
})

test('[J01] open pages of another process are told, also if the process that credited was killed before it could', async () => {
  const killed = await buildTestApp({}, { bus: { ...localBus, publish: () => {} } })
  const next = await buildTestApp({}, { beside: killed })
  const page = await openPage(await listening(next.app))
  await page.hello(await next.tokenOf('lin'))
  await killed.station.accounts.manager.grantVip('lin', 30)
  await next.events.deliverCommitted()
  const told = await page.until((frame) => 'membership' in frame)
  expect(told).toMatchObject({ membership: { groupId: 3 } })
})

test('[J01] memberships of before the ledger are in it as they were', async () => {
  const { db } = await createTestDatabase()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrateToLatest(db, '0039-match-channels')
  const rows = [
    { name: 'active', group: 3, end: 2_000_000_000 },
    { name: 'endless', group: 3, end: 0 },
    { name: 'ended', group: 3, end: 1_600_000_000 },
    { name: 'member', group: 2, end: 0 },
  ]
  for (const { name, group, end } of rows)
    await sql`insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at)
      values (${name}, ${name}, ${name}, ${group}, ${end}, 1700000000)`.execute(db)
  await migrateToLatest(db)
  const store = createLedgerStore(db.withTables<VipTables>())
  for (const [index, { group, end }] of rows.entries())
    expect(membershipOf(await store.of(index + 1))).toEqual({ groupId: group, userEndTime: end })
})

test('[J01] a membership that lapsed elsewhere and was renewed there gives the renewed time, not the time between', async () => {
  const s = await openSellingStation()
  const month = 30 * 24 * 3600
  const { userId } = s.t.people.lin
  const nowSec = (): number => Math.floor(s.t.clock.nowMs() / 1000)
  const take = (endSec: number) =>
    s.t.platform.db
      .transaction()
      .execute(async (tx) => s.t.station.vip.ledger.importEndIn(tx, { userId, endSec, ref: 'old:5' }))
  expect(await take(nowSec() + month)).toBe(true)
  expect(await take(nowSec() + month)).toBe(false)
  s.passSec(7 * month)
  expect(await take(nowSec() + month)).toBe(true)
  expect(await s.leftSec('lin')).toBe(month)
})
