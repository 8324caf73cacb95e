import type { Script } from '@yunmu/contract'
import type { GeneratedAlways } from 'kysely'

/** Tables that only this domain reads and writes. Times are Unix seconds. */
export type PushTables = {
  /** Browsers that get messages of a user, until the session ends in which they subscribed. */
  push_subscription: {
    id: GeneratedAlways<number>
    user_id: number
    session_id: string
    endpoint: string
    public_key: Buffer
    auth_secret: Buffer
    script: Script
    created_at: number
    used_at: number
  }
  /** What is sent to several browsers. Texts are in simplified script. */
  push_message: {
    id: GeneratedAlways<number>
    topic: string
    title: string
    body: string
    url: string
    expires_at: number
  }
  /** Browsers to which a message is still to be sent. Each part is sent by a job. */
  push_delivery: { message_id: number; subscription_id: number; part: number }
}
