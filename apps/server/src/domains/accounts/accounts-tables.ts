import type { GeneratedAlways } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix seconds. */
export type AccountsTables = {
  app_user: {
    id: GeneratedAlways<number>
    name: string
    /** The name as it is compared: NFKC, lower case. */
    name_key: string
    nickname: string
    email: string | null
    group_id: number
    /** When VIP ends; 0 for never had. */
    user_end_time: number
    authority_id: number
    disabled: boolean
    created_at: number
  }
  user_session: { id: string; user_id: number; created_at: number; ended_at: number | null }
}
