import { nowSec } from '../../../platform/process/clock.ts'
import { gatewayIds, type GatewayId } from '../gateways/gateway.ts'
import { orderChanged } from '../vip-events.ts'
import type { VipParts } from '../vip-needs.ts'
import { endUnpaid } from './make-order.ts'
import { isOpen, unreachableForSec } from './order-rules.ts'
import type { StoredOrder } from './order-store.ts'

/** Orders that one run looks at. */
const maxOrdersAtOnce = 500

/** What the gateway said: it cannot be asked, or could not be reached. */
type Asked = 'open' | 'ended' | 'silent' | 'unreachable'

/** Asks the gateway whether an open order was paid, and settles what it says. */
export async function askGateway(parts: VipParts, order: StoredOrder): Promise<Asked> {
  const { gateways, settlement, log } = parts
  if (!isOpen(order.state)) return 'ended'
  try {
    const gateway = await gateways.find(order.gateway)
    if (!gateway?.query) return 'silent'
    const { no, amount, currency, providerRef } = order
    const said = await gateway.query({ no, money: { minor: amount, currency }, providerRef })
    if (said.state === 'paid') {
      await settlement.settle(order.gateway, said.report)
      const settled = await parts.orders.find(no)
      // A payment of a wrong amount that went back is known, and changes nothing any more.
      return settled && isOpen(settled.state) && settled.hold === '' ? 'open' : 'ended'
    }
    if (said.state === 'failed')
      log.warn({ order: no, reason: said.reason }, 'a gateway could not say whether an order was paid')
    if (said.state !== 'closed') return said.state === 'failed' ? 'unreachable' : 'open'
    await endOrder(parts, order, 'close')
    return 'ended'
  } catch (err) {
    log.warn({ err, order: order.no }, 'a gateway could not be asked about an order')
    return 'unreachable'
  }
}

/** Ends an order unpaid, tells open pages, and lets the gateway take no more money for it. */
export async function endOrder(
  parts: VipParts,
  order: StoredOrder,
  how: 'expire' | 'close',
): Promise<StoredOrder | null> {
  const ended = await endUnpaid(parts, order.no, how)
  if (!ended) return null
  if (ended.userId !== null) parts.events.announce(orderChanged, { userId: ended.userId, no: ended.no })
  try {
    const gateway = await parts.gateways.find(order.gateway)
    await gateway?.close?.({ no: order.no, providerRef: order.providerRef })
  } catch (err) {
    // What is paid nevertheless is credited late.
    parts.log.warn({ err, order: order.no }, 'a gateway did not close an order')
  }
  return ended
}

/** A gateway that did not answer so often in a run is not asked again in it. */
const maxSilences = 3

/** The gateways that can be asked. None is loaded for it: that is done if there is an order to ask about. */
async function askableGateways({ gateways }: VipParts): Promise<GatewayId[]> {
  const askable = async (id: GatewayId): Promise<boolean> =>
    id !== 'transfer' && (await gateways.currencyOf(id)) !== null
  const are = await Promise.all(gatewayIds.map(askable))
  return gatewayIds.filter((_id, at) => are[at])
}

/** Each minute: asks about open orders of certain ages, and ends those whose time is over after a last question. */
export async function askAboutOrders(parts: VipParts, signal: AbortSignal): Promise<void> {
  const silences = new Map<GatewayId, number>()
  const askable = await askableGateways(parts)
  const due = await parts.orders.due({ nowSec: nowSec(parts.clock), askable, limit: maxOrdersAtOnce })
  for (const order of due) {
    if (signal.aborted) return
    const at = nowSec(parts.clock)
    const silent = silences.get(order.gateway) ?? 0
    const asked = silent < maxSilences ? await askGateway(parts, order) : 'unreachable'
    if (asked === 'unreachable') silences.set(order.gateway, silent + 1)
    // Those that could not be asked come after the others next time.
    await parts.orders.markAsked(order.no, at, asked !== 'unreachable')
    const isOver = order.expiresSec <= at
    const mayAnswerLater = asked === 'unreachable' && at - order.expiresSec < unreachableForSec
    if (isOver && asked !== 'ended' && !mayAnswerLater) await endOrder(parts, order, 'expire')
  }
}
