import fc from 'fast-check'
import { createCipheriv, createHmac, hkdfSync } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { vodList } from '../domains/catalog/vod-list.ts'
import { vodDetail } from '../domains/catalog/vod-detail.ts'
import {
  addressOf,
  digestOf,
  fromBase64Url,
  joinToken,
  openReply,
  openSealed,
  queryOf,
  parseSignature,
  replyKey,
  signPath,
  splitToken,
  toBase64Url,
} from './index.ts'

const siteKey = 'a site key of known answers'
const day = '2026-11-21'

/** The wire format implemented a second time with another library, as the reference. */
function sealAsSpecified(value: unknown): string {
  const key = Buffer.from(hkdfSync('sha256', siteKey, day, 'yunmu/reply/1', 32))
  const deflated = deflateRawSync(JSON.stringify(value))
  const nonce = createHmac('sha256', key).update(deflated).digest().subarray(0, 12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(deflated), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

test('[K03] the key of a day is HKDF-SHA-256 of site key, day and purpose', () => {
  expect(Buffer.from(replyKey(siteKey, day)).toString('hex')).toBe(
    Buffer.from(hkdfSync('sha256', siteKey, day, 'yunmu/reply/1', 32)).toString('hex'),
  )
  expect(Buffer.from(replyKey('k', '2026-01-01')).toString('hex')).toBe(
    'df28d0115a047370293fcf044ac0ed0ebe83f85f09eb2626ecf53d4bd22c9314',
  )
})

test('[K03] sealed data of a known answer opens', () => {
  const sealed = 'LcKYns4KuGhUc1kbOQN9VBfZNmzs0jzNpTaD4C5jMNz8sonvcG2B-GWQceC8pq1hPwoEFY-9Xw6DqQLg6ufnWFv4ZaWj'
  expect(openSealed(sealed, siteKey, day)).toEqual({ name: '雾港来信', list: [1, 2, 3] })
})

test('[K03] data sealed for another day, with another key or with any character changed does not open', () => {
  const sealed = sealAsSpecified({ ok: true })
  expect(() => openSealed(sealed, siteKey, '2026-11-22')).toThrow()
  expect(() => openSealed(sealed, 'another key', day)).toThrow()
  expect(() => openSealed('', siteKey, day)).toThrow()
  fc.assert(
    fc.property(fc.nat(sealed.length - 2), (at) => {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(() => openSealed(changed, siteKey, day)).toThrow()
    }),
  )
})

test('[K06] of a reply that is empty or cannot be opened the raw reply is returned', () => {
  const sealed = sealAsSpecified({ ok: true })
  expect(openReply({ data: sealed, day }, siteKey)).toEqual({ ok: true })
  expect(openReply({ data: { plain: 1 }, day }, siteKey)).toEqual({ plain: 1 })
  for (const data of [null, undefined, '', 'x', '%%%', sealed.slice(0, -1), sealAsSpecified(1).slice(2)]) {
    const reply = { code: 0, data, msg: '', day }
    expect(openReply(reply, siteKey)).toBe(reply)
  }
  fc.assert(
    fc.property(fc.string(), (data) => {
      const reply = { data, day }
      expect(openReply(reply, siteKey)).toBe(reply)
    }),
  )
})

test('[K03] any JSON value comes back as it went in', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(openSealed(sealAsSpecified(value), siteKey, day)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 50 },
  )
})

test('[K02] the time signature is floored to five minutes and has a known answer', () => {
  const vv = signPath(siteKey, '/v1/pub/index/data', 1_795_252_799)
  const t = 1_795_252_500
  const key = Buffer.from(hkdfSync('sha256', siteKey, '2026-11-21', 'yunmu/sign/1', 32))
  const signature = createHmac('sha256', key).update(`GET\n/v1/pub/index/data\n${t}`).digest('base64url').slice(0, 22)
  expect(vv).toBe(`${t}.${signature}`)
  expect(parseSignature(vv)).toEqual({ t, digest: digestOf(siteKey, '/v1/pub/index/data', t) })
  expect(signPath(siteKey, '/v1/pub/index/data', t)).toBe(vv)
})

test('[K02] a value that is not a signature is parsed as none', () => {
  for (const text of [
    '',
    '1',
    '1795252500',
    '1795252500.',
    `1795252501.${'a'.repeat(22)}`,
    `1795252500.${'a'.repeat(21)}`,
    `179525250x.${'a'.repeat(22)}`,
    `1795252500.${'a'.repeat(22)}\n`,
  ]) {
    expect(parseSignature(text)).toBeNull()
  }
})

test('[K02] a token travels in three parts, and joins again', () => {
  expect(splitToken('only.two')).toBeNull()
  expect(splitToken('one.two.three.four')).toBeNull()
  expect(splitToken('a.b.c')).toEqual({ _he: 'a', _pl: 'b', _si: 'c' })
  expect(joinToken({ _he: 'a', _pl: 'b', _si: 'c' })).toBe('a.b.c')
  expect(joinToken({})).toBeNull()
  expect(joinToken({ _he: 'a' })).toBe('')
  expect(joinToken({ _he: 'a', _pl: ['b'], _si: 'c' })).toBe('')
})

test('[K02] array parameters are repeated, absent ones left out', () => {
  expect(queryOf({ a: [1, 2], b: undefined, c: '中' })).toBe('a=1&a=2&c=%E4%B8%AD')
})

test('[K01] the segments of an address are encoded, so that no word can leave its place', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (word) => {
      const any = { year: '0', genre: '0', letter: '0', vip: '0', lang: '0' }
      const { path } = addressOf(vodList, { ...any, type: 1, area: word, order: '最新', page: 1, size: 10 })
      expect(path.split('/')).toHaveLength(vodList.path.split('/').length)
      expect(decodeURIComponent(path.split('/')[6] ?? '')).toBe(word)
    }),
  )
  expect(() => addressOf({ ...vodDetail, path: '/v1/x/:missing' }, { type: 1, id: 1 })).toThrow('missing')
})

test('base64url has no padding and comes back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = toBase64Url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect([...fromBase64Url(text)]).toEqual([...bytes])
    }),
  )
})
