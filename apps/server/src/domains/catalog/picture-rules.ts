import { hash } from 'node:crypto'

/** What the drawing of a title depends on: when it changes, the picture gets a new address. */
interface DrawnTitle {
  id: number
  name: string
  latin: string
  genres: readonly string[]
  /** The first is named on the poster. */
  directors: readonly string[]
  art_kind: string
  art_wide_kind: string
  art_palette: string
  poster: string
  backdrop: string
}

/** Increase when the artwork generator draws differently, so that browsers load the new pictures. */
const drawingVersion = 2

/**
 * A short digest of what a drawn picture shows. It is part of the address, so that the picture can be cached forever.
 */
export function pictureDigest(title: Omit<DrawnTitle, 'id' | 'poster' | 'backdrop'>): string {
  const { name, latin, genres, directors, art_kind, art_wide_kind, art_palette } = title
  const shown = JSON.stringify([
    drawingVersion,
    name,
    latin,
    genres,
    directors[0],
    art_kind,
    art_wide_kind,
    art_palette,
  ])
  return hash('sha256', shown, 'base64url').slice(0, 10)
}

/** Lists show the same rows again and again, each in two shapes. */
const digests = new WeakMap<DrawnTitle, string>()

function digestOf(title: DrawnTitle): string {
  const known = digests.get(title)
  if (known !== undefined) return known
  const digest = pictureDigest(title)
  digests.set(title, digest)
  return digest
}

/**
 * The address of a title's picture, relative to `image_base`: the real one if there is one, else the drawn one. Stills
 * include the episode, so that they differ.
 */
export function pictureAddress(shape: 'poster' | 'backdrop' | 'still', title: DrawnTitle, level = 0): string {
  if (shape === 'poster' && title.poster !== '') return title.poster
  if (shape === 'backdrop' && title.backdrop !== '') return title.backdrop
  return `/media/art/${shape}/${title.id}-${level}-${digestOf(title)}.webp`
}
