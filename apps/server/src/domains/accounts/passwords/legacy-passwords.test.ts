import { hashSync } from 'bcryptjs'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { legacyHash } from './legacy-hashes.ts'
import { createPasswords, type AccountVerdict } from './passwords.ts'

let stationCost = 4
const passwords = createPasswords(async () => stationCost)
atFileEnd(() => passwords.close())

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const stored = (text: string, cost = 4): string => legacyHash(hashSync(text, cost)) ?? ''
const verify = (hash: string, typed: string, queueKey: string | null = null): Promise<AccountVerdict> =>
  passwords.verifyOfAccount(hash, typed, queueKey)

test('[M02] a bcrypt hash of more than 2^12 rounds, or of another form, is not taken', () => {
  const tail = '.'.repeat(53)
  expect(['13', '14', '31'].map((cost) => legacyHash(`$2y$${cost}$${tail}`))).toEqual([null, null, null])
  expect(legacyHash(`$2y$12$${tail}`)).toBe(`legacy:$2y$12$${tail}`)
  expect([legacyHash('$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA'), legacyHash('')]).toEqual([null, null])
})

test('[M02] a stored hash that is too costly is never computed, and is nobody’s', async () => {
  expect(await verify(`legacy:${hashSync('mi-ma-2026', 4).replace('$04$', '$31$')}`, 'mi-ma-2026')).toBe(false)
})

test('[M02] wrong passwords, MD5s from a dump and missing accounts are refused; bcrypt of the password or of its MD5 is taken', async () => {
  for (const hash of [stored('a&amp;b 3'), stored(md5('a&amp;b 3'))]) {
    expect(await verify(hash, 'a&b 4')).toBe(false)
    expect(await verify(hash, md5('a&amp;b 3'))).toBe(false)
    expect(await verify(hash, 'a&b 3')).toBe(true)
  }
  expect([await verify('', 'a&b 3'), await verify(await passwords.hash('other-93', null), 'a&b 3')]).toEqual([
    false,
    false,
  ])
  expect(await verify(`legacy:${md5('a&amp;b 3')}`, 'a&b 3')).toBe(true)
})

test('[E01] while an old hash of the highest cost is checked, the event loop goes on', async () => {
  // Two comparisons of 2^12 rounds: more than half a second of computing. In slices on the event loop, a few turns fit between.
  const checked = verify(stored('mi-ma-2026', 12), 'wrong')
  let isChecked = false
  void checked.then(() => (isChecked = true))
  for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => void setImmediate(resolve))
  expect(isChecked).toBe(false)
  expect(await checked).toBe(false)
})

test('[E01] a wrong password waits in the same queue, whether the account has an old hash or does not exist', async () => {
  stationCost = 12
  for (const hash of ['', stored('one')]) {
    // The first check takes longer than all four hashes by Argon2 before it, so that the others find the queue.
    const verdicts = await Promise.all(Array.from({ length: 4 }, () => verify(hash, 'wrong', `network ${hash}`)))
    expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(2)
    expect(verdicts.filter((verdict) => verdict === false)).toHaveLength(2)
  }
})

test('[E01] a right password never waits for the checks of old hashes', async () => {
  const kept = await passwords.hash('wanquan-budui-93', null)
  stationCost = 12
  const crowd = Promise.all(Array.from({ length: 2 }, () => verify('', 'wrong')))
  let isDone = false
  void crowd.then(() => (isDone = true))
  expect(await verify(kept, 'wanquan-budui-93')).toBe(true)
  expect(isDone).toBe(false)
  expect(await crowd).toEqual([false, false])
  stationCost = 0
  expect(await verify('', 'wrong')).toBe(false)
})
