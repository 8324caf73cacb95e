import { timingSafeEqual } from 'node:crypto'

/** The station's keyed hash, as the platform makes it. */
type Hash = (purpose: string, ...parts: readonly string[]) => Buffer

/** 128 bits, as keys of a stream are shown to operators. */
const macBytes = 16
/** Of somebody who watches from inside: the recorder alone. */
const playLifetimeSec = 24 * 3600

/** What a key opens. `serial` is how often the keys of the stream were ended; who watches has none. */
interface KeyScope {
  readonly purpose: 'push' | 'play'
  readonly streamId: number
  readonly serial: number
}

const macOf = (hash: Hash, { purpose, streamId, serial }: KeyScope, expirySec: number): Buffer =>
  hash(`ingest ${purpose}`, String(streamId), String(serial), String(expirySec)).subarray(0, macBytes)

const keyOf = (hash: Hash, scope: KeyScope, expirySec: number): string =>
  `${expirySec}-${macOf(hash, scope, expirySec).toString('base64url')}`

/** What an encoder sends with its stream until a moment, Unix seconds: `<expiry>-<22 letters>`. */
export const pushKey = (hash: Hash, stream: { streamId: number; serial: number }, expirySec: number): string =>
  keyOf(hash, { purpose: 'push', ...stream }, expirySec)

/** What the recorder asks for a pushed stream with. */
export const playKey = (hash: Hash, streamId: number, nowSec: number): string =>
  keyOf(hash, { purpose: 'play', streamId, serial: 0 }, nowSec + playLifetimeSec)

/** Whether a key opens that stream at this moment. `key` is whatever somebody sent. */
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

/** The stream that a path `/live/<number>` names. */
export function streamIdOf(path: string): number | undefined {
  const digits = /^\/live\/([1-9]\d{0,9})$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
