import type { ReportReason, TextKind } from '@yunmu/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { FoundWord } from './find-words.ts'

/** Tables that only this domain reads and writes. Times are Unix seconds unless their name says otherwise. */
export type ModerationTables = {
  moderation_words: { list: FoundWord['list']; words: string[] }
  moderation_mute: { user_id: number; until: number; reason: string }
  moderation_recent: {
    id: GeneratedAlways<number>
    user_id: number
    kind: TextKind
    /** Keyed hashes of the folded text, the address and its network. The last two are null for this machine itself. */
    text_hash: Buffer
    address_hash: Buffer | null
    network_hash: Buffer | null
    at_ms: number
  }
  moderation_report: {
    kind: TextKind
    text_id: string
    user_id: number
    reason: ReportReason
    created_at: number
    /** Keyed hash of the reporter's network together with the text; null for this machine itself. */
    network_hash: ColumnType<Buffer | null, Buffer | null | undefined>
    /** Whether the report counts towards holding the text. */
    weighs: ColumnType<boolean, boolean | undefined>
    /** An operator reviewed it: it counts no more, and the same user cannot report it again. */
    settled: ColumnType<boolean, boolean | undefined>
  }
  /** `kind` is where the block began: a block of a danmaku author must not reveal the name. */
  user_block: { user_id: number; blocked_id: number; kind: TextKind; created_at: number }
}
