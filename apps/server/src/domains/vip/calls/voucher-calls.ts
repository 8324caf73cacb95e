import { userVipEntries, vipEntryKinds, voucherCheck, voucherRedeem } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { priceIn } from '../orders/order-rules.ts'
import { findPayWay } from '../orders/pay-ways.ts'
import type { VipParts } from '../vip-needs.ts'
import { discounted } from '../vouchers/voucher-rules.ts'

/** Entries that are shown. */
const maxEntries = 200

export function mountVoucherCalls(registry: CallRegistry, parts: VipParts): void {
  const { vouchers, plans, ledger } = parts
  mountCall(registry, voucherCheck, async ({ send: { code, productId, type }, viewer, refuse }) => {
    const found = await vouchers.find(code, viewer.id, { kind: 'any', planId: productId ?? null })
    if (found.kind === 'days') return { kind: 'days' as const, days: found.days }
    const plan = productId === undefined ? null : await plans.find(productId)
    if (!plan) return refuse('NoSuchPlan')
    const way = type === undefined ? null : await findPayWay(parts, type)
    const price = way ? priceIn(plan, way.currency) : 0
    if (!way || price === 0) return refuse('PaymentUnavailable')
    return { kind: 'discount' as const, ...discounted(price, found.percent), currency: way.currency }
  })
  mountCall(registry, userVipEntries, async ({ viewer }) => {
    const entries = await ledger.entriesOf(viewer.id)
    const list = entries.flatMap(({ kind: of, seconds, atSec }) => {
      const kind = vipEntryKinds.find((each) => each === of)
      return kind ? [{ kind, seconds, createdAt: atSec }] : []
    })
    return { list: list.toReversed().slice(0, maxEntries) }
  })
  mountCall(registry, voucherRedeem, ({ send: { code }, viewer }) => vouchers.redeem(code, viewer.id))
}
