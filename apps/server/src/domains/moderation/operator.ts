import type { QueueItem, TextKind } from '@yunmu/contract'
import type { ModerationParts } from './moderation-needs.ts'
import type { Mute } from './mute-store.ts'
import { queuePage } from './queue.ts'
import type { Words } from './words.ts'

/** A text by its kind and id. */
export interface TextName {
  kind: TextKind
  id: string
}

/** The operator's actions, in the console and by commands. */
export interface Operator {
  /** A page of the review queue, most reported first, then oldest; and the queue's length. */
  queue(page: { offset: number; limit: number }, nowSec: number): Promise<{ list: QueueItem[]; total: number }>
  /** Shows or removes texts for good. Returns how many of them existed. */
  decide(items: readonly TextName[], decision: 'show' | 'remove'): Promise<number>
  /**
   * Mutes a user for so many hours, or unmutes with 0. Returns until when, Unix seconds, 0 for not muted; null if there
   * is no such user.
   */
  mute(mute: { userId: number; hours: number; reason: string }, nowSec: number): Promise<number | null>
  /** Users muted now. */
  mutes(nowSec: number): Promise<Mute[]>
  words: Pick<Words, 'read' | 'change'>
}

export function createOperator(parts: ModerationParts): Operator {
  const { mutes, users, reports, texts, words } = parts
  return {
    queue: (page, nowSec) => queuePage(parts, page, nowSec),
    async decide(items, decision) {
      let decided = 0
      for (const [kind, textsOfKind] of Map.groupBy(items, (item) => item.kind)) {
        const existingIds = (await texts[kind].find(textsOfKind.map(({ id }) => id))).map(({ id }) => id)
        await texts[kind].setState(existingIds, decision === 'show' ? 'shown' : 'removed')
        // Deleted texts too, so that their reports do not come up again.
        await reports.markReviewed(
          kind,
          textsOfKind.map(({ id }) => id),
        )
        decided += existingIds.length
      }
      return decided
    },
    async mute({ userId, hours, reason }, nowSec) {
      if (!(await users([userId], nowSec)).has(userId)) return null
      if (hours === 0) {
        await mutes.end(userId)
        return 0
      }
      const until = nowSec + hours * 3600
      await mutes.save({ userId, until, reason })
      return until
    },
    mutes: mutes.list,
    words: { read: words.read, change: words.change },
  }
}
