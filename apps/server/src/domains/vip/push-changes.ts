import { listener, type Subscribe } from '../../platform/domain-module.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { membershipsChanged, orderChanged } from './vip-events.ts'
import type { VipParts } from './vip-needs.ts'

/** Pushes memberships and states of orders to the open pages of their users. */
export function pushChanges(
  { memberships, orders, log }: Pick<VipParts, 'memberships' | 'orders' | 'log'>,
  realtime: Realtime,
): readonly Subscribe[] {
  const failed = (err: unknown): void => log.warn({ err }, 'a membership could not be pushed to open pages')
  /** As it is when it is read: events may arrive twice or late. */
  const pushMemberships = async (userIds: readonly number[]): Promise<void> => {
    if (userIds.length === 0) return
    for (const [userId, membership] of await memberships.of(userIds)) realtime.toUser(userId, { membership })
  }
  const pushOrder = async (userId: number, no: string): Promise<void> => {
    if (realtime.connectedUserIds([userId]).length === 0) return
    const order = await orders.findOf(userId, no)
    if (order) realtime.toUser(userId, { order: { no, state: order.state } })
  }
  return [
    listener(membershipsChanged, (changed) => {
      pushMemberships(realtime.connectedUserIds(changed?.userIds)).catch(failed)
    }),
    // Pages ask for open orders themselves, so that a lost event only delays them.
    listener(orderChanged, (changed) => {
      if (changed) pushOrder(changed.userId, changed.no).catch(failed)
    }),
  ]
}
