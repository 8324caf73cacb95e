import { anyWord, deepestPage } from '@yunmu/contract'

/** Lists: what titles can be found by, and what a filter asks for. */

export type FacetDimension = 'shelf' | 'type' | 'area' | 'year' | 'decade' | 'genre' | 'letter' | 'vip' | 'lang'

export interface FacetWord {
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
}): FacetWord[] {
  const words: FacetWord[] = [
    shelfFacet(title.pidId),
    { dimension: 'type', value: String(title.typeId) },
    { dimension: 'letter', value: title.letter },
    { dimension: 'vip', value: title.vip ? 'VIP' : '免费' },
    ...title.genres.map((value): FacetWord => ({ dimension: 'genre', value })),
  ]
  if (title.area !== '') words.push({ dimension: 'area', value: title.area })
  if (title.lang !== '') words.push({ dimension: 'lang', value: title.lang })
  if (title.year > 0)
    words.push({ dimension: 'year', value: String(title.year) }, { dimension: 'decade', value: decadeOf(title.year) })
  return words
}

/** The top category as a facet. */
export const shelfFacet = (pidId: number): FacetWord => ({ dimension: 'shelf', value: String(pidId) })

/** `2010年代`, or `更早` for what is older than the nineties. */
export function decadeOf(year: number): string {
  return year < oldestDecade ? '更早' : `${Math.floor(year / 10) * 10}年代`
}

/** The years that a browse page offers: each of the last seven, then decades. */
export function yearWords(thisYear: number): string[] {
  const years = Array.from({ length: 7 }, (_, at) => String(thisYear - at))
  const firstDecade = Math.floor((thisYear - 7) / 10) * 10
  const decades: string[] = []
  for (let decade = firstDecade; decade >= oldestDecade; decade -= 10) decades.push(`${decade}年代`)
  return [...years, ...decades, '更早']
}

export interface ListFilter {
  area: string
  year: string
  genre: string
  letter: string
  vip: string
  lang: string
}

const anyWords = new Set<string>(['0', ...Object.values(anyWord)])

/** What a filter asks for; words for "any" ask for nothing. */
export function askedFacets(filter: ListFilter): FacetWord[] {
  const asked: FacetWord[] = []
  const ask = (dimension: FacetDimension, value: string): void => {
    if (!anyWords.has(value)) asked.push({ dimension, value })
  }
  ask('area', filter.area)
  ask(/^\d{4}$/.test(filter.year) ? 'year' : 'decade', filter.year)
  ask('genre', filter.genre)
  ask('letter', filter.letter.toUpperCase())
  ask('vip', filter.vip.toUpperCase() === 'VIP' ? 'VIP' : filter.vip)
  ask('lang', filter.lang)
  return asked
}

/** Where a page begins, or null for one so deep that it is empty by rule. */
export function offsetOf(page: number, size: number): number | null {
  return page > deepestPage ? null : (page - 1) * size
}
