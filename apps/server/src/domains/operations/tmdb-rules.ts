import { normaliseTitle } from '@yunmu/zh'
import * as z from 'zod/mini'
import { areaOfCode, knownArea } from '../../platform/vocabulary/areas.ts'
import { stated, type TitleFacts } from './metadata-rules.ts'
import type { AskedTitle } from './title-provider.ts'

/** Replies of The Movie Database, version 3 (https://developer.themoviedb.org/reference). Unknown fields are ignored. */

/** A field of another form counts as missing. */
const { catch: orElse } = z

const text = orElse(z.string(), '')
const named = orElse(z.array(z.object({ name: text })), [])

const Found = z.object({
  id: z.int(),
  title: text,
  name: text,
  original_title: text,
  original_name: text,
  release_date: text,
  first_air_date: text,
  popularity: orElse(z.number(), 0),
})
export const SearchReply = z.object({ results: orElse(z.array(Found), []) })
export type FoundTitle = z.output<typeof Found>

export const DetailReply = z.object({
  id: z.int(),
  overview: text,
  original_title: text,
  original_name: text,
  release_date: text,
  first_air_date: text,
  number_of_episodes: orElse(z.int(), 0),
  poster_path: orElse(z.nullable(z.string()), null),
  backdrop_path: orElse(z.nullable(z.string()), null),
  genres: named,
  production_countries: named,
  created_by: named,
  origin_country: orElse(z.array(z.string()), []),
  credits: orElse(
    z.object({
      cast: orElse(z.array(z.object({ name: text, character: text })), []),
      crew: orElse(z.array(z.object({ name: text, job: text })), []),
    }),
    { cast: [], crew: [] },
  ),
})
export type TitleDetails = z.output<typeof DetailReply>

const maxActors = 20
const maxDirectors = 5
const yearOf = (date: string): number => Number(/^(\d{4})-/u.exec(date)?.[1] ?? 0)

/**
 * The result that is the title: its name or original name is one of the title's, and its year is at most one away. Of several
 * without a year, none: a wrong description is worse than none. Null if no result is.
 */
export function chooseTitle(found: readonly FoundTitle[], asked: AskedTitle): FoundTitle | null {
  const names = new Set([asked.name, ...asked.aliases].map(normaliseTitle))
  const same = found.filter((one) =>
    [one.title, one.name, one.original_title, one.original_name].some(
      (name) => name !== '' && names.has(normaliseTitle(name)),
    ),
  )
  if (asked.year === 0) return same.length === 1 ? (same[0] ?? null) : null
  const distance = (one: FoundTitle): number => Math.abs(yearOf(one.release_date || one.first_air_date) - asked.year)
  return same.filter((one) => distance(one) <= 1).toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

/** The facts of a title, without empty ones. */
export function factsOfDetails(details: TitleDetails, asked: AskedTitle): TitleFacts {
  const { credits, created_by, genres, number_of_episodes } = details
  const original = details.original_title || details.original_name
  const isOther = original !== '' && normaliseTitle(original) !== normaliseTitle(asked.name)
  const directors = credits.crew.filter(({ job }) => job === 'Director').map(({ name }) => name)
  const premiere = details.release_date || details.first_air_date
  const country = details.production_countries[0]?.name
  return stated({
    alias: isOther ? [original] : [],
    latin: isOther && /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}]+$/u.test(original) ? original : '',
    area: knownArea(country ?? '') || areaOfCode(details.origin_country[0] ?? ''),
    genres: genres.map(({ name }) => name).filter((name) => name !== ''),
    directors: [...new Set(directors.length > 0 ? directors : created_by.map(({ name }) => name))].slice(
      0,
      maxDirectors,
    ),
    actors: credits.cast
      .filter(({ name }) => name !== '')
      .slice(0, maxActors)
      .map(({ name, character }) => ({ name, role: character })),
    intro: details.overview.trim(),
    premiere: /^\d{4}-\d\d-\d\d$/u.test(premiere) ? premiere : '',
    ...(asked.year === 0 && yearOf(premiere) > 0 ? { year: yearOf(premiere) } : {}),
    ...(asked.kind === 'episode' && number_of_episodes > 0 ? { totalEpisodes: number_of_episodes } : {}),
  })
}
