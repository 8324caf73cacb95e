import type { Episode, Source, TitleDetail } from '@yunmu/contract'
import type { PlayLine } from '../../player/core/player-handle.ts'

/** Above so many episodes they are listed in ranges of as many. */
const rangeSize = 48

export interface EpisodeRange {
  from: number
  to: number
}

/** The spans that a long list of episodes is cut into; one where it is short. */
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

/** Sources that have the episode, the wanted one first: the order in which a player tries them. */
export function linesFor(sources: readonly Source[], level: number, wantedId: number): PlayLine[] {
  const having = sources.filter(({ episodes }) =>
    episodes.some((episode) => episode.level === level && episode.state !== 'coming'),
  )
  return having
    .toSorted((one, other) => Number(other.id === wantedId) - Number(one.id === wantedId))
    .map(({ id, name }) => ({ id, name }))
}

/** The source to show: the one that was asked for, or the first. */
export const sourceOf = (sources: readonly Source[], wantedId: number): Source | undefined =>
  sources.find(({ id }) => id === wantedId) ?? sources[0]

export const canOpen = ({ state }: Pick<Episode, 'state'>): boolean => state !== 'coming'

/** The episode before or after, as far as it can be opened. */
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

/** Whether the title is made of episodes: a film with its trailers is not. Where nobody counted, those there are do. */
export const isSerial = ({ totalEpisodes, sources }: Pick<TitleDetail, 'totalEpisodes' | 'sources'>): boolean =>
  totalEpisodes > 1 || (totalEpisodes === 0 && sources.some(({ episodes }) => episodes.length > 1))

/** Whether a name says no more than the number: 第7集, 7, EP07. */
export function isBareNumber(name: string, level: number): boolean {
  const number = /^(?:第\s*)?(?:EP?)?0*(\d+)\s*[集话話期回]?$/i.exec(name.trim())?.[1]
  return number !== undefined && Number(number) === level
}

/** Whether episodes are named by the day, as variety shows are: 11-20 and more words. */
export const isDated = (episodes: readonly Pick<Episode, 'name'>[]): boolean =>
  episodes.length > 0 && episodes.every(({ name }) => /^\d{1,4}[-./]\d{1,2}/.test(name))
