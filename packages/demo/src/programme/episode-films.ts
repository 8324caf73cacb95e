import { rangesOf, shotOrder, type FilmRange } from '../films/composition.ts'
import { shotSec } from '../films/film-script.ts'
import { filmScripts } from '../films/film-scripts.ts'
import { demoChannels } from './channels/channel-list.ts'
import type { DemoTitle } from './demo-title.ts'
import { plannedEpisodes } from './episodes.ts'
import { programme } from './programme.ts'

/** What is played: ranges of a film. */
export interface ComposedFilm {
  /** Permanent id: the same name is the same composition. */
  name: string
  /** Name of the film script. */
  film: string
  ranges: FilmRange[]
  durationMs: number
}

/** What an episode plays: ranges of its title's film. */
export interface EpisodeFilm extends ComposedFilm {
  level: number
  /** The shot with which it begins; its still is taken from it. */
  firstShot: number
  /** The shots in their order, each `shotSec` long. */
  shots: readonly number[]
}

/** The name of a composition of this length. */
export const episodeFilmName = (film: string, level: number, minutes: number): string => `${film}/${level}@${minutes}`

/**
 * The step of lengths: two minutes are exactly 25 shots, so that the guide's times of channels are exactly those of what
 * they play.
 */
export const stepMinutes = 2

/** Different news programmes of a channel, one for each day of a week. */
export const studioEditions = 7

const bonusMinutes = 8

/** The usual length of an episode, by category: films, series and so on. */
const minutesByCategory: Readonly<Record<number, readonly [least: number, most: number]>> = {
  1: [20, 24],
  2: [22, 24],
  3: [22, 24],
  4: [12, 16],
  5: [18, 22],
  6: [8, 10],
  7: [20, 24],
}

/** The length of an episode of a title: on its page, on channels and in their guide. */
export function episodeMinutes(
  { slug, typeId, release }: Pick<DemoTitle, 'slug' | 'typeId' | 'release'>,
  level: number,
): number {
  if (release.form === 'film' && level > 1) return bonusMinutes
  const [least, most] = minutesByCategory[Math.floor(typeId / 10)] ?? [8, 24]
  return least + stepMinutes * ((slug.length * 7 + level * 5) % ((most - least) / stepMinutes + 1))
}

const shotsByFilm = new Map(filmScripts.map(({ name, shots }) => [name, shots.length]))

function episodeFilm(film: string, level: number, minutes: number): EpisodeFilm {
  const order = shotOrder({ seed: film, episode: level, shots: shotsByFilm.get(film) ?? 1, minutes })
  return {
    ...composed(episodeFilmName(film, level, minutes), film, order),
    level,
    firstShot: order[0] ?? 0,
    shots: order,
  }
}

function composed(name: string, film: string, order: readonly number[]): ComposedFilm {
  return { name, film, ranges: rangesOf(order), durationMs: Math.round(order.length * shotSec * 1000) }
}

/** What the episodes of a title play. */
export const episodeFilmsOf = (title: DemoTitle): EpisodeFilm[] =>
  plannedEpisodes(title, 0).map(({ level }) => episodeFilm(title.slug, level, episodeMinutes(title, level)))

/** What channels play that is no title: news, in the lengths of their times. */
function studioFilms(): EpisodeFilm[] {
  const anchors = demoChannels.flatMap((channel) => channel.anchors)
  const lengths = new Map(
    anchors.flatMap((anchor) =>
      'minutes' in anchor ? [[`${anchor.slug} ${anchor.minutes}`, { slug: anchor.slug, minutes: anchor.minutes }]] : [],
    ),
  )
  return [...lengths.values()].flatMap(({ slug, minutes }) =>
    Array.from({ length: studioEditions }, (_, at) => episodeFilm(slug, at + 1, minutes)),
  )
}

/** The film of landscapes that fills the time before a programme with a fixed time. */
export const interludeFilm = 'interlude'

/** Longer than the longest time that nothing else fits into. */
const maxInterludeMinutes = 24

const interludes = (): EpisodeFilm[] =>
  Array.from({ length: maxInterludeMinutes / stepMinutes }, (_, at) =>
    episodeFilm(interludeFilm, 1, (at + 1) * stepMinutes),
  )

/** A preview of a title, for channels whose programme is not made yet. A step of lengths is a whole number of previews. */
export const previewMs = 24_000
/** Previews of a title with other shots first. */
export const previewCuts = 4

export const previewName = (film: string, cut: number): string => `${film}/preview/${cut}`

const previews = ({ slug }: Pick<DemoTitle, 'slug'>): ComposedFilm[] =>
  Array.from({ length: previewCuts }, (_, at) => {
    const minutes = previewMs / 60_000
    const shots = shotsByFilm.get(slug) ?? 1
    return composed(
      previewName(slug, at),
      slug,
      shotOrder({ seed: `preview ${slug}`, episode: at + 1, shots, minutes }),
    )
  })

/** Everything that titles and channels play. */
export const allComposedFilms = (): ComposedFilm[] => [
  ...programme.flatMap(episodeFilmsOf),
  ...studioFilms(),
  ...interludes(),
  ...programme.flatMap(previews),
]
