import type { TextKind } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { createBlockStore } from './block-store.ts'
import { cleanText } from './clean-text.ts'
import { look, type Looked, type TextToLookAt } from './look.ts'
import type { ModerationNeeds, ModerationParts } from './moderation-needs.ts'
import type { ModerationTables } from './moderation-tables.ts'
import { createMuteStore } from './mute-store.ts'
import { createRecentStore } from './recent-store.ts'
import { createReportStore } from './report-store.ts'
import { createWords } from './words.ts'

/** What this domain offers to the application. */
export interface Moderation {
  /** The text as it will be kept and shown, for bounds to be checked before anything else. */
  clean(kind: TextKind, text: string): string
  /** Looks at a text and counts it among what was said: to be asked last, when nothing else speaks against it. */
  look(text: TextToLookAt): Promise<Looked>
  blocks: {
    /** Whom a person does not want to see. */
    of(userId: number): Promise<number[]>
    /** Those of these people who do not want to see somebody. */
    by(userIds: readonly number[], blockedId: number): Promise<Set<number>>
  }
}

/** What keeps talk bearable, whatever people write in. */
export function createModeration(db: Kysely<ModerationTables>, needs: ModerationNeeds): Moderation {
  const parts: ModerationParts = {
    ...needs,
    blocks: createBlockStore(db),
    mutes: createMuteStore(db),
    recent: createRecentStore(db),
    reports: createReportStore(db),
    words: createWords(db, needs.events),
  }
  return {
    clean: cleanText,
    look: (text) => look(parts, text),
    blocks: { of: parts.blocks.of, by: parts.blocks.by },
  }
}

export type { Looked, ModerationNeeds, ModerationTables, TextToLookAt }
export type { ModeratedText, TextPlace, TextSource } from './moderation-needs.ts'
