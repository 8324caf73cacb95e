import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import { issueAdToken, readAdToken, tokenLifetimeSec } from './ad-token-rules.ts'

const hash = createKeyedHash('s'.repeat(43))
const nonce = 'n'.repeat(22)
const by = { address: '203.0.113.1', agent: 'browser' }
const given = { adId: 7, nonce }
const token = issueAdToken(hash, given, null, 1000)

test('[J05] a token that was changed, made with another key or has expired is none', () => {
  for (const wrong of ['', 'x', token.replace(/^7/, '8'), token.replace('.', '.9'), `${token}x`])
    expect(readAdToken(hash, wrong, by, 1000)).toBeNull()
  expect(readAdToken(createKeyedHash('o'.repeat(43)), token, by, 1000)).toBeNull()
  expect(readAdToken(hash, token, by, 1000 + tokenLifetimeSec)).toBeNull()
  fc.assert(
    fc.property(fc.integer({ min: 0, max: token.length - 1 }), fc.constantFrom('a', 'Z', '0', '.'), (at, sign) => {
      fc.pre(token[at] !== sign)
      expect(readAdToken(hash, token.slice(0, at) + sign + token.slice(at + 1), by, 1000)).toBeNull()
    }),
  )
})

test('[J05] a token names its advertisement until it expires', () => {
  expect(readAdToken(hash, token, by, 1000 + tokenLifetimeSec - 1)).toEqual(given)
})

test('[J05] a token that was given to one browser is none of another, and one of a cached reply is of everybody', () => {
  const own = issueAdToken(hash, given, by, 1000)
  for (const other of [
    { ...by, address: '203.0.113.2' },
    { ...by, agent: 'other' },
  ]) {
    expect(readAdToken(hash, own, other, 1000)).toBeNull()
    expect(readAdToken(hash, token, other, 1000)).toEqual(given)
  }
  expect(readAdToken(hash, own, by, 1000)).toEqual(given)
})
