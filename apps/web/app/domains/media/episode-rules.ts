import type { Episode, Source, TitleDetail } from '@yunmu/contract'
import { firstExtraLevel } from '@yunmu/contract/constants'
import type { PlayLine } from '../../player/core/player-handle.ts'

/** More episodes than this are split into ranges of this size. */
const rangeSize = 48

export interface EpisodeRange {
  from: number
  to: number
}

/** Ranges of episode numbers; a single one for short lists. */
export function rangesOf(episodes: readonly Pick<Episode, 'level'>[]): EpisodeRange[] {
  const levels = episodes.map(({ level }) => level)
  if (levels.length === 0) return []
  if (levels.length <= rangeSize) return [{ from: Math.min(...levels), to: Math.max(...levels) }]
  const ranges: EpisodeRange[] = []
  for (let at = 0; at < levels.length; at += rangeSize) {
    const part = levels.slice(at, at + rangeSize)
    ranges.push({ from: Math.min(...part), to: Math.max(...part) })
  }
  return ranges
}

export const isWithin = ({ level }: Pick<Episode, 'level'>, { from, to }: EpisodeRange): boolean =>
  level >= from && level <= to

/**
 * Sources that have the episode, in the order in which the player tries them: the preferred one first, those with a password of
 * their own behind the others, and those in which it does not play yet last.
 */
export function linesFor(sources: readonly Source[], level: number, preferredId: number): PlayLine[] {
  const withEpisode = sources.filter(({ episodes }) =>
    episodes.some((episode) => episode.level === level && episode.state !== 'coming'),
  )
  return withEpisode
    .toSorted((one, other) => rankOf(one, level, preferredId) - rankOf(other, level, preferredId))
    .map(({ id, name }) => ({ id, name }))
}

function rankOf({ id, locked, episodes }: Source, level: number, preferredId: number): number {
  if (id === preferredId) return 0
  if (!episodes.some((episode) => episode.level === level && episode.state === 'ready')) return 3
  return locked ? 2 : 1
}

/** The first source that needs no password, or the first. */
const firstSource = (sources: readonly Source[]): Source | undefined =>
  sources.find(({ locked }) => !locked) ?? sources[0]

/** The source to show: the preferred one, or the first. */
export const sourceOf = (sources: readonly Source[], preferredId: number): Source | undefined =>
  sources.find(({ id }) => id === preferredId) ?? firstSource(sources)

/** The source in an address, which omits the first. */
export const sourceInUrl = (sources: readonly Source[], id: number | undefined): number | undefined =>
  id === 0 || id === firstSource(sources)?.id ? undefined : id

export const canOpen = ({ state }: Pick<Episode, 'state'>): boolean => state !== 'coming'

/** The previous or next episode that can be opened. */
export function neighbourOf(episodes: readonly Episode[], level: number, step: 1 | -1): Episode | undefined {
  const sorted = episodes.filter(canOpen).toSorted((one, other) => one.level - other.level)
  const at = sorted.findIndex((episode) => episode.level === level)
  return at < 0 ? undefined : sorted[at + step]
}

/** The ready episode nearest to one that is not: the last before it, or the first after. */
export function readyNear(episodes: readonly Episode[], level: number): Episode | undefined {
  const ready = episodes
    .filter((episode) => episode.state === 'ready' && episode.level !== level)
    .toSorted((one, other) => one.level - other.level)
  return ready.findLast((episode) => episode.level < level) ?? ready[0]
}

/**
 * Whether the title consists of episodes; a film with trailers does not. If the total is unknown, an episode after the
 * first tells, even if it is the only one.
 */
export const isSerial = ({ totalEpisodes, sources }: Pick<TitleDetail, 'totalEpisodes' | 'sources'>): boolean =>
  totalEpisodes > 1 || (totalEpisodes === 0 && sources.some(({ episodes }) => episodes.some(({ level }) => level > 1)))

/** Whether a name only repeats the number: 第7集, 7, EP07. */
export function isBareNumber(name: string, level: number): boolean {
  const number = /^(?:第\s*)?(?:EP?)?0*(\d+)\s*[集话話期回]?$/i.exec(name.trim())?.[1]
  return number !== undefined && Number(number) === level
}

const day = /^(?:\d{1,4}[-./]\d{1,2}|\d{8}期)/
const part = /^第[\d-]+[集期](?:[上中下]|（\d）)/

/** Whether episodes are named by date, as in variety shows: 11-20 with or without more text; or some are parts: 第3期上. */
export const isDated = (episodes: readonly Pick<Episode, 'name'>[]): boolean =>
  episodes.length > 0 && (episodes.every(({ name }) => day.test(name)) || episodes.some(({ name }) => part.test(name)))

/** What a player page shows at a level: at those of extras, these in place of the episodes. */
export const shownAt = (detail: TitleDetail, level: number): TitleDetail =>
  level >= firstExtraLevel && detail.extras ? { ...detail, sources: [detail.extras], totalEpisodes: 1 } : detail

/** The heading of a list of episodes. */
export const headingOf = (
  detail: Pick<TitleDetail, 'totalEpisodes' | 'sources' | 'extras'>,
  texts: { episodes: string; extras: string; trailersAndExtras: string },
): string => {
  if (detail.extras && detail.sources[0]?.id === detail.extras.id) return texts.trailersAndExtras
  return isSerial(detail) ? texts.episodes : texts.extras
}
