import { userUpgrade } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { makeOrder } from '../orders/make-order.ts'
import { findPayWay } from '../orders/pay-ways.ts'
import { isOpen } from '../orders/order-rules.ts'
import { orderPage, showOrder } from '../orders/show-order.ts'
import type { VipParts } from '../vip-needs.ts'

/** Each makes a request to the gateway. */
const limit = { points: 30, perSec: 60 }

export function mountUserUpgrade(registry: CallRegistry, parts: VipParts): void {
  const { plans, clock, siteUrl } = parts
  mountCall(
    registry,
    userUpgrade,
    async ({ send: { productId, type, userId, key, code, terms }, viewer, visitor, refuse }) => {
      if (userId !== viewer.id) refuse('WrongAccount')
      const { isOff, coolingOffDays, taxNote } = await parts.settings()
      const plan = isOff ? null : await plans.find(productId)
      if (!plan) return refuse('NoSuchPlan')
      const way = await findPayWay(parts, type)
      if (!way) return refuse('PaymentUnavailable')
      const origin = siteUrl === '' ? visitor.requestOrigin : siteUrl
      const from = { origin, clientIp: visitor.address, isPhone: /Mobile|Android|iPhone/.test(visitor.agent) }
      const order = await makeOrder(parts, { userId, plan, way, key, code, terms, taxNote, ...from })
      const url = isOpen(order.state) && order.payment ? order.payment.url : ''
      return {
        url: url === '' ? orderPage(order.no) : url,
        order: showOrder(order, { coolingOffDays, nowSec: nowSec(clock), membership: null }),
      }
    },
    { limit },
  )
}
