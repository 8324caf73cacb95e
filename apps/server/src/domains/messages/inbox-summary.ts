import type { Message, MessageState } from '@yunmu/contract'
import { personalMessages } from './compose-messages.ts'
import { messageStates } from './message-state.ts'
import type { MessagesParts } from './messages-needs.ts'

/** What a connected user gets: the unread counts, and the newest message. */
export interface InboxSummary {
  userId: number
  state: MessageState
  newest: Message | null
}

/** Summaries of several users, with a fixed number of queries. */
export async function inboxSummaries(
  parts: MessagesParts,
  userIds: readonly number[],
  nowSec: number,
): Promise<InboxSummary[]> {
  const [states, stored] = await Promise.all([messageStates(parts, userIds, nowSec), parts.messages.newestOf(userIds)])
  const composed = await personalMessages(parts, stored, nowSec)
  const newest = new Map(stored.map(({ userId }, at) => [userId, composed[at]]))
  return states.map((state, at) => {
    const userId = userIds[at] ?? 0
    return { userId, state, newest: newest.get(userId) ?? null }
  })
}
