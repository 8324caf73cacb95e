import type { Platform } from '../../platform/platform.ts'
import type { PushStore } from './push-store.ts'
import type { Vapid } from './vapid.ts'

export type PushPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'egress' | 'secrets' | 'config'>

/** What this domain needs from outside. */
export interface PushNeeds {
  /** How push services reach the operator: a `mailto:` or `https:` address; empty for none. */
  contact: string
  /** Whether a session exists and has not ended. */
  isSessionOpen(sessionId: string, userId: number): Promise<boolean>
}

/** Dependencies of this domain's calls and jobs. */
export interface PushParts extends PushNeeds, Pick<Platform, 'clock' | 'log' | 'jobs' | 'egress'> {
  store: PushStore
  vapid: Vapid
  /** Destinations that the operator permits besides public ones. */
  allowed: ReadonlySet<string>
}
