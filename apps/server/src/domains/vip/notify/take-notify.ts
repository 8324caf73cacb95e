import { nowSec } from '../../../platform/process/clock.ts'
import type { Gateway, GatewayId, GatewayReport, NotifyReply, RawNotify } from '../gateways/gateway.ts'
import type { VipParts } from '../vip-needs.ts'
import { storedBytes } from './notify-rules.ts'

/** A gateway waits no longer for its reply, and sends the notification again. */
const maxMs = 5000

/** Why a notification was not taken, for the log; the gateway sends it again. */
class NotTaken extends Error {
  override readonly name = 'NotTaken'
}

/**
 * Takes a notification of a gateway: what it reports, its signature verified, is settled before the reply says so. Null
 * if there is no such gateway. Invalid ones are counted and logged, never stored.
 */
export async function takeNotify(parts: VipParts, id: GatewayId, raw: RawNotify): Promise<NotifyReply | null> {
  const gateway = await parts.gateways.find(id)
  if (!gateway?.parseNotify) return null
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NotTaken('it took too long')), maxMs)
  try {
    await Promise.race([settleAll(parts, gateway, raw), late])
    return gateway.notifyReply(true)
  } catch (err) {
    parts.log.warn({ err, gateway: id }, 'a notification of a payment was not taken')
    return gateway.notifyReply(false)
  } finally {
    clearTimeout(timer)
  }
}

async function settleAll(parts: VipParts, gateway: Gateway, raw: RawNotify): Promise<void> {
  const parsed = await gateway.parseNotify?.(raw, nowSec(parts.clock))
  if (!parsed?.isValid) {
    parts.invalidNotifies.count(gateway.id)
    throw new NotTaken(parsed?.reason ?? 'the gateway takes none')
  }
  const source = { raw: storedBytes(raw), headers: raw.headers }
  for (const report of parsed.reports) {
    const confirmed = parsed.needsQuery ? await confirm(parts, gateway, report) : report
    if (confirmed) await parts.settlement.settle(gateway.id, confirmed, source)
  }
}

/**
 * A report whose signature is weak counts only as far as the gateway, asked by us, says the same. Null for an order that
 * we do not know: there is nothing to ask about.
 */
async function confirm(parts: VipParts, gateway: Gateway, report: GatewayReport): Promise<GatewayReport | null> {
  const order = await parts.orders.find(report.no)
  if (order?.gateway !== gateway.id || !gateway.query) return null
  const { no, providerRef, amount, currency } = order
  const said = await gateway.query({ no, money: { minor: amount, currency }, providerRef })
  if (said.state !== 'paid') throw new NotTaken(`the gateway says ${said.state} when it is asked`)
  return said.report
}
