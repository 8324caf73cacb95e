import type { ReportReason, TextKind } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { nowSec } from '../../platform/process/clock.ts'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { personMark } from '../../platform/process/person-mark.ts'
import { createBlockStore, type Block } from './block-store.ts'
import { mountCommonReport } from './calls/common-report.ts'
import { mountConsoleModeration } from './calls/console-moderation.ts'
import { mountUserBlocks } from './calls/user-blocks.ts'
import { cleanText } from './clean-text.ts'
import { look, lookThrough, type Looked, type TextToLookAt } from './look.ts'
import type { ModerationNeeds, ModerationParts } from './moderation-needs.ts'
import type { ModerationTables } from './moderation-tables.ts'
import { createMuteStore } from './mute-store.ts'
import { createOperator, type Operator } from './operator.ts'
import { recentKeptMs } from './recent-rules.ts'
import { createRecentStore } from './recent-store.ts'
import { createReportStore } from './report-store.ts'
import { createWords } from './words.ts'

/** What this domain offers to the application. */
export interface Moderation {
  /** The text as it will be kept and shown, for bounds to be checked before anything else. */
  clean(kind: TextKind, text: string): string
  /** Looks at a text and counts it among what was said: to be asked last, when nothing else speaks against it. */
  look(text: TextToLookAt): Promise<Looked>
  /** Looks at cleaned texts that nobody here sends: what an operator should see in each, empty for nothing. */
  lookThrough(texts: readonly string[]): Promise<string[]>
  blocks: {
    /** Whose comments a person does not want to see. */
    of(userId: number): Promise<number[]>
    /** Those of these people who do not want to see somebody's comments. */
    by(userIds: readonly number[], blockedId: number): Promise<Set<number>>
  }
  operator: Operator
  /** Forgets what counts no more: once an hour. */
  forgetOld(): Promise<void>
  exportOf(userId: number): Promise<ModerationExport>
  mount(book: CallBook): void
}

/** What a person asked of this domain. Times are ISO 8601. */
export interface ModerationExport {
  /** Numbers of people whose words are not wanted. */
  blocks: number[]
  /** Marks of those who are only known by danmaku. */
  danmakuBlocks: string[]
  reports: { kind: TextKind; id: string; reason: ReportReason; time: string }[]
}

/** Whoever could still be reporting the same has long forgotten it. */
const reportsKeptSec = 365 * 24 * 3600

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
  const operator = createOperator(parts)
  return {
    clean: cleanText,
    look: (text) => look(parts, text),
    lookThrough: (texts) => lookThrough(parts, texts, needs.clock.nowMs()),
    blocks: {
      of: async (userId) => metAt('comment', await parts.blocks.of(userId)),
      by: parts.blocks.by,
    },
    operator,
    async forgetOld() {
      const now = nowSec(needs.clock)
      await parts.recent.forget(needs.clock.nowMs() - recentKeptMs)
      await parts.mutes.forget(now)
      await parts.reports.forget(now - reportsKeptSec)
    },
    async exportOf(userId) {
      const [blocks, reports] = await Promise.all([parts.blocks.of(userId), parts.reports.allOf(userId)])
      return {
        blocks: metAt('comment', blocks),
        danmakuBlocks: metAt('danmaku', blocks).map((id) => personMark(needs.hash, id)),
        reports: reports.map(({ createdAt, ...report }) => ({
          ...report,
          time: new Date(createdAt * 1000).toISOString(),
        })),
      }
    },
    mount(book) {
      mountCommonReport(book, parts)
      mountUserBlocks(book, parts)
      mountConsoleModeration(book, operator)
    },
  }
}

const metAt = (kind: TextKind, blocks: readonly Block[]): number[] =>
  blocks.filter((block) => block.kind === kind).map(({ blockedId }) => blockedId)

export type { Looked, ModerationNeeds, ModerationTables, TextToLookAt }
export type { TextName } from './operator.ts'
export type { TextSource } from './moderation-needs.ts'
