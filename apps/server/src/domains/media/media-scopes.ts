import { quantiseExpiry } from '@yunmu/hls'
import type { Tier } from './media-tables.ts'

/**
 * What a signature gives access to. `v12-3-std`: the files of one version that everybody may see, as long as its episode
 * is not for VIPs. `v12-3-vip`: all its files. `m12-3-vip`: the master playlist for VIPs, which lists files of both tiers
 * with their own signatures; those of an asset for VIPs are all below `v12-3-vip`.
 *
 * `v12-3-std-t59960`: the same for a preview that ends after 59,960 milliseconds. It opens the segments up to there only,
 * so nothing behind the preview is reached by its signature.
 *
 * `-p` at the end: private. What needs a password is served under private scopes only, to browsers that gave it, so that
 * neither a copied address nor a cache opens it.
 */
export interface Scope {
  role: 'master' | 'files'
  assetId: number
  version: number
  tier: Tier
  /** When the preview ends, in milliseconds; null gives access to the whole. */
  previewMs: number | null
  isPrivate: boolean
}

const scopePattern = /^([mv])([1-9]\d{0,9})-([1-9]\d{0,8})-(std|vip)(?:-t([1-9]\d{0,8}))?(-p)?$/

const privateMark = (isPrivate: boolean): string => (isPrivate ? '-p' : '')

export function scopeName({ role, assetId, version, tier, previewMs, isPrivate }: Scope): string {
  const previewMark = previewMs === null ? '' : `-t${previewMs}`
  return `${role === 'master' ? 'm' : 'v'}${assetId}-${version}-${tier}${previewMark}${privateMark(isPrivate)}`
}

/** Null for a name that {@link scopeName} never returns. */
export function parseScope(name: string): Scope | null {
  const [, role, assetId, version, tier, previewMs, mark] = scopePattern.exec(name) ?? []
  if (role === undefined) return null
  return {
    role: role === 'm' ? 'master' : 'files',
    assetId: Number(assetId),
    version: Number(version),
    tier: tier === 'vip' ? 'vip' : 'std',
    previewMs: previewMs === undefined ? null : Number(previewMs),
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
const vipLifetimeSec = 30 * 60

/**
 * Expiry of an address that is signed now: long enough to watch with pauses. Unix seconds, rounded so that viewers of
 * ten minutes share one address.
 */
export function expiryOf(durationMs: number, nowSec: number): number {
  return quantiseExpiry(nowSec, Math.max(minLifetimeSec, Math.ceil(durationMs / 1000) + pauseAllowanceSec))
}

/**
 * The same for what only VIPs may see: within it, an ended membership closes what it opened. Players ask for the next
 * address without an interruption of the picture.
 */
export const vipExpiryOf = (nowSec: number): number => quantiseExpiry(nowSec, vipLifetimeSec)

/** The same for a television line, which never ends: a day, so that no television is cut off during an evening. */
export const lineExpiryOf = (nowSec: number): number => quantiseExpiry(nowSec, 24 * 3600)
