import type { Generated } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type ThirdTables = {
  third_identity: { auth_type: string; subject: string; user_id: number; name: string; created_at: number }
  third_ticket: {
    id: string
    secret_hash: Buffer
    auth_type: string
    subject: string
    name: string
    /** Number of codes that were tried with it. */
    tries: Generated<number>
    expires_at: number
  }
}
