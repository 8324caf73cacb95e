import type { Platform } from '../../platform/platform.ts'
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

/** What danmaku know of the kinds of subjects. */
type KindTraits = 'hasEpisodes' | 'isEndless' | 'kindsWithEpisodes'

/** What this domain needs from outside. */
export interface DanmakuNeeds {
  subjects: Pick<Subjects, 'findVisible' | 'isVisible' | 'retentionSec' | 'timelineOf' | KindTraits>
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
export interface DanmakuParts extends DanmakuNeeds, Pick<Platform, 'clock' | 'events'> {
  /** The mark that stands for an author without naming them: `Danmaku.user`. */
  authorMark(userId: number): string
  store: DanmakuStore
  ups: UpStore
  pieces: PieceStore
  packs: PackCache
}
