import type { Message, MessageState, MessageType, Script } from '@yunmu/contract'
import { messageCount } from '@yunmu/contract/constants'
import type { CallCache } from '../../lib/calls/call-cache.ts'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callKey, callOnce } from '../../lib/calls/call-query.ts'
import { isSignedIn } from '../../lib/session/session.ts'
import { rememberSeen } from './seen-messages.ts'

interface MessageContext {
  cache: CallCache
  script: Script
}

/** Invalidates all cached messages after a notification of new ones. */
export const refreshMessages = (cache: CallCache): void => cache.invalidate('indexMessage')

/**
 * Applies a notification: the new unread counts and the new message, if any; without one, messages were read elsewhere.
 */
export function applyMessageNews(
  { cache, script }: MessageContext,
  news: { state: MessageState; newest: Message | null },
): void {
  const { state, newest } = news
  cache.set(callKey('indexMessageState', {}, script), state)
  const counts = [messageCount.list, messageCount.more, messageCount.subscribedLive]
  if (newest) for (const n of counts) cache.invalidate(callKey('indexMessages', { type: newest.msgType, n }, script))
  else cache.invalidate('indexMessages')
}

/** Reports messages of the signed-in user as read; all of a type if `ids` is missing. */
export async function reportRead(
  { cache, script }: MessageContext,
  { ids, msgType }: { ids?: number[]; msgType: MessageType },
): Promise<void> {
  if (!isSignedIn()) return
  const viewerVersion = cache.viewerVersion()
  try {
    const state = await callOnce('indexReadMessages', { msgType, ...(ids && { ids }) }, script)
    // The counts of one user are not shown to another.
    if (cache.viewerVersion() !== viewerVersion) return
    cache.invalidate('indexMessages')
    cache.set(callKey('indexMessageState', {}, script), state)
  } catch (err) {
    // It stays unread and is reported when it is opened again.
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
  }
}

/** Marks an opened message as read. */
export async function markRead(context: MessageContext, message: Message): Promise<void> {
  if (message.msgType === 'bulletin') rememberSeen('opened', [message])
  if (!message.read) await reportRead(context, { ids: [message.id], msgType: message.msgType })
}

/** Marks all messages of a tab as read; `listed` are the loaded ones. */
export async function markAllRead(
  context: MessageContext,
  msgType: MessageType,
  listed: readonly Message[],
): Promise<void> {
  if (msgType === 'bulletin') rememberSeen('opened', listed)
  await reportRead(context, { msgType })
}
