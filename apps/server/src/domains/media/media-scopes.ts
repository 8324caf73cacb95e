import { quantiseExpiry } from '@yunmu/hls'
import type { Tier } from './media-tables.ts'

/**
 * What a signature gives access to. `v12-3-std`: the files of one tier of one version. `m12-3-vip`: the master playlist
 * for VIPs, which lists files of both tiers with their own signatures. So a signature for one never opens another.
 *
 * `-p` at the end: private. What needs a password is served under private scopes only, to browsers that gave it, so that
 * neither a copied address nor a cache opens it.
 */
export interface Scope {
  role: 'master' | 'files'
  assetId: number
  version: number
  tier: Tier
  isPrivate: boolean
}

const scopePattern = /^([mv])([1-9]\d{0,9})-([1-9]\d{0,8})-(std|vip)(-p)?$/

const privateMark = (isPrivate: boolean): string => (isPrivate ? '-p' : '')

export function scopeName({ role, assetId, version, tier, isPrivate }: Scope): string {
  return `${role === 'master' ? 'm' : 'v'}${assetId}-${version}-${tier}${privateMark(isPrivate)}`
}

/** Null for a name that {@link scopeName} never returns. */
export function parseScope(name: string): Scope | null {
  const [, role, assetId, version, tier, mark] = scopePattern.exec(name) ?? []
  if (role === undefined) return null
  return {
    role: role === 'm' ? 'master' : 'files',
    assetId: Number(assetId),
    version: Number(version),
    tier: tier === 'vip' ? 'vip' : 'std',
    isPrivate: mark !== undefined,
  }
}

/** A television line: its playlists, and the segments that they list. */
export interface LineScope {
  streamId: number
  isPrivate: boolean
}

export const lineScope = ({ streamId, isPrivate }: LineScope): string => `l${streamId}${privateMark(isPrivate)}`

/** Null for a name that {@link lineScope} never returns. */
export function parseLineScope(name: string): LineScope | null {
  const [, id, mark] = /^l([1-9]\d{0,9})(-p)?$/.exec(name) ?? []
  return id === undefined ? null : { streamId: Number(id), isPrivate: mark !== undefined }
}

const pauseAllowanceSec = 2 * 3600
const minLifetimeSec = 6 * 3600

/**
 * Expiry of an address that is signed now: long enough to watch with pauses. Unix seconds, rounded so that viewers of
 * ten minutes share one address.
 */
export function expiryOf(durationMs: number, nowSec: number): number {
  return quantiseExpiry(nowSec, Math.max(minLifetimeSec, Math.ceil(durationMs / 1000) + pauseAllowanceSec))
}

/** The same for a television line, which never ends: a day, so that no television is cut off during an evening. */
export const lineExpiryOf = (nowSec: number): number => quantiseExpiry(nowSec, 24 * 3600)
