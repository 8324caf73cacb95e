import { replyCode, userInfo, userPassword, userSessions } from '@yunmu/contract'
import type { PoolClient } from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { accountsOf, password } from '../../../testing/accounts.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { AccountsTables } from '../accounts-tables.ts'
import { createSessionStore } from '../sessions/session-store.ts'

const fresh = 'xin-mima-2046'

let t: TestApp
let a: ReturnType<typeof accountsOf>
beforeAll(async () => {
  t = await buildTestApp()
  a = accountsOf(t)
  await t.station.accounts.manager.add({ name: 'linxia', email: 'linxia@b.example', password })
})
beforeEach(async () => {
  await t.station.accounts.manager.setPassword('linxia', password)
})

/** Runs `act` while nobody else can change the account or open a session of it. */
async function holdingAccount(act: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await t.platform.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select 1 from app_user where name = 'linxia' for update`)
    await act(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}
async function somebodyWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await t.platform.pool.query(waiting)).rowCount).toBe(1)
}
const passwordChanges = `update app_user set password_hash = 'another' where name = 'linxia'`

test('[E05] a login with the old password opens no session once the password has changed', async () => {
  let login: ReturnType<typeof a.login> | undefined
  await holdingAccount(async (client) => {
    login = a.login('linxia', { remember: true })
    await somebodyWaits()
    await client.query(passwordChanges)
  })
  expect(await login).toMatchObject({ code: replyCode.refused, data: { refusal: 'LoginWrong' } })
  const { rowCount } = await t.platform.pool.query(
    `select user_id from user_device union all select user_id from user_session where device = '未知设备' and ended_at is null
      and user_id = (select id from app_user where name = 'linxia')`,
  )
  expect(rowCount).toBe(0)
})

test('[E07] a login in progress opens no session once the account is disabled', async () => {
  let login: ReturnType<typeof a.login> | undefined
  await holdingAccount(async (client) => {
    login = a.login('linxia')
    await somebodyWaits()
    await client.query(`update app_user set disabled = true where name = 'linxia'`)
  })
  await t.station.accounts.manager.setDisabled('linxia', false)
  expect(await login).toMatchObject({ data: { refusal: 'LoginWrong' } })
})

test('[E05] of two concurrent changes with the old password, the second is refused', async () => {
  const { token } = await a.enter('linxia')
  let change: ReturnType<typeof t.make> | undefined
  await holdingAccount(async (client) => {
    change = t.make(userPassword, { oldPassword: password, password: fresh, againPassword: fresh }, { token })
    await somebodyWaits()
    await client.query(passwordChanges)
  })
  expect(await change).toMatchObject({ data: { refusal: 'PasswordWrong' } })
})

test('[E05] a change that fails part-way changes nothing', async () => {
  const { token, device } = await a.enter('linxia', { remember: true })
  await t.platform.pool.query(`
    create function no_end() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger no_end before update of ended_at on user_session for each row execute function no_end()`)
  try {
    await expect(t.station.accounts.manager.setPassword('linxia', fresh)).rejects.toThrow('no')
  } finally {
    await t.platform.pool.query('drop trigger no_end on user_session')
  }
  expect(await t.make(userInfo, {}, { token })).toMatchObject({ code: replyCode.done })
  expect(await a.login('linxia', { device })).toMatchObject({ code: replyCode.done })
  expect((await t.platform.pool.query('select 1 from user_device')).rowCount).toBe(1)
})

test('writing last uses locks sessions in the same order as ending them', async () => {
  const { token } = await a.enter('linxia')
  await a.enter('linxia')
  const { data } = await t.make(userSessions, {}, { token })
  const ids = userSessions.reply.parse(data).list.map(({ id }) => id)
  const [low = '', high = ''] = ids.toSorted()
  const store = createSessionStore(t.platform.db.withTables<AccountsTables>())
  for (const order of [
    [high, low],
    [low, high],
  ]) {
    const client = await t.platform.pool.connect()
    const hold = (id: string) => client.query('select 1 from user_session where id = $1 for update', [id])
    try {
      await client.query('begin')
      await hold(low)
      const noted = store.updateLastSeen(new Map(order.map((id) => [id, 1])))
      await somebodyWaits()
      expect((await hold(high)).rowCount).toBe(1)
      await client.query('commit')
      await noted
    } finally {
      client.release()
    }
  }
})
