import type { Shape } from '@yunmu/artwork'
import type { Script } from '@yunmu/zh'

/** A picture generated for a title. */
export interface ArtworkUrl {
  kind: 'art'
  shape: Shape
  titleId: number
  /** The episode of a still; 0 for other shapes. */
  level: number
  digest: string
}

/** A picture that was imported. */
export interface StoredPictureUrl {
  kind: 'stored'
  assetId: number
  /** `{asset}-{version}-{name}`. */
  name: string
}

/** A picture drawn for a person: wide, or a square face, or what an invented viewer has as a picture. */
export interface PersonUrl {
  kind: 'person' | 'face' | 'avatar'
  seed: number
}

const person = /^\/media\/art\/(person|face|avatar)\/(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])\.webp$/
const art = /^\/media\/art\/(poster|backdrop|still)\/([1-9]\d{0,9})-(\d{1,6})-([A-Za-z0-9_-]{10})\.webp$/
const stored = /^\/media\/pictures\/([1-9]\d{0,9}-[1-9]\d{0,8}-[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)\.webp$/

/** Parses the raw, still encoded path of a picture; null for a path that none of our pages requests. */
export function parsePictureUrl(path: string): ArtworkUrl | StoredPictureUrl | PersonUrl | null {
  const [, form, seed] = person.exec(path) ?? []
  if (seed !== undefined) {
    const kind = form === 'person' || form === 'face' ? form : 'avatar'
    return { kind, seed: Number(seed) }
  }
  const name = stored.exec(path)?.[1]
  if (name !== undefined) return { kind: 'stored', assetId: Number.parseInt(name, 10), name }
  const [, shape, titleId, level, digest] = art.exec(path) ?? []
  if (digest === undefined) return null
  const knownShape = shape === 'poster' || shape === 'backdrop' ? shape : 'still'
  return { kind: 'art', shape: knownShape, titleId: Number(titleId), level: Number(level), digest }
}

const widths = [180, 300, 480, 960, 1600]
const posterWidths = widths.filter((width) => width <= 960)

/**
 * The width that is served for `?w=`: the nearest available, the larger if two are equally near; without `w` one that
 * suits a list.
 */
export function servedWidth(query: string, shape: Shape | 'stored'): number {
  const requestedWidth = Number(new URLSearchParams(query).get('w') ?? Number.NaN)
  if (!Number.isFinite(requestedWidth) || requestedWidth <= 0) return shape === 'poster' ? 300 : 960
  const available = shape === 'poster' ? posterWidths : widths
  return available.reduce((best, width) =>
    Math.abs(width - requestedWidth) <= Math.abs(best - requestedWidth) ? width : best,
  )
}

/** The script of the text in a generated poster, from `?lang=`. */
export const servedScript = (query: string): Script => (new URLSearchParams(query).get('lang') === 't' ? 't' : 's')
