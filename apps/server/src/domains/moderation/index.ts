import type { ReportReason, TextKind } from '@yunmu/contract'
import { nowSec } from '../../platform/process/clock.ts'
import type { DomainModule } from '../../platform/domain-module.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Platform } from '../../platform/platform.ts'
import { userMark } from '../../platform/process/user-mark.ts'
import { createBlockStore, type Block } from './block-store.ts'
import { mountCommonReport } from './calls/common-report.ts'
import { mountConsoleModeration } from './calls/console-moderation.ts'
import { mountUserBlocks } from './calls/user-blocks.ts'
import { cleanText } from './clean-text.ts'
import { recentCounts, review, scanTexts, type ModerationVerdict, type TextToReview } from './review.ts'
import type { ModerationNeeds, ModerationParts } from './moderation-needs.ts'
import type { ModerationTables } from './moderation-tables.ts'
import { createMuteStore } from './mute-store.ts'
import { createOperator, type Operator } from './operator.ts'
import { recentRetentionMs } from './recent-rules.ts'
import { createRecentStore, type RecentCounts } from './recent-store.ts'
import { createReportStore } from './report-store.ts'
import { createWords } from './words.ts'

/** What this domain offers to the application. */
export interface Moderation {
  /** The text in its stored form, so that its length can be checked first. */
  clean(kind: TextKind, text: string): string
  /** Reviews a text and counts it in the writer's rate. Call last, after all other checks. */
  review(text: TextToReview): Promise<ModerationVerdict>
  /** How many texts were written since a time by the user, and from the client's address and its network. */
  recentCounts(from: { kind: TextKind; userId: number; address: string }, sinceMs: number): Promise<RecentCounts>
  /** Reviews cleaned texts that no user sent. Returns why each should be held; empty for no reason. */
  scanTexts(texts: readonly string[]): Promise<string[]>
  blocks: {
    /** Users blocked by comments. */
    listBlocked(userId: number): Promise<number[]>
    /** Which of these users block somebody's comments. */
    blockersAmong(userIds: readonly number[], blockedId: number): Promise<Set<number>>
  }
  operator: Operator
  /** Deletes expired data. */
  deleteOld(): Promise<void>
  exportOf(userId: number): Promise<ModerationExport>
  readonly module: DomainModule
}

/** A user's own data in this domain. Times are ISO 8601. */
export interface ModerationExport {
  /** Ids of blocked users. */
  blocks: number[]
  /** Marks of users blocked by danmaku. */
  danmakuBlocks: string[]
  reports: { kind: TextKind; id: string; reason: ReportReason; time: string }[]
}

/** After a year a repeated report is unlikely. */
const reportRetentionSec = 365 * 24 * 3600

/** Moderation of comments and danmaku. */
export function createModeration(
  platform: Pick<Platform, 'db' | 'clock' | 'events' | 'secrets'>,
  needs: ModerationNeeds,
): Moderation {
  const { clock, events } = platform
  const db = platform.db.withTables<ModerationTables>()
  const hash = createKeyedHash(platform.secrets.tokenKey)
  const parts: ModerationParts = {
    clock,
    events,
    hash,
    ...needs,
    blocks: createBlockStore(db),
    mutes: createMuteStore(db),
    recent: createRecentStore(db),
    reports: createReportStore(db),
    words: createWords(db, events),
  }
  const operator = createOperator(parts)
  const deleteOld = async (): Promise<void> => {
    const now = nowSec(clock)
    await parts.recent.deleteOld(clock.nowMs() - recentRetentionMs)
    await parts.mutes.deleteExpired(now)
    await parts.reports.deleteOld(now - reportRetentionSec)
  }
  const exportOf = async (userId: number): Promise<ModerationExport> => {
    const [blocks, reports] = await Promise.all([parts.blocks.list(userId), parts.reports.allByUser(userId)])
    return {
      blocks: idsOfKind('comment', blocks),
      danmakuBlocks: idsOfKind('danmaku', blocks).map((id) => userMark(hash, id)),
      reports: reports.map(({ createdAt, ...report }) => ({
        ...report,
        time: new Date(createdAt * 1000).toISOString(),
      })),
    }
  }
  return {
    clean: cleanText,
    review: (text) => review(parts, text),
    recentCounts: (from, sinceMs) => recentCounts(parts, from, sinceMs),
    scanTexts: (texts) => scanTexts(parts, texts, clock.nowMs()),
    blocks: {
      listBlocked: async (userId) => idsOfKind('comment', await parts.blocks.list(userId)),
      blockersAmong: parts.blocks.blockersAmong,
    },
    operator,
    deleteOld,
    exportOf,
    module: {
      name: 'moderation',
      calls(registry) {
        mountCommonReport(registry, parts)
        mountUserBlocks(registry, parts)
        mountConsoleModeration(registry, operator)
      },
      schedules: [{ name: 'moderation.deleteOld', everyMinutes: 60, run: deleteOld }],
      personalData: { exportOf },
    },
  }
}

const idsOfKind = (kind: TextKind, blocks: readonly Block[]): number[] =>
  blocks.filter((block) => block.kind === kind).map(({ blockedId }) => blockedId)

export type { TextName } from './operator.ts'
export type { TextSource } from './moderation-needs.ts'
