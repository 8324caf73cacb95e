import { GatewayError, type Gateway } from '../gateways/gateway.ts'
import type { VipParts } from '../vip-needs.ts'
import { refundNoOf, refundReport } from './order-rules.ts'
import type { StoredOrder } from './order-store.ts'

/**
 * Asks what became of the last refund of an order, before another is made under a new number, and stores it if it was made
 * after all. `none` stands in the way of nothing; of an `unclear` one nobody knows yet whether it is made.
 */
export async function settleLastRefund(
  { orders, settlement, log }: Pick<VipParts, 'orders' | 'settlement' | 'log'>,
  order: StoredOrder,
  gateway: Gateway | null,
): Promise<'none' | 'made' | 'unclear'> {
  if (order.refundCount === 0 || !gateway?.findRefund) return 'none'
  const refundNo = refundNoOf(order)
  if (await orders.hasEvent(order.gateway, `refund:${refundNo}`)) return 'none'
  try {
    const said = await gateway.findRefund({ no: order.no, refundNo, providerRef: order.paidRef })
    if (said.state === 'pending') return 'unclear'
    if (said.state !== 'done') return 'none'
    await settlement.settle(order.gateway, refundReport(order, said.money.minor))
    return 'made'
  } catch (err) {
    if (!(err instanceof GatewayError)) throw err
    log.warn({ err, order: order.no }, 'a gateway could not be asked about a refund')
    return 'unclear'
  }
}
