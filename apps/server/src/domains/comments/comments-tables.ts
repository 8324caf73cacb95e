import type { CommentKind, TextState } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type CommentsTables = {
  comment: {
    id: GeneratedAlways<number>
    /** Null once it is removed. */
    user_id: number | null
    kind: CommentKind
    /** The id of the title, channel or match. */
    subject_id: number
    /** For a reply: the top comment of its thread, and the comment that it answers. */
    root_id: number | null
    reply_to: number | null
    content: string
    state: ColumnType<TextState, TextState | undefined>
    /** Why it is held. */
    found: ColumnType<string, string | undefined>
    created_at: number
    up_count: ColumnType<number, number | undefined>
    down_count: ColumnType<number, number | undefined>
    reply_count: ColumnType<number, number | undefined>
    hot: GeneratedAlways<number>
  }
  comment_thumb: { comment_id: number; user_id: number; up: boolean }
}
