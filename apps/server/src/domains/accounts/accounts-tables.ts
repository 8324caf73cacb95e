import type { Generated, GeneratedAlways } from 'kysely'

/** The tables that this domain alone reads and writes. Times are Unix seconds. */
export type AccountsTables = {
  app_user: {
    id: GeneratedAlways<number>
    name: string
    /** The name as it is compared: NFKC, lower case. */
    name_key: string
    nickname: string
    /** Lower case. */
    email: string | null
    group_id: Generated<number>
    /** When VIP ends; 0 where there is no end, or never was a VIP. */
    user_end_time: Generated<number>
    authority_id: Generated<number>
    disabled: Generated<boolean>
    created_at: number
    /** Argon2id in the PHC format; empty where there is no password. */
    password_hash: Generated<string>
    qq: Generated<string>
    /** Address relative to `image_base`; empty for none. */
    portrait: Generated<string>
    adult: Generated<boolean>
    /** When the account goes; 0 where nobody asked for that. */
    leave_at: Generated<number>
  }
  user_session: {
    id: string
    user_id: number
    created_at: number
    ended_at: number | null
    seen_at: Generated<number>
    expires_at: Generated<number>
    /** Where it was opened from, the last part left out. */
    network: Generated<string>
    /** Browser and system in words, or the name that the operator gave a token. */
    device: Generated<string>
    issued_by_operator: Generated<boolean>
  }
  user_device: { token_hash: Buffer; user_id: number; created_at: number; used_at: number }
  email_code: {
    purpose: string
    email: string
    /** Empty while the mail is being made. */
    code_hash: Buffer
    /** Of the picture that was read for it, while that may be shown once more; empty for none. */
    picture_hash: Buffer
    tries: number
    sent_at: number
    expires_at: number
  }
  /** `key` is a keyed hash: addresses and logins are not kept. */
  throttle: { key: string; clear_at: number; blocked_until: number }
}
