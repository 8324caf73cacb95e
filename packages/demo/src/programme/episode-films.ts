import { rangesOf, shotOrder, type FilmRange } from '../films/composition.ts'
import { shotSec } from '../films/film-script.ts'
import { filmScripts } from '../films/film-scripts.ts'
import type { DemoTitle } from './demo-title.ts'
import { plannedEpisodes } from './episodes.ts'
import { programme } from './programme.ts'

/** What an episode plays: ranges of its title's film. */
export interface EpisodeFilm {
  /** Permanent id: `<film>/<level>`. */
  name: string
  /** Name of the film script. */
  film: string
  level: number
  /** The shot with which it begins; its still is taken from it. */
  firstShot: number
  /** The shots in their order, each `shotSec` long. */
  shots: readonly number[]
  ranges: FilmRange[]
  durationMs: number
}

export const episodeFilmName = (film: string, level: number): string => `${film}/${level}`

/** Different news programmes of a channel. */
const studioEditions = 7

const bonusMinutes = 8

/** The usual length of an episode, by category: films, series and so on. */
const minutesByCategory: Readonly<Record<number, readonly [least: number, most: number]>> = {
  1: [20, 24],
  2: [23, 24],
  3: [22, 24],
  4: [11, 16],
  5: [17, 23],
  6: [8, 10],
  7: [19, 23],
}

function minutesOf({ slug, typeId, release }: Pick<DemoTitle, 'slug' | 'typeId' | 'release'>, level: number): number {
  if (release.form === 'film' && level > 1) return bonusMinutes
  const [least, most] = minutesByCategory[Math.floor(typeId / 10)] ?? [8, 24]
  return least + ((slug.length * 7 + level * 5) % ((most - least) * 4 + 1)) / 4
}

const shotsByFilm = new Map(filmScripts.map(({ name, shots }) => [name, shots.length]))

function episodeFilm(film: string, level: number, minutes: number): EpisodeFilm {
  const order = shotOrder({ seed: film, episode: level, shots: shotsByFilm.get(film) ?? 1, minutes })
  return {
    name: episodeFilmName(film, level),
    film,
    level,
    firstShot: order[0] ?? 0,
    shots: order,
    ranges: rangesOf(order),
    durationMs: Math.round(order.length * shotSec * 1000),
  }
}

/** What the episodes of a title play. */
export const episodeFilmsOf = (title: DemoTitle): EpisodeFilm[] =>
  plannedEpisodes(title, 0).map(({ level }) => episodeFilm(title.slug, level, minutesOf(title, level)))

/** What channels play that is no title. */
const studioFilms = (): EpisodeFilm[] =>
  ['news-desk', 'sports-desk'].flatMap((film) =>
    Array.from({ length: studioEditions }, (_, at) => episodeFilm(film, at + 1, 15)),
  )

/** Everything that titles and channels play. */
export const allEpisodeFilms = (): EpisodeFilm[] => [...programme.flatMap(episodeFilmsOf), ...studioFilms()]
