import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../../../platform/process/keyed-hash.ts'
import { isValidKey, playKey, pushKey, streamIdOf } from './key-rules.ts'

const hash = createKeyedHash('s'.repeat(32))
const nowSec = 1_800_000_000
const good = (key: unknown, streamId = 5, purpose: 'push' | 'play' = 'push', atSec = nowSec, serial = 0) =>
  isValidKey(hash, { purpose, streamId, serial, key, nowSec: atSec })

test('[G03] a key gives access to its stream, for its purpose, until it expires', () => {
  const key = pushKey(hash, { streamId: 5, serial: 0 }, nowSec + 60)
  expect(good(key, 6)).toBe(false)
  expect(good(key, 5, 'play')).toBe(false)
  expect(good(key, 5, 'push', nowSec + 60)).toBe(false)
  expect(good(key.replace(/^\d/, '9'))).toBe(false)
  expect(good(pushKey(createKeyedHash('t'.repeat(32)), { streamId: 5, serial: 0 }, nowSec + 60))).toBe(false)
  expect(good(key, 5, 'push', nowSec, 1)).toBe(false)
  expect(good(key)).toBe(true)
  expect(good(pushKey(hash, { streamId: 5, serial: 1 }, nowSec + 60), 5, 'push', nowSec, 1)).toBe(true)
  expect(good(playKey(hash, 5, nowSec), 5, 'play')).toBe(true)
})

test('[G03] any other text gives no access', () => {
  expect(good(undefined)).toBe(false)
  const strange = fc.oneof(
    fc.anything(),
    fc.string({ maxLength: 30 }).map((text) => `${nowSec + 5}-${text}`),
  )
  fc.assert(fc.property(strange, (key) => !good(key)))
})

test('[G03] a path contains only the number of its stream', () => {
  expect(streamIdOf('/live/5')).toBe(5)
  for (const path of ['/live/05', '/live/5/', '/live/x', '/other/5', '/live/5?x', ''])
    expect(streamIdOf(path)).toBeUndefined()
})
