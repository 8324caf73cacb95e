import { anyValue, cinemaHeights, maxPage, type CinemaKind } from '@yunmu/contract'
import { listOrders, type ListedTitle, type ListOrderKey } from './listing-index.ts'

/** Facets of titles, and filters as facets. */

/** The dimension of top categories, under the name that the table `facet` has had for it since its first version. */
export const categoryDimension = 'shelf'

export type FacetDimension =
  | typeof categoryDimension
  | 'type'
  | 'area'
  | 'year'
  | 'decade'
  | 'genre'
  | 'letter'
  | 'vip'
  | 'lang'
  | 'quality'
  | 'adult'

export interface Facet {
  dimension: FacetDimension
  value: string
}

/** Older titles share one value of the year filter. */
const oldestDecade = 1990

/** The facets of a title: everything that lists can be filtered by. */
export function facetsOf(title: {
  pidId: number
  typeId: number
  area: string
  year: number
  genres: readonly string[]
  letter: string
  vip: boolean
  lang: string
  quality: TitleQuality
  adult?: boolean
}): Facet[] {
  const facets: Facet[] = [
    categoryFacet(title.pidId),
    { dimension: 'type', value: String(title.typeId) },
    { dimension: 'letter', value: title.letter },
    { dimension: 'vip', value: title.vip ? 'VIP' : '免费' },
    ...title.genres.map((value): Facet => ({ dimension: 'genre', value })),
    ...qualityFacets(title.quality),
  ]
  if (title.adult) facets.push(adultFacet)
  if (title.area !== '') facets.push({ dimension: 'area', value: title.area })
  if (title.lang !== '') facets.push({ dimension: 'lang', value: title.lang })
  if (title.year > 0)
    facets.push({ dimension: 'year', value: String(title.year) }, { dimension: 'decade', value: decadeOf(title.year) })
  return facets
}

/** What a title's picture and sound have, in all of its episodes. */
export interface TitleQuality {
  /** Lines; 0 if not known. */
  height: number
  hdr: boolean
  channels: number
}

/** A kind of titles in the high-definition cinema as a facet. */
export const qualityFacet = (kind: Exclude<CinemaKind, 'all'>): Facet => ({ dimension: 'quality', value: kind })

/** More channels than stereo. */
const minSurroundChannels = 6

function qualityFacets({ height, hdr, channels }: TitleQuality): Facet[] {
  const best = cinemaHeights.find((lines) => height >= lines)
  return [
    ...(best === undefined ? [] : [qualityFacet(`${best}`)]),
    ...(hdr ? [qualityFacet('hdr')] : []),
    ...(channels >= minSurroundChannels ? [qualityFacet('surround')] : []),
  ]
}

/** The heights that are for VIPs, best first; none if the operator reserves none. */
export const heightsFrom = (vipMinHeight: number) =>
  cinemaHeights.filter((lines) => vipMinHeight > 0 && lines >= vipMinHeight)
/** Titles that are not for minors. */
export const adultFacet: Facet = { dimension: 'adult', value: '1' }

/** The top category as a facet. */
export const categoryFacet = (pidId: number): Facet => ({ dimension: categoryDimension, value: String(pidId) })

/** `2010年代`, or `更早` for years before the nineties. */
export function decadeOf(year: number): string {
  return year < oldestDecade ? '更早' : `${Math.floor(year / 10) * 10}年代`
}

/** The options of the year filter: each of the last seven years, then decades. */
export function yearOptions(thisYear: number): string[] {
  const years = Array.from({ length: 7 }, (_, at) => String(thisYear - at))
  const firstDecade = Math.floor((thisYear - 7) / 10) * 10
  const decades: string[] = []
  for (let decade = firstDecade; decade >= oldestDecade; decade -= 10) decades.push(`${decade}年代`)
  return [...years, ...decades, '更早']
}

/** The orders in which a change of a title moves, adds or removes it. */
export function changedOrders(
  before: ListedTitle | undefined,
  after: ListedTitle | undefined,
): readonly ListOrderKey[] {
  if (!before && !after) return []
  const facetsOfBoth = [before, after].map((title) => (title ? title.facets.toSorted((a, b) => a - b).join() : null))
  if (!before || !after || facetsOfBoth[0] !== facetsOfBoth[1]) return listOrders
  return listOrders.filter((order) => before[order] !== after[order])
}

export interface ListFilter {
  area: string
  year: string
  genre: string
  letter: string
  vip: string
  lang: string
}

/** A genre as a facet; none for values that mean any. */
export const genreFacets = (genre: string): Facet[] =>
  anyValues.has(genre) ? [] : [{ dimension: 'genre', value: genre }]

const anyValues = new Set<string>(['0', ...Object.values(anyValue)])

/** Maximum length of a range: back to the first film. */
const maxYearRange = 150

/**
 * The years of a range such as `2010-2015`, in either direction; null if it is not a range. A title matches by one of
 * them.
 */
export function yearsOfRange(value: string): Facet[] | null {
  const [, one, other] = /^(\d{4})-(\d{4})$/.exec(value) ?? []
  if (one === undefined || other === undefined) return null
  const [from, to] = [Number(one), Number(other)].toSorted((a, b) => a - b)
  const first = Math.max(from ?? 0, (to ?? 0) - maxYearRange)
  return Array.from({ length: (to ?? 0) - first + 1 }, (_, at) => ({ dimension: 'year', value: String(first + at) }))
}

/** The facets of a filter, except a range of years; values that mean any add none. */
export function filterFacets(filter: ListFilter): Facet[] {
  const facets: Facet[] = []
  const add = (dimension: FacetDimension, value: string): void => {
    if (!anyValues.has(value)) facets.push({ dimension, value })
  }
  add('area', filter.area)
  if (yearsOfRange(filter.year) === null) add(/^\d{4}$/.test(filter.year) ? 'year' : 'decade', filter.year)
  add('genre', filter.genre)
  add('letter', filter.letter.toUpperCase())
  add('vip', filter.vip.toUpperCase() === 'VIP' ? 'VIP' : filter.vip)
  add('lang', filter.lang)
  return facets
}

/** The offset of a page, or null for one that is empty because it is too deep. */
export function offsetOf(page: number, size: number): number | null {
  return page > maxPage ? null : (page - 1) * size
}
