import type { EpisodeDraft, TitleDraft } from './writer-store.ts'

/** Converts drafts to rows. */

/** The columns of a draft; absent fields stay absent. */
export function titleRow(draft: TitleDraft) {
  const { origin: _origin, hits: _hits, actors, ...rest } = draft
  return {
    pid_id: rest.pidId,
    type_id: rest.typeId,
    name: rest.name,
    letter: rest.letter,
    ...withoutUndefined({
      latin: rest.latin,
      alias: rest.alias,
      series: rest.series,
      season: rest.season,
      area: rest.area,
      lang: rest.lang,
      year: rest.year,
      genres: rest.genres,
      directors: rest.directors,
      actors: actors && JSON.stringify(actors),
      intro: rest.intro,
      remarks: rest.remarks,
      state: rest.state,
      schedule: rest.schedule,
      premiere: rest.premiere,
      total_episodes: rest.totalEpisodes,
      score_sum: rest.scoreSum,
      score_count: rest.scoreCount,
      up_count: rest.upCount,
      vip: rest.vip,
      poster: rest.poster,
      backdrop: rest.backdrop,
      thumb: rest.thumb,
      focus: rest.focus,
      ink: rest.ink,
      art_kind: rest.artKind,
      art_wide_kind: rest.artWideKind,
      art_palette: rest.artPalette,
      demo: rest.demo,
    }),
  }
}

/** Default values of a title. */
export const emptyTitle = {
  latin: '',
  alias: [],
  series: '',
  season: 0,
  area: '',
  lang: '',
  year: 0,
  genres: [],
  directors: [],
  actors: '[]',
  intro: '',
  remarks: '',
  state: '',
  schedule: '',
  premiere: '',
  total_episodes: 0,
  score_sum: 0,
  score_count: 0,
  up_count: 0,
  vip: false,
  poster: '',
  backdrop: '',
  thumb: '',
  focus: 0.5,
  ink: '#080a0f',
  art_kind: '',
  art_wide_kind: '',
  art_palette: '',
  demo: false,
  published: true,
}

export const emptyEpisode = {
  duration_ms: 0,
  vip: false,
  intro_sec: 0,
  outro_sec: 0,
  still: '',
  air_at: null,
  asset_id: null,
  state: 'pending' as const,
}

/** The columns of an episode; absent fields stay absent. */
export function episodeRow(draft: EpisodeDraft) {
  return {
    level: draft.level,
    name: draft.name,
    ...withoutUndefined({
      vip: draft.vip,
      intro_sec: draft.introSec,
      outro_sec: draft.outroSec,
      still: draft.still,
      air_at: draft.airAtSec,
      asset_id: draft.assetId,
      duration_ms: draft.durationMs,
      state: draft.state,
      created_at: draft.createdSec,
    }),
  }
}

type EpisodeColumn = keyof ReturnType<typeof episodeRow>

export const isEpisodeColumn = (name: string): name is EpisodeColumn =>
  name in emptyEpisode || name === 'name' || name === 'created_at'

type Present<Row> = { [Key in keyof Row]?: Exclude<Row[Key], undefined> }

/** Removes undefined fields, which would be written as null. */
function withoutUndefined<Row extends object>(row: Row): Present<Row> {
  const result: Present<Row> = {}
  for (const key in row) {
    const value = row[key]
    if (isDefined(value)) result[key] = value
  }
  return result
}

const isDefined = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined

/** Whether a stored row already has all values of a draft. */
export function isSame(stored: Record<string, unknown>, row: Record<string, unknown>): boolean {
  return Object.entries(row).every(([key, value]) => {
    const storedValue = key === 'actors' ? JSON.stringify(stored[key]) : stored[key]
    return JSON.stringify(storedValue) === JSON.stringify(value)
  })
}
