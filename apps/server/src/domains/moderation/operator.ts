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

/** What an operator does about what people write; in the console and by commands. */
export interface Operator {
  /** A page of what waits for a look, the most reported first, then the oldest; and how much waits. */
  queue(page: { offset: number; limit: number }, nowSec: number): Promise<{ list: QueueItem[]; total: number }>
  /** Shows or removes texts for good. Returns how many of them were there. */
  decide(items: readonly TextName[], decision: 'show' | 'remove'): Promise<number>
  /**
   * Takes the word from somebody for so many hours, or gives it back with 0. Returns until when, Unix seconds, 0 for not
   * at all; null where there is nobody of this number.
   */
  mute(mute: { userId: number; hours: number; reason: string }, nowSec: number): Promise<number | null>
  /** Who is muted now. */
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
        // Of what is gone as well: nobody is to look for it again.
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
