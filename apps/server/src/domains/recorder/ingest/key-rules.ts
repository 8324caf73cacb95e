import { timingSafeEqual } from 'node:crypto'

/** The station's keyed hash, as the platform makes it. */
type Hash = (purpose: string, ...parts: readonly string[]) => Buffer

/** 128 bits, as keys of a stream are shown to operators. */
const sealBytes = 16
/** Of somebody who watches from inside: the recorder alone. */
const playLifetimeSec = 24 * 3600

const sealOf = (hash: Hash, purpose: 'ingest push' | 'ingest play', streamId: number, expirySec: number): Buffer =>
  hash(purpose, String(streamId), String(expirySec)).subarray(0, sealBytes)

const keyOf = (hash: Hash, purpose: 'ingest push' | 'ingest play', streamId: number, expirySec: number): string =>
  `${expirySec}-${sealOf(hash, purpose, streamId, expirySec).toString('base64url')}`

/** What an encoder sends with its stream until a moment, Unix seconds: `<expiry>-<22 letters>`. */
export const pushKey = (hash: Hash, streamId: number, expirySec: number): string =>
  keyOf(hash, 'ingest push', streamId, expirySec)

/** What the recorder asks for a pushed stream with. */
export const playKey = (hash: Hash, streamId: number, nowSec: number): string =>
  keyOf(hash, 'ingest play', streamId, nowSec + playLifetimeSec)

/** Whether a key opens that stream at this moment. `key` is whatever somebody sent. */
export function isKeyGood(
  hash: Hash,
  asked: { purpose: 'push' | 'play'; streamId: number; key: unknown; nowSec: number },
): boolean {
  const { purpose, streamId, key, nowSec } = asked
  const [, expiry, seal] = (typeof key === 'string' && /^(\d{1,12})-([\w-]{22})$/.exec(key)) || []
  if (expiry === undefined || seal === undefined || Number(expiry) <= nowSec) return false
  const given = Buffer.from(seal, 'base64url')
  const right = sealOf(hash, `ingest ${purpose}`, streamId, Number(expiry))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The stream that a path `/live/<number>` names. */
export function streamOf(path: string): number | undefined {
  const digits = /^\/live\/([1-9]\d{0,9})$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
