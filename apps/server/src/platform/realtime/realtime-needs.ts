import type { Danmaku, Script } from '@yunmu/contract'
import type { Clock } from '../process/clock.ts'
import type { Events } from '../events/events.ts'
import type { Logger } from '../process/logger.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { Viewer } from '../calls/viewer.ts'
import type { UpBook } from './mount-up.ts'

/** A danmaku, and when it was sent. */
export interface SentDanmaku {
  sentMs: number
  danmaku: Danmaku
}

/** What realtime needs from outside. */
export interface RealtimeNeeds {
  events: Events
  clock: Clock
  log: Logger
  metrics: Metrics
  limits: RateLimits
  /** Whether newcomers are turned away now. */
  overloaded: () => boolean
  /** Origins beside our own whose pages may connect. */
  allowedOrigins: ReadonlySet<string>
  /** What domains take from pages. */
  ups: UpBook
  /** Null for a visitor, and for a token that holds no longer. */
  viewerOf(token: string): Promise<Viewer | null>
  /** Whether there is such a room, and this viewer may be in it. */
  mayEnter(room: string, viewer: Viewer | null): Promise<boolean>
  /** What was sent to a room since then and may be seen by all, the oldest first. */
  recent(room: string, sinceMs: number): Promise<readonly SentDanmaku[]>
  /** Those of these danmaku that are held, and who wrote them: they stay before their authors' eyes. */
  heldOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Puts the strings of a frame into the reader's script. */
  convert: (value: unknown, script: Script) => unknown
}
