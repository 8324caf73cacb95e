import type { Danmaku, Script } from '@yunmu/contract'
import type { Clock } from '../process/clock.ts'
import type { Events } from '../events/events.ts'
import type { Logger } from '../process/logger.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { WorkerChannel } from '../process/worker-channel.ts'
import type { Viewer } from '../calls/viewer.ts'
import type { UpFrameRegistry } from './mount-up.ts'

/** A danmaku and when it was sent. */
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
  channel: WorkerChannel
  /** Whether new connections are refused because of load. */
  overloaded: () => boolean
  /** Additional origins whose pages may connect. */
  allowedOrigins: ReadonlySet<string>
  /** Up-frame handlers of the domains. */
  ups: UpFrameRegistry
  /** Null for an invalid or expired token. */
  viewerOf(token: string): Promise<Viewer | null>
  /** Whether the room exists and the viewer may join it. */
  canJoin(room: string, viewer: Viewer | null): Promise<boolean>
  /** Shown danmaku sent to a room since a time, oldest first. */
  recent(room: string, sinceMs: number): Promise<readonly SentDanmaku[]>
  /** The authors of those of these danmaku that are held: they stay visible to their authors. */
  heldAuthors(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Invented viewers in a room, which the demonstration programme adds. */
  crowd(room: string): number
  /** Converts the strings of a frame to the reader's script. */
  convert: (value: unknown, script: Script) => unknown
}
