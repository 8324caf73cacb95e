import type { Message, MessageState, MessageType, Script } from '@yunmu/contract'
import { messageCount } from '@yunmu/contract/constants'
import type { CallCache } from '../../lib/calls/call-cache.ts'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callKey, callOnce } from '../../lib/calls/call-query.ts'
import { isSignedIn } from '../../lib/session/session.ts'
import { rememberSeen } from './seen-messages.ts'

interface Where {
  cache: CallCache
  script: Script
}

/** Asks anew for whatever is watched of messages: somebody heard that there are new ones. */
export const refreshMessages = (cache: CallCache): void => cache.outdate('indexMessage')

/** Takes over what the station says of itself: what is unread now, and the message that came; without one, some were read elsewhere. */
export function takeOver({ cache, script }: Where, news: { state: MessageState; newest: Message | null }): void {
  const { state, newest } = news
  cache.replace(callKey('indexMessageState', {}, script), state)
  const counts = [messageCount.list, messageCount.more, messageCount.subscribedLive]
  if (newest) for (const n of counts) cache.outdate(callKey('indexMessages', { type: newest.msgType, n }, script))
  else cache.outdate('indexMessages')
}

/** Tells the station that the person who is signed in read something; without ids all of a type. */
export async function tellRead(
  { cache, script }: Where,
  { ids, msgType }: { ids?: number[]; msgType: MessageType },
): Promise<void> {
  if (!isSignedIn()) return
  try {
    const state = await callOnce('indexReadMessages', { msgType, ...(ids && { ids }) }, script)
    cache.outdate('indexMessages')
    cache.replace(callKey('indexMessageState', {}, script), state)
  } catch (err) {
    // It stays unread, and is told of when it is opened again.
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
  }
}

/** A message was opened. */
export async function markRead(where: Where, message: Message): Promise<void> {
  if (message.msgType === 'bulletin') rememberSeen('opened', [message])
  if (!message.read) await tellRead(where, { ids: [message.id], msgType: message.msgType })
}

/** All messages of a tab count as opened; `listed` are those that are to be seen. */
export async function markAllRead(where: Where, msgType: MessageType, listed: readonly Message[]): Promise<void> {
  if (msgType === 'bulletin') rememberSeen('opened', listed)
  await tellRead(where, { msgType })
}
