import type { CommentKind, DanmakuMode, DanmakuSettings, DanmakuSize, TextState } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix milliseconds unless they count in an episode. */
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
    /** Null for what was imported and what the demonstration says. */
    user_id: number | null
    sender: string
    vip: ColumnType<boolean, boolean | undefined>
    /** Not kept within what is shown. */
    weight: number
    up_count: ColumnType<number, number | undefined>
    state: ColumnType<TextState, TextState | undefined, TextState>
    /** What the rules of moderation found; empty for nothing. */
    found: ColumnType<string, string | undefined>
    source: 'user' | 'import' | 'demo'
    /** What a danmaku of a file is known by in its pool; null for others. */
    origin: string | null
    created_ms: number
  }
  /** What packs are put together from; the database keeps versions by itself. */
  danmaku_segment: {
    kind: CommentKind
    subject_id: number
    level: number
    /** The quarter of a minute, as moments are counted. */
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
