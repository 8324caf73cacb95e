import { letterOf } from '@yunmu/zh'
import { scheduleWords } from './air-rules.ts'
import type { EpisodeToSave, TitleToSave } from './demo-needs.ts'
import { airedCount, plannedEpisodes, sourceNames, type PlannedEpisode } from './episode-rules.ts'
import { playsOfAllTime } from './play-rules.ts'
import type { DemoTitle } from './programme/demo-title.ts'
import { heroIndex } from './programme/index.ts'
import { chinaDay } from '@yunmu/contract/china-time'

const hourSec = 3600
const daySec = 24 * hourSec
const animation = 4

/** The opening title of every film of the programme, and its end card. Seconds. */
const openingSec = 6
const closingSec = 7

/** A film as far as episodes are concerned. */
export interface FilmAsset {
  assetId: number
  durationSec: number
  state: EpisodeToSave['state']
  /** 0 until it is made. */
  durationMs: number
}

const isYetToAir =
  (nowSec: number) =>
  ({ airAtSec }: PlannedEpisode): boolean =>
    airAtSec !== null && airAtSec > nowSec

/** What the catalogue and the channels know a thing of the programme by. */
export const originOf = (slug: string): string => `demo:${slug}`

/** A programme's title as the catalogue stores it. */
export function titleToSave(title: DemoTitle, nowSec: number): TitleToSave {
  const episodes = plannedEpisodes(title, nowSec)
  const { run, score, scored, typeId } = title
  const next = episodes.find(isYetToAir(nowSec))
  const pace = run.form === 'series' ? run.airing : run.form === 'issues' ? run : undefined
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
    schedule: pace && next?.airAtSec ? scheduleWords({ nextSec: next.airAtSec, ...pace }) : '',
    premiere: title.premiere ?? (first?.airAtSec ? chinaDay(first.airAtSec) : ''),
    totalEpisodes: run.form === 'film' ? 1 : episodes.length,
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
  const { run } = title
  if (run.form === 'film') return run.quality
  const aired = airedCount(title)
  if (run.form === 'issues') return run.coming > 0 ? `更新至第${aired}期` : `全${aired}期`
  return run.airing ? `更新至${aired}集` : `全${run.total}集`
}

/**
 * Every episode of every source. The films take turns, so that two neighbours differ; sources show the same.
 * @param index the title's place in the programme
 */
export function episodesToSave(options: {
  title: DemoTitle
  index: number
  films: readonly FilmAsset[]
  nowSec: number
  /** When they came onto the shelf. */
  createdSec: number
}): EpisodeToSave[] {
  const { title, index, films, nowSec, createdSec } = options
  const planned = plannedEpisodes(title, nowSec)
  return sourceNames(index).flatMap((source, sourcePosition) =>
    planned.flatMap((episode) => {
      const film = films.at((index - heroIndex + episode.level - 1) % films.length)
      return film ? [{ source, sourcePosition, createdSec, ...playing(episode, film) }] : []
    }),
  )
}

function playing(episode: PlannedEpisode, film: FilmAsset) {
  const { assetId, durationSec, state, durationMs } = film
  return { ...episode, introSec: openingSec, outroSec: durationSec - closingSec, assetId, state, durationMs }
}

/**
 * When a title and its episodes came onto the shelf, and when it last changed: the order of a category is the order of its titles.
 * @param place of the title within its category, from 0
 */
export function shelfTimes(
  title: DemoTitle,
  place: number,
  nowSec: number,
): { createdSec: number; updatedSec: number; episodesSec: number } {
  const updatedSec = nowSec - place * 7 * hourSec - title.typeId * 60
  const isNew = title.run.form === 'series' && title.run.airing !== undefined && airedCount(title) <= 4
  const createdSec = isNew ? Math.min(updatedSec, nowSec - 2 * daySec) : updatedSec - (12 + place * 9) * daySec
  // What airs by and by was announced with its title; the rest was put here in one go.
  const episodesSec = plannedEpisodes(title, nowSec).some(isYetToAir(nowSec)) ? createdSec : updatedSec
  return { updatedSec, createdSec, episodesSec }
}
