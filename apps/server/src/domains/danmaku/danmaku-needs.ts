import type { CommentKind } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Pool, Span } from './danmaku-rules.ts'
import type { DanmakuStore } from './danmaku-store.ts'
import type { PackCache } from './pack-cache.ts'
import type { PieceStore } from './piece-store.ts'
import type { UpStore } from './up-store.ts'

/** What becomes of a text that somebody wants to show; `text` is cleaned. */
export type ModerationVerdict =
  | { state: 'shown' | 'held'; found: string; text: string }
  | { refused: 'TextRefused' | 'TextRepeated' }
  | { refused: 'TooSoon' | 'Muted'; retryAfterSec: number }

/** Why there is no such place to say something at. */
export type SubjectRefusal = 'NoSuchTitle' | 'NoSuchEpisode' | 'NoSuchChannel' | 'NoSuchMatch'

/** What this domain needs from outside. */
export interface DanmakuNeeds {
  clock: Clock
  events: Events
  /** What somebody is called where they are not named: `Danmaku.user`. */
  authorMark(userId: number): string
  subjects: {
    /** Whether visitors may see what the pool belongs to. Asked with every pack. */
    isVisible(pool: Pool): Promise<boolean>
    /** The moments at which something may be said there now. */
    spanOf(pool: Pool, nowMs: number): Promise<Span | SubjectRefusal>
    /** How long what is shown there is kept, seconds; null for channels that are gone. */
    retentionSec(channelId: number): Promise<number | null>
    /** Names of those that visitors may find. */
    names(kind: CommentKind, ids: readonly number[]): Promise<ReadonlyMap<number, { name: string }>>
  }
  /** A text as it will be kept and shown. */
  clean(text: string): string
  /** What moderation would hold in each of these cleaned texts, which nobody here sends; empty for nothing. */
  scanTexts(texts: readonly string[]): Promise<string[]>
  /** Asks moderation. */
  review(text: {
    kind: 'danmaku'
    userId: number
    address: string
    text: string
    place: Pool
    nowMs: number
  }): Promise<ModerationVerdict>
}

/** What the calls of this domain work with. */
export interface DanmakuParts extends DanmakuNeeds {
  store: DanmakuStore
  ups: UpStore
  pieces: PieceStore
  packs: PackCache
}
