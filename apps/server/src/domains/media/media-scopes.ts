import { quantiseExpiry } from '@yunmu/hls'
import type { Tier } from './media-tables.ts'

/**
 * What a signature opens. `v12-3-std` opens the files of one tier of one version; `m12-3-vip` opens the master playlist
 * for VIPs, which names both tiers' files under signatures of their own. So a signature for one never opens another.
 */
export interface Scope {
  role: 'master' | 'files'
  assetId: number
  version: number
  tier: Tier
}

const written = /^([mv])([1-9]\d{0,9})-([1-9]\d{0,8})-(std|vip)$/

export function scopeName({ role, assetId, version, tier }: Scope): string {
  return `${role === 'master' ? 'm' : 'v'}${assetId}-${version}-${tier}`
}

/** Null for a name that {@link scopeName} never gives. */
export function readScope(name: string): Scope | null {
  const [, role, assetId, version, tier] = written.exec(name) ?? []
  if (role === undefined) return null
  return {
    role: role === 'm' ? 'master' : 'files',
    assetId: Number(assetId),
    version: Number(version),
    tier: tier === 'vip' ? 'vip' : 'std',
  }
}

/** A line of television: its playlists, and the segments that they name. */
export const lineScope = (streamId: number): string => `l${streamId}`

/** Null for a name that {@link lineScope} never gives. */
export function readLineScope(name: string): number | null {
  const [, id] = /^l([1-9]\d{0,9})$/.exec(name) ?? []
  return id === undefined ? null : Number(id)
}

const pauseSec = 2 * 3600
const shortestLifeSec = 6 * 3600

/** When an address signed now stops working: long enough to watch with pauses. Unix seconds, shared by ten minutes of viewers. */
export function expiryOf(durationMs: number, nowSec: number): number {
  return quantiseExpiry(nowSec, Math.max(shortestLifeSec, Math.ceil(durationMs / 1000) + pauseSec))
}

/** The same for a line of television, which has no end: a day, so that no box is cut off in an evening. */
export const lineExpiryOf = (nowSec: number): number => quantiseExpiry(nowSec, 24 * 3600)
