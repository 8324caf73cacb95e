import type { CommentKind } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Pool, Span } from './danmaku-rules.ts'
import type { DanmakuStore } from './danmaku-store.ts'
import type { PackCache } from './pack-cache.ts'
import type { PieceStore } from './piece-store.ts'
import type { UpStore } from './up-store.ts'

/** Result of a review. `text` is cleaned. */
export type ModerationVerdict =
  | { state: 'shown' | 'held'; found: string; text: string }
  | { refused: 'TextRefused' | 'TextRepeated' }
  | { refused: 'TooSoon' | 'Muted'; retryAfterSec: number }

/** Why nothing can be sent to a subject. */
export type SubjectRefusal = 'NoSuchTitle' | 'NoSuchEpisode' | 'NoSuchChannel' | 'NoSuchMatch'

/** What this domain needs from outside. */
export interface DanmakuNeeds {
  clock: Clock
  events: Events
  /** The mark that stands for an author without naming them: `Danmaku.user`. */
  authorMark(userId: number): string
  subjects: {
    /** Whether visitors may see the pool's subject. Called for every pack. */
    isVisible(pool: Pool): Promise<boolean>
    /** The moments at which a danmaku may be sent now. */
    spanOf(pool: Pool, nowMs: number): Promise<Span | SubjectRefusal>
    /** How long recordings of a channel are stored, seconds; null if it was deleted. */
    retentionSec(channelId: number): Promise<number | null>
    /** Names of the visible subjects. */
    names(kind: CommentKind, ids: readonly number[]): Promise<ReadonlyMap<number, { name: string }>>
  }
  /** The text in its stored form. */
  clean(text: string): string
  /** Reviews cleaned texts that no user sent. Returns why each should be held; empty for no reason. */
  scanTexts(texts: readonly string[]): Promise<string[]>
  /** Reviews a text by moderation. */
  review(text: {
    kind: 'danmaku'
    userId: number
    address: string
    text: string
    place: Pool
    nowMs: number
  }): Promise<ModerationVerdict>
}

/** Dependencies of this domain's calls. */
export interface DanmakuParts extends DanmakuNeeds {
  store: DanmakuStore
  ups: UpStore
  pieces: PieceStore
  packs: PackCache
}
