import { messageCount } from '@yunmu/contract/constants'
import { useStore } from 'zustand'
import { useCall } from '../../lib/calls/call-query.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { isRead, unreadInAll } from './message-rules.ts'
import { seenMessages } from './seen-messages.ts'

/** Unread count of a signed-in user, if already loaded. For visitors only whether the newest bulletin is unread. */
export function useUnread(): { count: number; isAny: boolean } {
  const isIn = useSignedIn()
  const { opened } = useStore(seenMessages)
  const state = useCall('indexMessageState', {}, { enabled: false }).data
  const newest = useCall('indexMessages', { type: 'bulletin', n: messageCount.bulletinCheck }, { enabled: false }).data
  if (isIn) {
    const count = state ? unreadInAll(state) : 0
    return { count, isAny: count > 0 }
  }
  return { count: 0, isAny: newest?.list.some((message) => !isRead(message, opened)) ?? false }
}
