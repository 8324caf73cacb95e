import type { CommentKind, MessageDialog, MessageType } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type MessagesTables = {
  bulletin: {
    id: GeneratedAlways<number>
    dialog: MessageDialog
    title: string
    content: string
    starts_at: number
    /** Null never ends. */
    ends_at: number | null
    /** Whether it belongs to the demonstration programme. */
    demo: ColumnType<boolean, boolean | undefined>
  }
  /** The existing bulletins that a user has read. */
  bulletin_read: { user_id: number; ids: number[] }
  message: {
    id: GeneratedAlways<number>
    user_id: number
    type: PersonalType
    /** The event's object: repeated events of it share one message. */
    origin: string
    kind: CommentKind
    /** The id of the title, channel or match. */
    subject_id: number
    stream_id: number
    /** The comment; 0 for none. */
    rid: number
    /** Empty if the type and the actor determine it. */
    title: string
    /** For readers who do not hide scores; empty if it is the same. */
    title_with_score: ColumnType<string, string | undefined>
    content: string
    /** Path of the page where something can be done; empty for that of the subject. */
    url: ColumnType<string, string | undefined>
    created_at: number
    read: boolean
  }
  /** Who caused a message, in the order of their actions; empty for messages of the station. */
  message_actor: { id: GeneratedAlways<number>; message_id: number; actor_id: number }
}

/** The types of personal messages. */
export type PersonalType = Exclude<MessageType, 'bulletin'>
