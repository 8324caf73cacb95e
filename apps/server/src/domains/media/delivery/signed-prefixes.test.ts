import { signScope } from '@yunmu/hls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSignedPaths } from './signed-prefixes.ts'

const secret = 'k'.repeat(43)
const [now, expiresSec] = [1_800_000_000, 1_800_006_000]
const prefix = signScope({ secret, scope: 'v12-3-std', expiresSec })

test('[F08] a prefix that was right once still refuses what climbs out of it, and expires', () => {
  const read = createSignedPaths(secret)
  expect(read(`${prefix}/720p/00000.m4s`, now)).toMatchObject({ ok: true, rest: '720p/00000.m4s' })
  for (const rest of ['../x/a.m4s', '720p/../a.m4s', '720p//a.m4s', '720p/%2e%2e', '720p\\a.m4s', '', '/', './a.m4s']) {
    expect(read(`${prefix}/${rest}`, now)).toEqual({ ok: false, reason: 'malformed' })
  }
  expect(read(`${prefix}/720p/00000.m4s`, expiresSec)).toEqual({ ok: false, reason: 'expired' })
})

test('[F08] a remembered prefix opens nothing but itself', () => {
  const read = createSignedPaths(secret)
  read(`${prefix}/720p/00000.m4s`, now)
  for (const other of [
    prefix.replace('std', 'vip'),
    prefix.replace('v12', 'v13'),
    prefix.replace(String(expiresSec), String(expiresSec + 600)),
  ]) {
    expect(read(`${other}/720p/00000.m4s`, now)).toEqual({ ok: false, reason: 'forged' })
  }
})

test('[F08] a station does not open what another one signed', () => {
  const other = createSignedPaths('o'.repeat(43))
  expect(other(`${prefix}/720p/00000.m4s`, now)).toEqual({ ok: false, reason: 'forged' })
})

test('remembered or not, the answer is the same', () => {
  const read = createSignedPaths(secret)
  const rest = fc.oneof(fc.string(), fc.constantFrom('a/b.c', 'a/b/c.d', 'A/b.c', 'master.m3u8', 'a/..', 'a/b.c/'))
  fc.assert(
    fc.property(rest, fc.integer({ min: now, max: expiresSec + 10 }), (tail, at) => {
      expect(read(`${prefix}/${tail}`, at)).toEqual(createSignedPaths(secret)(`${prefix}/${tail}`, at))
    }),
  )
})
