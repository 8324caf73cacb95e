import type { ColumnType, GeneratedAlways } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix seconds where nothing else is said. */
export type LibraryTables = {
  watch_record: {
    user_id: number
    type: 'vod' | 'tv' | 'live'
    /** Titles and channels are numbered apart; whether a title is `vod` or `tv` may change. */
    live: GeneratedAlways<boolean>
    ref_id: number
    level: number
    position_ms: number
    duration_ms: number
    /** The title's name at that time, in simplified script: what is left of it when the title goes. */
    name: string
    watched_at: number
    /** Up to when records of this title count as taken away; the record shows when it is newer. */
    deleted_at: ColumnType<number, number | undefined>
    /** The moment of the request that took it away, Unix milliseconds: what went together comes back together. */
    deletion_ms: ColumnType<number, number | undefined>
  }
  /** When a person took away all records, Unix milliseconds: also those that had not come yet. */
  history_clear: { user_id: number; cleared_ms: number }
  favourite: { user_id: number; title_id: number; created_at: number }
  follow: { user_id: number; channel_id: number; created_at: number }
  match_subscription: { user_id: number; match_id: number; created_at: number }
  title_up: { user_id: number; title_id: number; created_at: number }
  title_score: { user_id: number; title_id: number; score: number; updated_at: number }
}
