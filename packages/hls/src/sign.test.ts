import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSignedPath, quantiseExpiry, signScope } from './index.ts'

const secret = 'a-secret-of-32-characters-exactly'
const nowSec = 1_800_000_000
const expiresSec = 1_900_000_000
const signed = signScope({ secret, scope: 'm123-std', expiresSec })
const check = (path: string, secrets: readonly string[] = [secret], now = nowSec) =>
  checkSignedPath({ secrets, path, nowSec: now })

test.each([
  `${signed}/../m123-vip/00000.m4s`,
  `${signed}/720p/../../m123-vip/a.m4s`,
  `${signed}/%2e%2e/a.m4s`,
  `${signed}/..%2fa.m4s`,
  `${signed}/%2E%2E%2Fa`,
  `${signed}/.%2e/a`,
  `${signed}/..\\a`,
  `${signed}/..;/a`,
  `${signed}/./a.m4s`,
  `${signed}/a/..`,
  `${signed}/a/.`,
  `${signed}//etc/passwd`,
  `${signed}/a//b`,
  `${signed}/a/`,
  `${signed}/`,
  signed,
  `${signed}/a\0.m4s`,
  `${signed}/a\n`,
  `${signed}/a.m4s?x=1`,
  `${signed}/a.m4s#x`,
  `${signed}/a b`,
  `${signed}/片.m4s`,
  `${signed}/．．/a`,
  `${signed}/${'a'.repeat(513)}`,
  `/${signed}/a`,
  `https://host${signed}/a`,
  `/media/../media${signed.slice(6)}/a`,
  `/MEDIA${signed.slice(6)}/a`,
  `/media/01900000000${signed.slice(17)}/a`,
  '/media/1900000000//m123-std/a',
  '',
  '/',
])('[traversal] %j is malformed', (path) => {
  expect(check(path)).toEqual({ ok: false, reason: 'malformed' })
})

test('a signature for one scope opens no other, and its expiry cannot be changed', () => {
  expect(check(`${signed.replace('m123-std', 'm123-vip')}/a.m4s`)).toEqual({ ok: false, reason: 'forged' })
  expect(check(`${signed.replace('1900000000', '1900000001')}/a.m4s`)).toEqual({ ok: false, reason: 'forged' })
})

test('an expired path is reported as expired only if its signature is valid', () => {
  expect(check(`${signed}/a.m4s`, [secret], expiresSec)).toEqual({ ok: false, reason: 'expired' })
  expect(check(`${signed}/a.m4s`, [secret], expiresSec - 1)).toMatchObject({ ok: true })
  expect(check(`${signed.replace('1900000000', '1000000000')}/a.m4s`)).toEqual({ ok: false, reason: 'forged' })
})

test('without secrets, or with the wrong ones, every signature is forged', () => {
  expect(check(`${signed}/a.m4s`, [])).toEqual({ ok: false, reason: 'forged' })
  expect(check(`${signed}/a.m4s`, ['another-secret-0000'])).toEqual({ ok: false, reason: 'forged' })
})

test('a change of any character of the signed part is refused', () => {
  const at = fc.integer({ min: 0, max: signed.length - 1 })
  const other = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(at, other, (index, character) => {
      fc.pre(signed[index] !== character)
      const tampered = `${signed.slice(0, index)}${character}${signed.slice(index + 1)}`
      expect(check(`${tampered}/720p/00000.m4s`).ok).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

test('an invalid scope, expiry or secret is never signed', () => {
  for (const scope of ['', 'M123', 'a/b', 'a_b', '..', 'a\n', 'a'.repeat(101)]) {
    expect(() => signScope({ secret, scope, expiresSec })).toThrow(RangeError)
  }
  for (const wrong of [0, -1, 1.5, Number.NaN, 1e12]) {
    expect(() => signScope({ secret, scope: 'a', expiresSec: wrong })).toThrow(RangeError)
  }
  expect(() => signScope({ secret: 'short', scope: 'a', expiresSec })).toThrow(RangeError)
})

test('the signature is HMAC-SHA-256 over expiry, line feed and scope, as computed by openssl', () => {
  expect(signed).toBe('/media/1900000000/jGWmGT5BL7D4v-rCr9pLuc/m123-std')
})

test('every plain path below a signed scope opens, with the current secret or a previous one', () => {
  const part = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,20}$/)
  const scopes = fc.stringMatching(/^[a-z0-9-]{1,100}$/)
  fc.assert(
    fc.property(scopes, fc.array(part, { minLength: 1, maxLength: 5 }), fc.boolean(), (scope, parts, rotated) => {
      const rest = parts.join('/')
      const path = `${signScope({ secret, scope, expiresSec })}/${rest}`
      expect(check(path, rotated ? ['the-new-secret-0000', secret] : [secret])).toEqual({ ok: true, scope, rest })
    }),
  )
})

test('expiries are rounded up to ten minutes, so that viewers share addresses', () => {
  expect(quantiseExpiry(1_800_000_000, 3600)).toBe(1_800_003_600)
  expect(quantiseExpiry(1_800_000_001, 3600)).toBe(1_800_004_200)
  fc.assert(
    fc.property(fc.nat(4_000_000_000), fc.nat(86_400), (now, lifetimeSec) => {
      const expiry = quantiseExpiry(now, lifetimeSec)
      expect(expiry % 600).toBe(0)
      expect(expiry - now).toBeGreaterThanOrEqual(lifetimeSec)
      expect(expiry - now).toBeLessThan(lifetimeSec + 600)
    }),
  )
})
