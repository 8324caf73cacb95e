import type { MessageState } from '@yunmu/contract'
import { personalTypes } from './message-rules.ts'
import type { MessagesParts } from './messages-needs.ts'

/** The number of unread messages per tab. Visitors have only bulletins, which always count as unread. */
export async function messageState(
  parts: Pick<MessagesParts, 'bulletins' | 'messages'>,
  userId: number | null,
  nowSec: number,
): Promise<MessageState> {
  if (userId !== null) {
    const [state = { tabs: [] }] = await messageStates(parts, [userId], nowSec)
    return state
  }
  const active = await parts.bulletins.active(nowSec)
  return { tabs: [{ value: 'bulletin', unread: active.length }] }
}

/** The number of unread messages per tab of each of these users, in their order. */
export async function messageStates(
  { bulletins, messages }: Pick<MessagesParts, 'bulletins' | 'messages'>,
  userIds: readonly number[],
  nowSec: number,
): Promise<MessageState[]> {
  const [active, readByUser, unreadByUser] = await Promise.all([
    bulletins.active(nowSec),
    bulletins.readByEach(userIds),
    messages.unread(userIds),
  ])
  return userIds.map((userId) => {
    const [read, unread] = [readByUser.get(userId), unreadByUser.get(userId)]
    return {
      tabs: [
        { value: 'bulletin', unread: active.filter(({ id }) => !read?.has(id)).length },
        ...personalTypes.map((value) => ({ value, unread: unread?.get(value) ?? 0 })),
      ],
    }
  })
}
