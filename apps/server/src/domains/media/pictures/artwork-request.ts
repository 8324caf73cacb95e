import { chooseKind, choosePalette, isKind, isPaletteName, type ArtworkRequest, type Shape } from '@yunmu/artwork'
import { toTraditional } from '@yunmu/zh'
import type { TitleArtwork } from '../media-needs.ts'

type LetteredRequest = ArtworkRequest & Required<Pick<ArtworkRequest, 'title' | 'credit'>>

/**
 * What to draw for a title, derived from its name only, so that it is the same on every machine. Poster, backdrop and
 * stills share kind and palette, so that they match on a page.
 * @param level the episode of a still
 */
export function artworkRequest(
  title: Pick<TitleArtwork, 'name' | 'latin' | 'genres' | 'director'> & { art?: TitleArtwork['art'] },
  shape: Shape,
  level: number,
): LetteredRequest {
  const { kind: posterKind = '', wideKind = '', palette = '' } = title.art ?? {}
  const requestedKind = shape === 'poster' || wideKind === '' ? posterKind : wideKind
  const kind = isKind(requestedKind) ? requestedKind : chooseKind(title.genres, title.name)
  return {
    seed: shape === 'still' ? `${title.name} ${level}` : title.name,
    shape,
    kind,
    palette: isPaletteName(palette) ? palette : choosePalette(kind, title.name),
    title: title.name,
    latin: title.latin,
    credit: title.director === '' ? '' : `${title.director} 作品`,
  }
}

/** The same picture with traditional characters. */
export function toTraditionalRequest(request: LetteredRequest): LetteredRequest {
  return { ...request, title: toTraditional(request.title), credit: toTraditional(request.credit) }
}
