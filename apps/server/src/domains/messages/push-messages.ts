import { listener, type Subscribe } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { coalesceRuns } from '../../platform/realtime/coalesce-runs.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { inboxSummaries } from './inbox-summary.ts'
import { bulletinsChanged, messagesChanged } from './messages-events.ts'
import type { MessagesParts } from './messages-needs.ts'

/** Users whose messages are read together. */
const usersAtOnce = 100

/** Pushes a user's message state to that user's open pages when messages or bulletins change. */
export function pushMessages(parts: MessagesParts, realtime: Realtime): readonly Subscribe[] {
  const failed = (err: unknown): void => parts.log.warn({ err }, 'messages could not be pushed to open pages')
  /** @param isNews false if it is unknown which users got a message: the newest one may be old */
  const push = async (userIds: readonly number[], isNews: boolean): Promise<void> => {
    for (let at = 0; at < userIds.length; at += usersAtOnce) {
      const summaries = await inboxSummaries(parts, userIds.slice(at, at + usersAtOnce), nowSec(parts.clock))
      for (const { userId, state, newest } of summaries)
        realtime.toUser(userId, { message: { state, newest: isNews ? newest : null } })
    }
  }
  const pushToAll = coalesceRuns(() => push(realtime.connectedUserIds(), false).catch(failed))
  return [
    listener(bulletinsChanged, () => realtime.toAll({ bulletins: 'changed' })),
    listener(messagesChanged, (changed) => {
      if (changed === null) pushToAll()
      else push(realtime.connectedUserIds(changed.userIds), changed.isNews !== false).catch(failed)
    }),
  ]
}
