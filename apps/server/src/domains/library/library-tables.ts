import type { CommentKind, WatchType } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix seconds unless stated otherwise. */
export type LibraryTables = {
  watch_record: {
    user_id: number
    type: WatchType
    /** Titles, channels and matches have separate id ranges. A title's type may change between `vod` and `tv`. */
    kind: GeneratedAlways<CommentKind>
    ref_id: number
    level: number
    position_ms: number
    duration_ms: number
    /** The title's name at that time, in simplified script, shown after the title is deleted. */
    name: string
    watched_at: number
    /** Records with `watched_at` up to this time are removed; a newer record is visible. */
    deleted_at: ColumnType<number, number | undefined>
    /** Time of the removing request, Unix milliseconds: records removed together are restored together. */
    deletion_ms: ColumnType<number, number | undefined>
  }
  /** When a user cleared the history, Unix milliseconds. Applies to late uploads of older records too. */
  history_clear: { user_id: number; cleared_ms: number }
  favourite: { user_id: number; title_id: number; created_at: number }
  follow: { user_id: number; channel_id: number; created_at: number }
  match_subscription: { user_id: number; match_id: number; created_at: number }
  /** The one without a name is 稍后看. */
  title_list: { id: GeneratedAlways<number>; user_id: number; name: string; position: number; created_at: number }
  title_list_item: { list_id: number; title_id: number; added_at: number }
  /** `notified_level` is the highest episode that was playable when it was followed or last notified of. */
  title_follow: { user_id: number; title_id: number; notified_level: number; created_at: number }
  programme_reminder: { user_id: number; channel_id: number; start_sec: number; name: string }
  title_up: { user_id: number; title_id: number; created_at: number }
  title_score: { user_id: number; title_id: number; score: number; updated_at: number }
}
