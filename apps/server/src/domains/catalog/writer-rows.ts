import type { EpisodeDraft, TitleDraft } from './title-drafts.ts'

/** Converts drafts to rows that are sent as one array for each column. */

/** A value as it is sent. Lists are PostgreSQL's array literals, because an array of lists would have to be rectangular. */
export type Cell = string | number | boolean | null

/** Null is an absent value. */
export type Row = Readonly<Record<string, Cell>>

/** PostgreSQL's types of columns. */
export type ColumnType = 'int' | 'smallint' | 'bigint' | 'real' | 'bool' | 'text' | 'text[]' | 'jsonb'

export type ColumnTypes = Readonly<Record<string, ColumnType>>

/** The columns of a title that a draft may give. */
export const titleColumns = {
  pid_id: 'int',
  type_id: 'int',
  name: 'text',
  letter: 'text',
  latin: 'text',
  alias: 'text[]',
  series: 'text',
  season: 'smallint',
  area: 'text',
  lang: 'text',
  year: 'smallint',
  genres: 'text[]',
  directors: 'text[]',
  actors: 'jsonb',
  intro: 'text',
  remarks: 'text',
  state: 'text',
  schedule: 'text',
  premiere: 'text',
  total_episodes: 'int',
  score_sum: 'int',
  score_count: 'int',
  up_count: 'int',
  vip: 'bool',
  poster: 'text',
  backdrop: 'text',
  thumb: 'text',
  focus: 'real',
  ink: 'text',
  logo: 'text',
  art_kind: 'text',
  art_wide_kind: 'text',
  art_palette: 'text',
  demo: 'bool',
  updated_at: 'bigint',
} as const

/** The columns of an episode that a draft may give, except those of its key. */
export const episodeColumns = {
  name: 'text',
  vip: 'bool',
  intro_sec: 'real',
  outro_sec: 'real',
  still: 'text',
  air_at: 'bigint',
  asset_id: 'int',
  duration_ms: 'int',
  state: 'text',
  created_at: 'bigint',
} as const

/** The columns of an episode in which null is a value: a second column says whether it was given. */
export const nullableColumns = { air_at: 'air_at_given', asset_id: 'asset_id_given' } as const

export type TitleColumn = keyof typeof titleColumns
export type EpisodeColumn = keyof typeof episodeColumns

/** PostgreSQL takes neither NUL nor halves of surrogate pairs. */
const text = (value: string): string =>
  value.includes('\0') || !value.isWellFormed() ? value.replaceAll('\0', '').toWellFormed() : value

const listLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${text(value).replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join()}}`

const actorsJson = (actors: readonly { name: string; role: string }[]): string =>
  JSON.stringify(actors.map(({ name, role }) => ({ name: text(name), role: text(role) })))

const optional = <Value>(value: Value | undefined, convert: (value: Value) => Cell): Cell =>
  value === undefined ? null : convert(value)

/** The row of a draft. */
export function titleRow(draft: TitleDraft): Record<TitleColumn, Cell> {
  const list = (values: readonly string[] | undefined): Cell => optional(values, listLiteral)
  const words = (value: string | undefined): Cell => optional(value, text)
  return {
    pid_id: draft.pidId,
    type_id: draft.typeId,
    name: text(draft.name),
    letter: text(draft.letter),
    latin: words(draft.latin),
    alias: list(draft.alias),
    series: words(draft.series),
    season: draft.season ?? null,
    area: words(draft.area),
    lang: words(draft.lang),
    year: draft.year ?? null,
    genres: list(draft.genres),
    directors: list(draft.directors),
    actors: optional(draft.actors, actorsJson),
    intro: words(draft.intro),
    remarks: words(draft.remarks),
    state: words(draft.state),
    schedule: words(draft.schedule),
    premiere: words(draft.premiere),
    total_episodes: draft.totalEpisodes ?? null,
    score_sum: draft.scoreSum ?? null,
    score_count: draft.scoreCount ?? null,
    up_count: draft.upCount ?? null,
    vip: draft.vip ?? null,
    poster: words(draft.poster),
    backdrop: words(draft.backdrop),
    thumb: words(draft.thumb),
    focus: draft.focus ?? null,
    ink: words(draft.ink),
    logo: words(draft.logo),
    art_kind: words(draft.artKind),
    art_wide_kind: words(draft.artWideKind),
    art_palette: words(draft.artPalette),
    demo: draft.demo ?? null,
    updated_at: draft.updatedSec ?? null,
  }
}

/** The row of an episode's draft. */
export function episodeRow(draft: EpisodeDraft): Record<EpisodeColumn | 'air_at_given' | 'asset_id_given', Cell> {
  return {
    name: text(draft.name),
    vip: draft.vip ?? null,
    intro_sec: draft.introSec ?? null,
    outro_sec: draft.outroSec ?? null,
    still: optional(draft.still, text),
    air_at: draft.airAtSec ?? null,
    air_at_given: draft.airAtSec !== undefined,
    asset_id: draft.assetId ?? null,
    asset_id_given: draft.assetId !== undefined,
    duration_ms: draft.durationMs ?? null,
    state: draft.state ?? null,
    created_at: draft.createdSec ?? null,
  }
}

/** Values of a new title where its draft gives none. */
export const emptyTitle: Readonly<Record<string, Cell>> = {
  latin: '',
  alias: '{}',
  series: '',
  season: 0,
  area: '',
  lang: '',
  year: 0,
  genres: '{}',
  directors: '{}',
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
  logo: '',
  art_kind: '',
  art_wide_kind: '',
  art_palette: '',
  demo: false,
}

/** Values of a new episode where its draft gives none. */
export const emptyEpisode: Readonly<Record<string, Cell>> = {
  duration_ms: 0,
  vip: false,
  intro_sec: 0,
  outro_sec: 0,
  still: '',
  state: 'pending',
}

/** The later of two values, of those that are given. */
const override = <Draft extends object>(earlier: Draft, later: Draft): Draft => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined)),
})

/** An episode of a batch with its title. */
export type PlacedEpisode = EpisodeDraft & { titleId: number }

export const sourceKey = (titleId: number, source: string): string => `${titleId} ${source}`

/** The origin under which a draft's title is stored. */
export const originOf = ({ origin }: TitleDraft): string => text(origin)

/** The name under which a source is stored. */
export const sourceName = text

export const episodeKey = ({ titleId, source, level }: PlacedEpisode): string => `${titleId} ${level} ${text(source)}`

/**
 * Drafts in which each origin occurs once: a later draft of an origin overrides the fields of the earlier one, as if they
 * were saved one after the other.
 */
export function mergeByOrigin(drafts: readonly TitleDraft[]): TitleDraft[] {
  const merged = new Map<string, TitleDraft>()
  for (const draft of drafts) {
    const origin = originOf(draft)
    const earlier = merged.get(origin)
    const { createdSec, episodes, ...rest } = draft
    const both = [...(earlier?.episodes ?? []), ...(episodes ?? [])]
    // When a title was added is stored with its first draft.
    const added = earlier ? earlier.createdSec : createdSec
    merged.set(origin, {
      ...(earlier ? override<TitleDraft>(earlier, rest) : rest),
      origin,
      ...(added === undefined ? {} : { createdSec: added }),
      ...(both.length === 0 ? {} : { episodes: both }),
    })
  }
  return [...merged.values()]
}

/** Episodes of which each title, source and level has one: a later draft overrides the fields of the earlier one. */
export function mergeEpisodes(episodes: readonly PlacedEpisode[]): Map<string, PlacedEpisode> {
  const merged = new Map<string, PlacedEpisode>()
  for (const episode of episodes) {
    const key = episodeKey(episode)
    const earlier = merged.get(key)
    merged.set(key, earlier ? override(earlier, episode) : episode)
  }
  return merged
}
