import { expect, test, vi } from 'vitest'
import { resetModulesAfterFile } from '../../../testing/at-file-end.ts'

// The mock only observes: argon2 itself fails when memory runs out, which a test cannot provoke.
vi.mock('@node-rs/argon2', { spy: true })
// An earlier test file may have loaded argon2 without the mock.
vi.resetModules()
resetModulesAfterFile()
const { hash, verify } = await import('@node-rs/argon2')
const { createPasswords } = await import('./passwords.ts')

test('[E01] a failed hash does not block later logins', async () => {
  const passwords = createPasswords(async () => 0)
  const kept = await passwords.hash('wanquan-budui-93', null)
  vi.mocked(hash).mockRejectedValueOnce(new Error('no memory'))
  await expect(passwords.verify('', 'wanquan-budui-93', null)).rejects.toThrow('no memory')
  expect(await passwords.verify(kept, 'another', null)).toBe(false)
  expect(await passwords.verify('', 'wanquan-budui-93', null)).toBe(false)
  expect(await passwords.verify(kept, 'wanquan-budui-93', null)).toBe(true)
})

test('[E01] checking the password of a missing account costs as much as of an existing one', async () => {
  const passwords = createPasswords(async () => 0)
  const kept = await passwords.hash('wanquan-budui-93', null)
  await passwords.verify('', 'wanquan-budui-93', null)
  const { length } = vi.mocked(verify).mock.calls
  for (const known of ['', kept, '']) await passwords.verify(known, 'another', null)
  const costs = vi
    .mocked(verify)
    .mock.calls.slice(length)
    .map(([against]) => String(against).split('$').slice(0, 4))
  expect(costs).toEqual(Array(3).fill(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']))
})

test('[E01] hundreds of requests from one network do not delay an honest login', async () => {
  const passwords = createPasswords(async () => 0)
  const kept = await passwords.hash('wanquan-budui-93', null)
  const crowd = Array.from({ length: 330 }, (_, at) => passwords.hash(`password ${at}`, '203.0.113.*'))
  const settled = Promise.allSettled(crowd)
  expect(await passwords.verify(kept, 'wanquan-budui-93', '198.51.100.*')).toBe(true)
  const outcomes = (await settled).map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'done'))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(8)
  expect(outcomes.filter((outcome) => outcome.includes('TooManyRequests'))).toHaveLength(322)
})
