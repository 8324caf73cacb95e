import type { CommentKind } from '@yunmu/contract'
import type { GeneratedAlways } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type LocksTables = {
  subject_lock: {
    id: GeneratedAlways<number>
    kind: CommentKind
    subject_id: number
    /** The source or line; 0 for the whole subject. */
    line: number
    password_hash: string
    created_at: number
  }
  unlock: {
    /** Keyed hash of the browser's session id. */
    browser: Buffer
    lock_id: number
    until: number
  }
}
