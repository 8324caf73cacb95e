import { createHash } from 'node:crypto'

/** What the drawing of a title depends on: when it changes, the picture has a new address. */
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

/** Raised when the artwork generator draws differently, so that browsers fetch the new pictures. */
const drawingVersion = 1

/** A short digest of what a drawn picture shows: it stands in the address, so that the picture can be kept for ever. */
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
  return createHash('sha256').update(shown).digest('base64url').slice(0, 10)
}

/**
 * Where a picture of a title is served, relative to `image_base`: the real one where there is one, else the one drawn
 * from the title. Stills have a number, so that episodes differ.
 */
export function pictureAddress(shape: 'poster' | 'backdrop' | 'still', title: DrawnTitle, level = 0): string {
  if (shape === 'poster' && title.poster !== '') return title.poster
  if (shape === 'backdrop' && title.backdrop !== '') return title.backdrop
  return `/media/art/${shape}/${title.id}-${level}-${pictureDigest(title)}.webp`
}
