import { signScope } from '@yunmu/hls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSignedPathReader } from './signed-paths.ts'

const secret = 'k'.repeat(43)
const [now, expiresSec] = [1_800_000_000, 1_800_006_000]
const prefix = signScope({ secret, scope: 'v12-3-std', expiresSec })

test('[F08] a cached prefix still refuses path traversal, and expires', () => {
  const read = createSignedPathReader(secret)
  expect(read(`${prefix}/720p/00000.m4s`, now)).toMatchObject({ ok: true, rest: '720p/00000.m4s' })
  for (const rest of ['../x/a.m4s', '720p/../a.m4s', '720p//a.m4s', '720p/%2e%2e', '720p\\a.m4s', '', '/', './a.m4s']) {
    expect(read(`${prefix}/${rest}`, now)).toEqual({ ok: false, reason: 'malformed' })
  }
  expect(read(`${prefix}/720p/00000.m4s`, expiresSec)).toEqual({ ok: false, reason: 'expired' })
})

test('[F08] a cached prefix opens no other prefix', () => {
  const read = createSignedPathReader(secret)
  read(`${prefix}/720p/00000.m4s`, now)
  for (const other of [
    prefix.replace('std', 'vip'),
    prefix.replace('v12', 'v13'),
    prefix.replace(String(expiresSec), String(expiresSec + 600)),
  ]) {
    expect(read(`${other}/720p/00000.m4s`, now)).toEqual({ ok: false, reason: 'forged' })
  }
})

test('[F08] a station refuses signatures of another station', () => {
  const other = createSignedPathReader('o'.repeat(43))
  expect(other(`${prefix}/720p/00000.m4s`, now)).toEqual({ ok: false, reason: 'forged' })
})

test('the result is the same from the cache', () => {
  const read = createSignedPathReader(secret)
  const rest = fc.oneof(fc.string(), fc.constantFrom('a/b.c', 'a/b/c.d', 'A/b.c', 'master.m3u8', 'a/..', 'a/b.c/'))
  fc.assert(
    fc.property(rest, fc.integer({ min: now, max: expiresSec + 10 }), (tail, at) => {
      expect(read(`${prefix}/${tail}`, at)).toEqual(createSignedPathReader(secret)(`${prefix}/${tail}`, at))
    }),
  )
})
