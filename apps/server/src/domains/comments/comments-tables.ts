import type { CommentKind, TextState } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix seconds. */
export type CommentsTables = {
  comment: {
    id: GeneratedAlways<number>
    /** Null once it is removed. */
    user_id: number | null
    kind: CommentKind
    /** The id of the title, channel or match. */
    subject_id: number
    /** Of an answer: the comment that the talk began with, and what it answers. */
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
