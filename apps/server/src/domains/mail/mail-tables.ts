import type { GeneratedAlways } from 'kysely'

/** The table that this domain alone reads and writes. Times are Unix seconds. */
export type MailTables = {
  mail: {
    id: GeneratedAlways<number>
    recipient: string
    subject: string
    /** Empty once the mail has gone: nobody needs it here any more. */
    body: string
    created_at: number
    sent_at: number | null
    /** Why a server refused it for good. */
    failure: string
  }
}
