import type { ColumnType } from 'kysely'
import type { NameChange } from './name-table.ts'

/** The tables that only this domain reads and writes. */
export type OperationsTables = {
  import_file: {
    /** Absolute path without symbolic links. */
    path: string
    size: number
    mtime_ms: number
    fingerprint: string
    state: 'working' | 'done'
    asset_id: number
    /** Key that identifies the title in the catalog. */
    origin: string
    /** The title's source that the file belongs to. */
    source: string
    level: number
    /** Unix seconds. */
    updated_at: number
    /** Whether it has lower rungs, if its size has any. */
    with_ladder: boolean
    /** The subtitle files that were imported with it, as a digest. */
    subtitles: string
    /** What the import wrote of its title and episode, as a digest; empty before that was stored. */
    applied: string
    /** What the operator corrected in a table of names; null if nothing. */
    correction: NameChange | null
  }
  /** Replies of providers of titles' data. */
  provider_reply: {
    provider: string
    key: string
    body: ColumnType<unknown, string, string>
    /** Unix seconds. */
    fetched_sec: number
  }
  watched_folder: {
    /** Absolute path without symbolic links. */
    path: string
    type_id: number | null
    with_ladder: boolean
    added_sec: number
  }
}
