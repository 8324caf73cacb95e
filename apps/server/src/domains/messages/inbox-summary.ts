import type { Message, MessageState } from '@yunmu/contract'
import { personalMessages } from './compose-messages.ts'
import { personalTypes } from './message-rules.ts'
import { messageState } from './message-state.ts'
import type { MessagesParts } from './messages-needs.ts'

/** What a connected user gets: the unread counts, and the newest message. */
export interface InboxSummary {
  state: MessageState
  newest: Message | null
}

export async function inboxSummary(parts: MessagesParts, userId: number, nowSec: number): Promise<InboxSummary> {
  const [state, latest] = await Promise.all([
    messageState(parts, userId, nowSec),
    parts.messages.newest(userId, personalTypes, 1),
  ])
  const [newest = null] = await personalMessages(parts, latest, nowSec)
  return { state, newest }
}
