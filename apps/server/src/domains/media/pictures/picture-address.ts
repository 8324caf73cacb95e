import type { Shape } from '@yunmu/artwork'
import type { Script } from '@yunmu/zh'

/** A picture drawn from a title. */
export interface ArtAddress {
  kind: 'art'
  shape: Shape
  titleId: number
  /** The episode of a still, else 0. */
  level: number
  digest: string
}

/** A picture that an import brought. */
export interface StoredAddress {
  kind: 'stored'
  /** `{asset}-{version}-{name}`. */
  name: string
}

const art = /^\/media\/art\/(poster|backdrop|still)\/([1-9]\d{0,9})-(\d{1,6})-([A-Za-z0-9_-]{10})\.webp$/
const stored = /^\/media\/pictures\/([1-9]\d{0,9}-[1-9]\d{0,8}-[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)\.webp$/

/** Reads the raw path of a picture, nothing decoded; null for what no page of ours asks for. */
export function readPictureAddress(path: string): ArtAddress | StoredAddress | null {
  const name = stored.exec(path)?.[1]
  if (name !== undefined) return { kind: 'stored', name }
  const [, shape, titleId, level, digest] = art.exec(path) ?? []
  if (digest === undefined) return null
  const shaped = shape === 'poster' || shape === 'backdrop' ? shape : 'still'
  return { kind: 'art', shape: shaped, titleId: Number(titleId), level: Number(level), digest }
}

const widths = [180, 300, 480, 960, 1600]
const posterWidths = widths.filter((width) => width <= 960)

/** The width of `?w=` that is served: the nearest that we keep, the larger of two; without `w` one that suits a list. */
export function servedWidth(query: string, shape: Shape | 'stored'): number {
  const asked = Number(new URLSearchParams(query).get('w') ?? Number.NaN)
  if (!Number.isFinite(asked) || asked <= 0) return shape === 'poster' ? 300 : 960
  const offered = shape === 'poster' ? posterWidths : widths
  return offered.reduce((best, width) => (Math.abs(width - asked) <= Math.abs(best - asked) ? width : best))
}

/** The script of `?lang=` in which a drawn poster is lettered. */
export const servedScript = (query: string): Script => (new URLSearchParams(query).get('lang') === 't' ? 't' : 's')
