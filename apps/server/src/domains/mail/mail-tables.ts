import type { GeneratedAlways } from 'kysely'

/** Table that only this domain reads and writes. Times are Unix seconds. */
export type MailTables = {
  mail: {
    id: GeneratedAlways<number>
    recipient: string
    subject: string
    /** Emptied after sending, because it is not needed any more. */
    body: string
    created_at: number
    sent_at: number | null
    /** Why the server refused it permanently. */
    failure: string
  }
}
