import { accountOf, accountPlaceholder } from '@yunmu/formats'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createEgressAccounts } from './accounts.ts'
import { createEgress } from './egress.ts'

const { db, pool } = await createTestDatabase()
const accounts = createEgressAccounts(db, 't'.repeat(43))
const origin = 'http://panel.example:8080'
const account = { origin, user: 'mei lin', password: 'geheim/93?', nowSec: 1_700_000_000 }
const addressOf = (id: number, host = origin): string =>
  `${host}/live/${accountPlaceholder(id, 'user')}/${accountPlaceholder(id, 'password')}/7.ts`

test('[M02] an account is given to its own host, and to no other name, port or scheme', async () => {
  const id = await accounts.save(account)
  for (const host of ['http://other.example:8080', 'http://panel.example', 'https://panel.example:8080'])
    await expect(accounts.fill(addressOf(id, host))).rejects.toThrow('outside fetch: account')
  await expect(accounts.fill(addressOf(id + 100))).rejects.toThrow('outside fetch: account')
  await expect(createEgress({ allow: [], accounts }).get(addressOf(id, 'http://other.example'))).rejects.toThrow(
    'outside fetch: account',
  )
  expect(await accounts.fill(addressOf(id))).toBe(`${origin}/live/mei%20lin/geheim%2F93%3F/7.ts`)
  expect(await accounts.fill('http://other.example/7.ts')).toBe('http://other.example/7.ts')
})

test('[M02] an account is sealed in the database, and another data folder cannot open it', async () => {
  const id = await accounts.save(account)
  const { rows } = await pool.query<{ all: string }>(
    'select row_to_json(egress_account)::text as all from egress_account',
  )
  expect(JSON.stringify(rows)).not.toMatch(/geheim|mei/)
  await expect(createEgressAccounts(db, 'u'.repeat(43)).fill(addressOf(id))).rejects.toThrow('account')
  await pool.query('update egress_account set origin = $1 where id = $2', ['http://thief.example', id])
  await expect(accounts.fill(addressOf(id, 'http://thief.example'))).rejects.toThrow('account')
  await pool.query('update egress_account set origin = $1 where id = $2', [origin, id])
})

test('[M02] a new password reaches the addresses that are stored; another name is another account', async () => {
  const id = await accounts.save(account)
  expect(await accounts.save({ ...account, password: 'neu' })).toBe(id)
  expect(await accounts.fill(addressOf(id))).toBe(`${origin}/live/mei%20lin/neu/7.ts`)
  expect(await accounts.save({ ...account, user: 'bao' })).not.toBe(id)
  expect([accountOf(addressOf(id)), accountOf('http://a.example/~account-x-user~')]).toEqual([id, null])
})
