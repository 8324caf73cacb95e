import { timingSafeEqual } from 'node:crypto'

/** The station's keyed hash; see the platform. */
type Hash = (purpose: string, ...parts: readonly string[]) => Buffer

/** 128 bits keep the keys short enough for operators. */
const macBytes = 16
/** Lifetime of the recorder's own play keys. */
const playLifetimeSec = 24 * 3600

/** What a key gives access to. `serial` counts revocations of the stream's push keys; 0 for play keys. */
interface KeyScope {
  readonly purpose: 'push' | 'play'
  readonly streamId: number
  readonly serial: number
}

const macOf = (hash: Hash, { purpose, streamId, serial }: KeyScope, expirySec: number): Buffer =>
  hash(`ingest ${purpose}`, String(streamId), String(serial), String(expirySec)).subarray(0, macBytes)

const keyOf = (hash: Hash, scope: KeyScope, expirySec: number): string =>
  `${expirySec}-${macOf(hash, scope, expirySec).toString('base64url')}`

/** The key that an encoder sends, valid until `expirySec`: `<expiry>-<22 characters>`. */
export const pushKey = (hash: Hash, stream: { streamId: number; serial: number }, expirySec: number): string =>
  keyOf(hash, { purpose: 'push', ...stream }, expirySec)

/** The key with which the recorder plays a pushed stream. */
export const playKey = (hash: Hash, streamId: number, nowSec: number): string =>
  keyOf(hash, { purpose: 'play', streamId, serial: 0 }, nowSec + playLifetimeSec)

/** Whether a received key is valid for the scope now. */
export function isValidKey(
  hash: Hash,
  { key, nowSec, ...scope }: KeyScope & { key: unknown; nowSec: number },
): boolean {
  const [, expiry, mac] = (typeof key === 'string' && /^(\d{1,12})-([\w-]{22})$/.exec(key)) || []
  if (expiry === undefined || mac === undefined || Number(expiry) <= nowSec) return false
  const actual = Buffer.from(mac, 'base64url')
  const expected = macOf(hash, scope, Number(expiry))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The stream id of a path `/live/<id>`. */
export function streamIdOf(path: string): number | undefined {
  const digits = /^\/live\/([1-9]\d{0,9})$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
