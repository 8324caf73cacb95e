import type { ColumnType, GeneratedAlways } from 'kysely'
import type { MigrationReport } from './report-rules.ts'

/** What has an id in an older system. `log`: an entry of its log of favourites and watched episodes. */
export const legacyKinds = ['category', 'title', 'person', 'user', 'log', 'comment', 'danmaku', 'channel'] as const
/** Servers whose ids are texts. */
export type SourceSystem = 'jellyfin' | 'xc'

export type LegacyKind = (typeof legacyKinds)[number]

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type MigrationTables = {
  /** A site that was taken: its ids are its own. */
  legacy_site: {
    id: GeneratedAlways<number>
    system: string
    /** How its addresses encode ids; null: as the system is shipped. */
    id_key: string | null
    id_length: number | null
    created_sec: number
  }
  legacy_id: {
    site_id: number
    kind: LegacyKind
    old_id: number
    /** Null for what has no id here. */
    id: number | null
    /** Its name in old addresses, in pinyin; empty for none. */
    slug: string
    /** Of a person: the name by which its page is found. */
    name: string
    hash: Buffer
    /** Of what does not change of the row; null for kinds without such columns. */
    mark: number | null
  }
  legacy_source: {
    site_id: number
    /** Of the title. */
    old_id: number
    /** Of the play group in old addresses, from 1. */
    position: number
    source_id: number
  }
  migration_source: {
    id: GeneratedAlways<number>
    system: SourceSystem
    /** Without a password. */
    address: string
  }
  migration_item: {
    source_id: number
    kind: string
    /** Its id there. */
    key: string
    /** Null for what has no id here. */
    id: number | null
    /** Number of the episode; 0 for what is none. */
    level: number
    hash: Buffer
  }
  migration_binding: {
    source_id: number
    /** Of the category there. */
    key: string
    name: string
    /** Null: not taken. */
    type_id: number | null
    /** Whether the operator decided: proposals never change it. */
    by_hand: boolean
  }
  migration_run: {
    id: GeneratedAlways<number>
    report: ColumnType<MigrationReport, string, string>
    started_sec: number
    ended_sec: number | null
  }
}
