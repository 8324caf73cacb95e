import type { Generated } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix seconds. */
export type ThirdTables = {
  third_identity: { auth_type: string; subject: string; user_id: number; name: string; created_at: number }
  third_ticket: {
    id: string
    secret_hash: Buffer
    auth_type: string
    subject: string
    name: string
    /** Codes that were tried with it. */
    tries: Generated<number>
    expires_at: number
  }
}
