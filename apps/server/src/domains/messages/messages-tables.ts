import type { CommentKind, MessageDialog, MessageType } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix seconds. */
export type MessagesTables = {
  bulletin: {
    id: GeneratedAlways<number>
    dialog: MessageDialog
    title: string
    content: string
    starts_at: number
    /** Null stands until it is taken away. */
    ends_at: number | null
    /** Whether it came with the demonstration programme. */
    demo: ColumnType<boolean, boolean | undefined>
  }
  /** Which of the bulletins that there are somebody has read. */
  bulletin_read: { user_id: number; ids: number[] }
  message: {
    id: GeneratedAlways<number>
    user_id: number
    type: PersonalType
    /** What it is about, the same for what happens there again. */
    origin: string
    kind: CommentKind
    /** The id of the title, channel or match. */
    subject_id: number
    stream_id: number
    /** The comment; 0 for none. */
    rid: number
    /** Empty where the type and the actor make it. */
    title: string
    content: string
    created_at: number
    read: boolean
  }
  /** Who caused a message, in the order in which they did; nobody for what comes from the station. */
  message_actor: { id: GeneratedAlways<number>; message_id: number; actor_id: number }
}

/** The types of what is told to one person alone. */
export type PersonalType = Exclude<MessageType, 'bulletin'>
