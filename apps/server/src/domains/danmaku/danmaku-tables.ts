import type { CommentKind, DanmakuMode, DanmakuSettings, DanmakuSize, TextState } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix milliseconds, or milliseconds in the episode. */
export type DanmakuTables = {
  danmaku: {
    id: GeneratedAlways<number>
    kind: CommentKind
    /** The id of the title, channel or match. */
    subject_id: number
    /** The episode; 0 for channels and matches. */
    level: number
    at_ms: number
    mode: DanmakuMode
    color: number
    size: DanmakuSize
    text: string
    /** Null for imported and demonstration danmaku. */
    user_id: number | null
    sender: string
    vip: ColumnType<boolean, boolean | undefined>
    /** Not limited to the range that clients see. */
    weight: number
    up_count: ColumnType<number, number | undefined>
    state: ColumnType<TextState, TextState | undefined, TextState>
    /** Why moderation held it; empty for no reason. */
    found: ColumnType<string, string | undefined>
    source: 'user' | 'import' | 'demo'
    /** Identifies an imported danmaku in its pool; null for others. */
    origin: string | null
    created_ms: number
  }
  /** Segments of packs with their cached pieces; a trigger maintains the versions. */
  danmaku_segment: {
    kind: CommentKind
    subject_id: number
    level: number
    /** Index of the 15-second segment. */
    segment: number
    version: GeneratedAlways<number>
    turned_ms: GeneratedAlways<number>
    made_version: number | null
    made_count: number | null
    few_s: Buffer | null
    many_s: Buffer | null
    few_t: Buffer | null
    many_t: Buffer | null
  }
  danmaku_up: { danmaku_id: number; user_id: number; created_ms: number }
  danmaku_settings: { user_id: number; settings: ColumnType<DanmakuSettings, string, string> }
}
