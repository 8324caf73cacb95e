import { anyWord, deepestPage } from '@yunmu/contract'
import { listOrders, type ListedTitle, type ListOrderKey } from './listing-index.ts'

/** Lists: what titles can be found by, and what a filter asks for. */

export type FacetDimension = 'shelf' | 'type' | 'area' | 'year' | 'decade' | 'genre' | 'letter' | 'vip' | 'lang'

export interface Facet {
  dimension: FacetDimension
  value: string
}

/** What titles of a decade and of before are called in a year filter. */
const oldestDecade = 1990

/** The facets of a title: everything that a list can be narrowed by. */
export function facetsOf(title: {
  pidId: number
  typeId: number
  area: string
  year: number
  genres: readonly string[]
  letter: string
  vip: boolean
  lang: string
}): Facet[] {
  const facets: Facet[] = [
    categoryFacet(title.pidId),
    { dimension: 'type', value: String(title.typeId) },
    { dimension: 'letter', value: title.letter },
    { dimension: 'vip', value: title.vip ? 'VIP' : '免费' },
    ...title.genres.map((value): Facet => ({ dimension: 'genre', value })),
  ]
  if (title.area !== '') facets.push({ dimension: 'area', value: title.area })
  if (title.lang !== '') facets.push({ dimension: 'lang', value: title.lang })
  if (title.year > 0)
    facets.push({ dimension: 'year', value: String(title.year) }, { dimension: 'decade', value: decadeOf(title.year) })
  return facets
}

/** The top category as a facet. */
export const categoryFacet = (pidId: number): Facet => ({ dimension: 'shelf', value: String(pidId) })

/** `2010年代`, or `更早` for what is older than the nineties. */
export function decadeOf(year: number): string {
  return year < oldestDecade ? '更早' : `${Math.floor(year / 10) * 10}年代`
}

/** The years that a browse page offers: each of the last seven, then decades. */
export function yearOptions(thisYear: number): string[] {
  const years = Array.from({ length: 7 }, (_, at) => String(thisYear - at))
  const firstDecade = Math.floor((thisYear - 7) / 10) * 10
  const decades: string[] = []
  for (let decade = firstDecade; decade >= oldestDecade; decade -= 10) decades.push(`${decade}年代`)
  return [...years, ...decades, '更早']
}

/** The orders in which a change of a title moves it, or brings it in or takes it out. */
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

/** A genre as a facet; none for what stands for any. */
export const genreFacets = (genre: string): Facet[] =>
  anyValues.has(genre) ? [] : [{ dimension: 'genre', value: genre }]

const anyValues = new Set<string>(['0', ...Object.values(anyWord)])

/** The most years that a range may span: from the first film on. */
const maxYearRange = 150

/**
 * The years of a range such as `2010-2015`, written in either direction; null for what is no range. A title is in it by one
 * of them.
 */
export function yearsOfRange(value: string): Facet[] | null {
  const [, one, other] = /^(\d{4})-(\d{4})$/.exec(value) ?? []
  if (one === undefined || other === undefined) return null
  const [from, to] = [Number(one), Number(other)].toSorted((a, b) => a - b)
  const first = Math.max(from ?? 0, (to ?? 0) - maxYearRange)
  return Array.from({ length: (to ?? 0) - first + 1 }, (_, at) => ({ dimension: 'year', value: String(first + at) }))
}

/** What a filter asks for beside a range of years; words for "any" ask for nothing. */
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

/** Where a page begins, or null for one so deep that it is empty by rule. */
export function offsetOf(page: number, size: number): number | null {
  return page > deepestPage ? null : (page - 1) * size
}
