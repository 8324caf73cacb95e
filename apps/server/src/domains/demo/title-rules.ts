import { letterOf } from '@yunmu/zh'
import {
  airedCount,
  type DemoTitle,
  filmScripts,
  type PlannedEpisode,
  plannedEpisodes,
  playsOfAllTime,
  scheduleText,
  sourceNames,
} from '@yunmu/demo'
import type { EpisodeToSave, TitleToSave } from './demo-needs.ts'
import { chinaDay } from '@yunmu/contract/china-time'

const hourSec = 3600
const daySec = 24 * hourSec
const animation = 4

/** What an episode plays, and whether it can be played. */
export interface EpisodeAsset {
  assetId: number
  state: EpisodeToSave['state']
  durationMs: number
}

const heights = new Map(filmScripts.map(({ name, height }) => [name, height]))

const isYetToAir =
  (nowSec: number) =>
  ({ airAtSec }: PlannedEpisode): boolean =>
    airAtSec !== null && airAtSec > nowSec

/** The origin under which titles and channels of the programme are stored. */
export const originOf = (slug: string): string => `demo:${slug}`

/** A programme's title as the catalogue stores it. */
export function titleToSave(title: DemoTitle, nowSec: number): TitleToSave {
  const episodes = plannedEpisodes(title, nowSec)
  const { release, score, scored, typeId } = title
  const next = episodes.find(isYetToAir(nowSec))
  const broadcast = release.form === 'series' ? release.airing : release.form === 'issues' ? release : undefined
  const [first] = episodes
  return {
    origin: originOf(title.slug),
    pidId: Math.floor(typeId / 10),
    typeId,
    name: title.name,
    letter: letterOf(title.name),
    latin: title.latin,
    alias: [...(title.alias ?? [])],
    series: title.series === undefined ? '' : originOf(title.series),
    season: title.season ?? 0,
    area: title.area,
    lang: title.lang,
    year: title.year,
    genres: [...title.genres],
    directors: [...title.directors],
    actors: creditsOf(title),
    intro: title.intro,
    remarks: remarksOf(title),
    state: next ? '连载' : '完结',
    schedule: broadcast && next?.airAtSec ? scheduleText({ nextSec: next.airAtSec, ...broadcast }) : '',
    premiere: title.premiere ?? (first?.airAtSec ? chinaDay(first.airAtSec) : ''),
    totalEpisodes: release.form === 'film' ? 1 : episodes.length,
    scoreSum: Math.round(score * 10) * scored,
    scoreCount: scored,
    upCount: Math.round(scored * (0.4 + score / 20)),
    vip: title.vip ?? false,
    artKind: title.art.kind,
    artWideKind: title.art.wide ?? '',
    artPalette: title.art.palette,
    demo: true,
    hits: playsOfAllTime(title, nowSec),
  }
}

function creditsOf({ cast = {}, crew = {}, typeId }: DemoTitle): TitleToSave['actors'] {
  const does = Math.floor(typeId / 10) === animation ? '配' : '饰'
  return [
    ...Object.entries(crew).map(([name, role]) => ({ name, role })),
    ...Object.entries(cast).map(([name, role]) => ({ name, role: `${does} ${role}` })),
  ]
}

function remarksOf(title: DemoTitle): string {
  const { release, slug } = title
  if (release.form === 'film') return release.edition ?? `${heights.get(slug) ?? 720}P`
  const aired = airedCount(title)
  if (release.form === 'issues') return release.coming > 0 ? `更新至第${aired}期` : `全${aired}期`
  return release.airing ? `更新至${aired}集` : `全${release.total}集`
}

/**
 * Every episode of every source. All sources of an episode play the same.
 * @param index the title's index in the programme
 * @param assets by level
 */
export function episodesToSave(options: {
  title: DemoTitle
  index: number
  assets: ReadonlyMap<number, EpisodeAsset>
  nowSec: number
  /** When the episodes were published. */
  createdSec: number
}): EpisodeToSave[] {
  const { title, index, assets, nowSec, createdSec } = options
  const planned = plannedEpisodes(title, nowSec)
  return sourceNames(index).flatMap((source, sourcePosition) =>
    planned.flatMap((episode) => {
      const asset = assets.get(episode.level)
      return asset ? [{ source, sourcePosition, createdSec, introSec: 0, outroSec: 0, ...episode, ...asset }] : []
    }),
  )
}

/**
 * When a title and its episodes were published and last updated. Later titles of a category get earlier times, so that
 * its order by time is the order of the programme.
 * @param place index of the title within its category
 */
export function publishingTimes(
  title: DemoTitle,
  place: number,
  nowSec: number,
): { createdSec: number; updatedSec: number; episodesSec: number } {
  const updatedSec = nowSec - place * 7 * hourSec - title.typeId * 60
  const isNew = title.release.form === 'series' && title.release.airing !== undefined && airedCount(title) <= 4
  const createdSec = isNew ? Math.min(updatedSec, nowSec - 2 * daySec) : updatedSec - (12 + place * 9) * daySec
  // Episodes of a running title were created with it; those of a completed title were all added at its last update.
  const episodesSec = plannedEpisodes(title, nowSec).some(isYetToAir(nowSec)) ? createdSec : updatedSec
  return { updatedSec, createdSec, episodesSec }
}
