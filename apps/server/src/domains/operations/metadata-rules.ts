import type { MediaName, NfoEntry } from '@yunmu/formats'
import { knownArea } from '../../platform/vocabulary/areas.ts'
import type { EmbeddedDetails, ImportedTitle } from './operations-needs.ts'

/** What files beside and inside a video say of its title and episode. */

/** Fields of a title that a person or a provider stated. */
export type TitleFacts = Partial<
  Pick<
    ImportedTitle,
    'latin' | 'alias' | 'area' | 'genres' | 'directors' | 'actors' | 'intro' | 'premiere' | 'year' | 'totalEpisodes'
  >
>

export interface FileFacts {
  title: TitleFacts
  episodeName: string
  introSec: number
  outroSec: number
}

/** The fields that have a value: an absent one keeps what is stored. */
export function stated(facts: TitleFacts): TitleFacts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== '' && value !== undefined,
    ),
  )
}

/** What a metadata file says of a title. */
export function factsOfNfo(entry: NfoEntry): TitleFacts {
  const other = entry.originalTitle === entry.title ? '' : entry.originalTitle
  return stated({
    latin: /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}]+$/u.test(other) ? other : '',
    alias: other === '' ? [] : [other],
    area: knownArea(entry.countries[0] ?? ''),
    genres: [...entry.genres],
    directors: [...entry.directors],
    actors: entry.actors.map(({ name, role }) => ({ name, role })),
    intro: entry.plot,
    premiere: entry.premiered,
  })
}

/** The entry of a file that has several episodes: that of the episode, or the first. */
export const entryFor = (entries: readonly NfoEntry[], name: MediaName): NfoEntry | undefined =>
  entries.find(({ kind, episode }) => kind === 'episode' && episode === name.episode) ?? entries[0]

/** A name with what its metadata files say instead; extras and trailers keep what they are. */
export function namedByNfo(name: MediaName, own: NfoEntry | undefined, show: NfoEntry | undefined): MediaName {
  if (name.kind === 'extra' || name.kind === 'trailer') {
    return { ...name, title: show?.title || name.title, year: show?.year ?? name.year }
  }
  if (own?.kind === 'movie') {
    return {
      ...name,
      kind: 'film',
      title: own.title || name.title,
      year: own.year ?? name.year,
      season: null,
      episode: null,
    }
  }
  if (own?.kind !== 'episode') {
    if (show === undefined || show.title === '') return name
    return { ...name, title: show.title, year: show.year ?? name.year }
  }
  const season = own.season ?? name.season
  return {
    ...name,
    kind: season === 0 ? 'special' : 'episode',
    title: show?.title || own.showTitle || name.title,
    season,
    episode: own.episode ?? name.episode,
    year: show?.year ?? name.year,
  }
}

/** Longer openings and endings are parts of the story. */
const MAX_OPENING_SEC = 240
const OPENING = /^(?:op|opening|intro|片头(?:曲)?|オープニング)(?![a-z])/iu
const ENDING = /^(?:ed|ending|outro|credits|片尾(?:曲)?|エンディング)(?![a-z])/iu

/** End of the opening and start of the ending, from chapters that are called so; 0 for none. */
export function openingsOf({ chapters, durationSec }: Pick<EmbeddedDetails, 'chapters' | 'durationSec'>): {
  introSec: number
  outroSec: number
} {
  const isShort = ({ startSec, endSec }: { startSec: number; endSec: number }): boolean =>
    endSec > startSec && endSec - startSec <= MAX_OPENING_SEC
  const opening = chapters.find((chapter) => OPENING.test(chapter.title) && isShort(chapter))
  const ending = chapters.findLast((chapter) => ENDING.test(chapter.title) && chapter.startSec > durationSec / 2)
  const introSec = opening !== undefined && opening.startSec < durationSec / 2 ? Math.round(opening.endSec) : 0
  return { introSec, outroSec: ending === undefined ? 0 : Math.round(ending.startSec) }
}

/** Programs write their own name, or the file's, as the title. */
const USELESS_TITLE = /https?:|www\.|handbrake|lavf|x26[45]|\d{3,4}p|^(?:untitled|无标题|video|movie)$/iu

/** Names of cameras and phones, and names without letters. */
const isNameless = ({ title }: MediaName): boolean =>
  !/\p{L}{2}/u.test(title) || /^(?:VID|IMG|MVI|DSC|MOV)[ _]?\d/iu.test(title)

/**
 * A name with what the file's own tags say, where the file's name says less: a show with season and episode, or a title for a
 * name without letters.
 */
export function namedByTags(name: MediaName, { show, season, episode, title, year }: EmbeddedDetails): MediaName {
  if (show !== '' && episode !== null && name.episode === null && name.kind === 'film') {
    return { ...name, kind: 'episode', title: show, season, episode }
  }
  if (name.kind === 'film' && isNameless(name) && title !== '' && !USELESS_TITLE.test(title)) {
    return { ...name, title, year: name.year ?? year }
  }
  return name
}

/** What tags say of a title; a person's files say more. */
export const factsOfTags = ({ description, genres }: EmbeddedDetails): TitleFacts =>
  stated({ intro: USELESS_TITLE.test(description) ? '' : description, genres: genres.slice(0, 10) })

/** Whether a name says so little that the file's tags are needed, or its place came from them. */
export function needsTags(name: MediaName, origin: string | null): boolean {
  return isNameless(name) || (name.kind === 'film' && origin !== null && origin.startsWith('file:episode:'))
}
