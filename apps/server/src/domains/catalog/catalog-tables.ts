import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type CatalogTables = {
  category: {
    id: number
    pid: number
    name: string
    type_en: string
    position: number
    hidden: boolean
    areas: string[]
    genres: string[]
    langs: string[]
  }
  title: {
    id: Generated<number>
    pid_id: number
    type_id: number
    name: string
    latin: string
    alias: string[]
    /** Shared by the titles of one series; empty for a single title. */
    series: string
    season: number
    area: string
    lang: string
    year: number
    letter: string
    genres: string[]
    directors: string[]
    actors: JSONColumnType<{ name: string; role: string }[]>
    intro: string
    remarks: string
    state: string
    schedule: string
    premiere: string
    total_episodes: number
    /** Sum of scores in tenths, and their number. */
    score_sum: number
    score_count: number
    up_count: number
    vip: boolean
    /** Not for minors: absent in minors' mode. */
    adult: Generated<boolean>
    /** Addresses below `/media/`; empty if the picture is drawn from the title. */
    poster: string
    backdrop: string
    thumb: string
    focus: number
    ink: string
    /** The title's logo, shown in place of its name; empty for none. */
    logo: Generated<string>
    /** Kind of artwork, as named by the generator; empty if it chooses. */
    art_kind: string
    /** For backdrop and stills; empty if they have the poster's kind. */
    art_wide_kind: string
    art_palette: string
    /** What all episodes that can be watched have: lines of the picture, HDR, channels of the sound; 0 if not known. */
    picture_height: Generated<number>
    hdr: Generated<boolean>
    channels: Generated<number>
    demo: boolean
    /** The importer's id of the title; null for titles made by hand. */
    origin: string | null
    published: boolean
    /** Columns that importers do not overwrite. */
    locked_fields: Generated<string[]>
    /** When it was deleted; it is removed with its files thirty days later. */
    deleted_sec: number | null
    /** The title that it became part of: its address leads there. */
    merged_into: number | null
    created_at: number
    updated_at: number
  }
  title_listing: {
    title_id: number
    pid_id: number
    facets: number[]
    updated_at: number
    hits: number
    /** In tenths, 0 to 100. */
    score: number
  }
  facet: { id: GeneratedAlways<number>; dimension: string; value: string }
  source: {
    id: GeneratedAlways<number>
    title_id: number
    name: string
    position: number
    /** `extra`: trailers and extras, which are no episodes. Their levels begin at `firstExtraLevel`. */
    kind: Generated<'main' | 'extra'>
  }
  episode: {
    id: GeneratedAlways<number>
    source_id: number
    level: number
    name: string
    duration_ms: number
    vip: boolean
    intro_sec: number
    outro_sec: number
    still: string
    air_at: number | null
    asset_id: number | null
    state: 'ready' | 'pending' | 'broken'
    /** The best that its asset has; 0 until it was asked for. */
    picture_height: Generated<number>
    hdr: Generated<boolean>
    channels: Generated<number>
    /** When it was added, regardless of its air date. */
    created_at: number
    /** Columns that importers do not overwrite. */
    locked_fields: Generated<string[]>
  }
  banner: { title_id: number; position: number }
  plate: { content: JSONColumnType<{ kicker: string; head: string[]; line: string; href: string; img: string }> }
  title_visit: { day: ColumnType<Date, string, string>; title_id: number; visitor: string; network: string | null }
  title_plays: { day: ColumnType<Date, string, string>; title_id: number; plays: number }
  title_rank: {
    period: 'day' | 'week' | 'month'
    title_id: number
    pid_id: number
    plays: number
    plays_before: number
  }
}
