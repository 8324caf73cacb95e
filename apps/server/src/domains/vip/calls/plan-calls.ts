import { vipPayments, vipProducts, type VipPlan } from '@yunmu/contract'
import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { listPayWays } from '../orders/pay-ways.ts'
import { priceIn } from '../orders/order-rules.ts'
import { offerChanged } from '../vip-events.ts'
import type { VipParts } from '../vip-needs.ts'

/** Of the list of payment methods, as of all cached replies. */
const maxPaymentsAgeMs = 5 * 60_000

/** The plans that somebody can pay for now. */
export async function plansOnSale(parts: Pick<VipParts, 'plans' | 'gateways'>): Promise<VipPlan[]> {
  const all = await parts.plans.list()
  if (all.length === 0) return []
  const currencies = new Set((await listPayWays(parts)).map(({ currency }) => currency))
  return all.filter((plan) => [...currencies].some((currency) => priceIn(plan, currency) > 0))
}

export function mountPlanCalls(registry: CallRegistry, parts: VipParts): void {
  const { settings, benefits, terms, gateways, events, settingsChanged } = parts
  mountCall(
    registry,
    vipProducts,
    async () => {
      const { isOff, taxNote, coolingOffDays } = await settings()
      const list = isOff ? [] : await plansOnSale(parts)
      return { list, benefits: await benefits(), taxNote, coolingOffDays, terms: await terms.label() }
    },
    { cachedUntil: [offerChanged, ...settingsChanged] },
  )
  // Replies to POST calls are not cached: the list is. Orders are made by what is configured then, not by the list.
  const payments = createSharedRead(
    async () => {
      const { isOff } = await settings()
      const ways = isOff ? [] : await listPayWays(parts)
      return { list: ways.map(({ method }) => method), demo: await gateways.isTestBank() }
    },
    { maxAgeMs: maxPaymentsAgeMs },
  )
  for (const event of [offerChanged, ...settingsChanged]) events.on(event, payments.invalidate)
  mountCall(registry, vipPayments, ({ nowMs }) => payments.get(nowMs))
}
