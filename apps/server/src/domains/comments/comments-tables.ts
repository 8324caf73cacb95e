import type { CommentKind } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix seconds. */
export type CommentsTables = {
  comment: {
    id: GeneratedAlways<number>
    user_id: number
    kind: CommentKind
    /** The id of the title, channel or match. */
    subject_id: number
    content: string
    created_at: number
    up_count: ColumnType<number, number | undefined>
    down_count: ColumnType<number, number | undefined>
  }
}
