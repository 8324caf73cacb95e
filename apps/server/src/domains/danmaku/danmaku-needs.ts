import type { Clock } from '../../platform/process/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Subjects } from '../../platform/subjects.ts'
import type { Pool } from './danmaku-rules.ts'
import type { DanmakuStore } from './danmaku-store.ts'
import type { PackCache } from './pack-cache.ts'
import type { PieceStore } from './piece-store.ts'
import type { UpStore } from './up-store.ts'

/** Result of a review. `text` is cleaned. */
export type ModerationVerdict =
  | { state: 'shown' | 'held'; found: string; text: string }
  | { refused: 'TextRefused' | 'TextRepeated' }
  | { refused: 'TooSoon' | 'Muted'; retryAfterSec: number }

/** What this domain needs from outside. */
export interface DanmakuNeeds {
  clock: Clock
  events: Events
  /** The mark that stands for an author without naming them: `Danmaku.user`. */
  authorMark(userId: number): string
  subjects: Pick<Subjects, 'findVisible' | 'isVisible' | 'retentionSec' | 'timelineOf'>
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
