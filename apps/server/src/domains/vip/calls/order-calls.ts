import { maxProofLength, userOrder, userOrderClose, userOrderProof, userOrderRefund, userOrders } from '@yunmu/contract'
import type { Order } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { noMembership } from '../ledger/ledger-rules.ts'
import { askGateway, endOrder } from '../orders/ask-gateway.ts'
import { askPauseSec, isOpen, isRefundable } from '../orders/order-rules.ts'
import type { StoredOrder } from '../orders/order-store.ts'
import { askRefund } from '../orders/refunds.ts'
import { saveProof } from '../orders/save-proof.ts'
import { showOrder } from '../orders/show-order.ts'
import type { VipParts } from '../vip-needs.ts'

/** Room for the rest of the body. */
const maxProofBytes = maxProofLength + 2000
/** Each may make a request to the gateway. */
const askLimit = { points: 60, perSec: 60 }
const proofLimit = { points: 20, perSec: 600 }

export function mountOrderCalls(registry: CallRegistry, parts: VipParts): void {
  const { orders, clock } = parts
  const showTo = async (userId: number): Promise<(order: StoredOrder) => Order> => {
    const { coolingOffDays } = await parts.settings()
    const membership = (await parts.memberships.of([userId])).get(userId) ?? noMembership
    return (order) => showOrder(order, { coolingOffDays, nowSec: nowSec(clock), membership })
  }
  const show = async (order: StoredOrder, userId: number): Promise<Order> => (await showTo(userId))(order)

  mountCall(registry, userOrders, async ({ send: { page, size }, viewer }) => {
    const { list, total } = await orders.listOf(viewer.id, { page, size })
    return { list: list.map(await showTo(viewer.id)), total, page, size }
  })

  mountCall(
    registry,
    userOrder,
    async ({ send: { no, ask = false }, viewer, refuse }) => {
      const order = (await orders.findOf(viewer.id, no)) ?? refuse('NoSuchOrder')
      if (!ask || !isOpen(order.state)) return { order: await show(order, viewer.id) }
      if (await orders.startAsking(no, nowSec(clock), askPauseSec)) await askGateway(parts, order)
      return { order: await show((await orders.findOf(viewer.id, no)) ?? refuse('NoSuchOrder'), viewer.id) }
    },
    { limit: askLimit },
  )

  mountCall(
    registry,
    userOrderClose,
    async ({ send: { no }, viewer, refuse }) => {
      const order = (await orders.findOf(viewer.id, no)) ?? refuse('NoSuchOrder')
      // Paid a moment ago, perhaps.
      if (isOpen(order.state)) await askGateway(parts, order)
      return { order: await show((await endOrder(parts, order, 'close')) ?? refuse('OrderNotOpen'), viewer.id) }
    },
    { limit: askLimit },
  )

  mountCall(registry, userOrderRefund, async ({ send: { no, reason }, viewer, refuse }) => {
    const order = (await orders.findOf(viewer.id, no)) ?? refuse('NoSuchOrder')
    const { coolingOffDays } = await parts.settings()
    if (!isRefundable(order, coolingOffDays, nowSec(clock))) refuse('NotRefundable')
    return { order: await show((await askRefund(parts, order, reason)) ?? refuse('NotRefundable'), viewer.id) }
  })

  mountCall(
    registry,
    userOrderProof,
    async ({ send: { no, picture }, viewer, refuse }) => {
      const order = (await orders.findOf(viewer.id, no)) ?? refuse('NoSuchOrder')
      if (!isOpen(order.state)) refuse('OrderNotOpen')
      const gateway = await parts.gateways.find(order.gateway)
      // A gateway that can be asked needs no picture.
      if (gateway?.query) refuse('ProofInvalid')
      const done = await saveProof(parts, order, picture)
      if (done !== 'saved') refuse(done)
      return { order: await show((await orders.findOf(viewer.id, no)) ?? refuse('NoSuchOrder'), viewer.id) }
    },
    { maxBodyBytes: maxProofBytes, limit: proofLimit },
  )
}
