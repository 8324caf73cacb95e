import type { Generated, GeneratedAlways } from 'kysely'
import type { SessionScope } from '../../platform/calls/viewer.ts'

/** Why a session ended: a login of the kind that ends all others, a changed password, the user on another device, an operator. */
export type SessionEndReason = 'other login' | 'password' | 'signed out' | 'disabled'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type AccountsTables = {
  app_user: {
    id: GeneratedAlways<number>
    name: string
    /** Normalised for comparison, see `nameKey`. */
    name_key: string
    nickname: string
    /** Lower case. */
    email: string | null
    group_id: Generated<number>
    /** When VIP ends; 0 if it never ends, or the user never was a VIP. */
    user_end_time: Generated<number>
    authority_id: Generated<number>
    disabled: Generated<boolean>
    created_at: number
    /** Argon2id in the PHC format, or the hash of an older system until the next login; empty if there is no password. */
    password_hash: Generated<string>
    qq: Generated<string>
    /** Address relative to `image_base`; empty for none. */
    portrait: Generated<string>
    adult: Generated<boolean>
    /** Whether scores of matches are hidden until the user opens them. */
    hides_scores: Generated<boolean>
    /** Hash of the code that ends minors' mode; empty while it is off. */
    minors_code: Generated<string>
    /** When the account is deleted; 0 if deletion was not requested. */
    leave_at: Generated<number>
  }
  user_session: {
    id: string
    user_id: number
    created_at: number
    ended_at: number | null
    /** Null while it is open, and for sessions that ended before reasons were stored. */
    end_reason: SessionEndReason | null
    seen_at: Generated<number>
    expires_at: Generated<number>
    /** Client address without its last part. */
    network: Generated<string>
    /** Browser and system as shown to the user, or the name that the operator gave a token. */
    device: Generated<string>
    issued_by_operator: Generated<boolean>
    scope: Generated<SessionScope>
  }
  user_device: { token_hash: Buffer; user_id: number; created_at: number; used_at: number }
  email_code: {
    purpose: string
    email: string
    /** Empty until the mail was created. */
    code_hash: Buffer
    /** Identifies the captcha of the request, or that it needed none, while it permits a form; empty afterwards. */
    picture_hash: Buffer
    tries: number
    sent_at: number
    expires_at: number
  }
  /** `key` is a keyed hash, so that addresses and logins are not stored. */
  throttle: { key: string; clear_at: number; blocked_until: number }
}
