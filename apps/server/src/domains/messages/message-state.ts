import type { MessageState } from '@yunmu/contract'
import { personalTypes } from './message-rules.ts'
import type { MessagesParts } from './messages-needs.ts'

/** The number of unread messages per tab. Visitors have only bulletins, which always count as unread. */
export async function messageState(
  { bulletins, messages }: Pick<MessagesParts, 'bulletins' | 'messages'>,
  userId: number | null,
  nowSec: number,
): Promise<MessageState> {
  const active = await bulletins.active(nowSec)
  if (userId === null) return { tabs: [{ value: 'bulletin', unread: active.length }] }
  const [read, unread] = await Promise.all([bulletins.readBy(userId), messages.unread(userId)])
  return {
    tabs: [
      { value: 'bulletin', unread: active.filter(({ id }) => !read.has(id)).length },
      ...personalTypes.map((value) => ({ value, unread: unread.get(value) ?? 0 })),
    ],
  }
}
