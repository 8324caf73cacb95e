import { nowSec } from '../../../platform/process/clock.ts'
import type { Gateway, GatewayId, GatewayReport, NotifyReply, RawNotify } from '../gateways/gateway.ts'
import { isOpen } from '../orders/order-rules.ts'
import type { VipParts } from '../vip-needs.ts'
import { storedBytes } from './notify-rules.ts'

/** A gateway waits no longer for its reply, and sends the notification again. */
const maxMs = 5000
/** One that is asked before its notification counts waits for its own answer, which may take ten seconds. */
const maxAskMs = 12_000

/** What bounds the questions that notifications with weak signatures cause. */
export interface Asking {
  /** @throws if an order is asked about too often */
  mayAsk(no: string): Promise<void>
  /** Copies of a notification that arrive while it is settled share how it ends. */
  share(key: string, run: () => Promise<void>): Promise<void>
}

/** Why a notification was not taken, for the log; the gateway sends it again. */
class NotTaken extends Error {
  override readonly name = 'NotTaken'
}

/**
 * Takes a notification of a gateway: what it reports, its signature verified, is settled before the reply says so. Null
 * if there is no such gateway. Invalid ones are counted and logged, never stored.
 */
export async function takeNotify(
  parts: VipParts,
  id: GatewayId,
  { raw, asking }: { raw: RawNotify; asking: Asking },
): Promise<NotifyReply | null> {
  const gateway = await parts.gateways.find(id)
  if (!gateway?.parseNotify) return null
  try {
    const parsed = await within(maxMs, gateway.parseNotify(raw, nowSec(parts.clock)))
    if (!parsed.isValid) {
      parts.invalidNotifies.count(gateway.id)
      throw new NotTaken(parsed.reason)
    }
    await within(parsed.needsQuery ? maxAskMs : maxMs, settleAll(parts, gateway, { raw, asking, ...parsed }))
    return gateway.notifyReply(true)
  } catch (err) {
    parts.log.warn({ err, gateway: id }, 'a notification of a payment was not taken')
    return gateway.notifyReply(false)
  }
}

/** What was begun goes on: the notification that is repeated finds it done. */
async function within<Done>(ms: number, run: Promise<Done>): Promise<Done> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NotTaken('it took too long')), ms)
  try {
    return await Promise.race([run, late])
  } finally {
    clearTimeout(timer)
  }
}

async function settleAll(
  parts: VipParts,
  gateway: Gateway,
  taken: { raw: RawNotify; reports: readonly GatewayReport[]; needsQuery: boolean; asking: Asking },
): Promise<void> {
  const { raw, reports, needsQuery, asking } = taken
  const source = { raw: storedBytes(raw), headers: raw.headers }
  for (const report of reports) {
    const settle = async (): Promise<void> => {
      const confirmed = needsQuery ? await confirm(parts, gateway, report, asking) : report
      if (confirmed !== null) await parts.settlement.settle(gateway.id, confirmed, source)
    }
    await (needsQuery ? asking.share(`${gateway.id} ${report.no} ${report.eventKey}`, settle) : settle())
  }
}

/**
 * A report whose signature is weak counts only as far as the gateway, asked by us, says the same. An order that we do not
 * know cannot be asked about: the report is stored as it is, and gives nothing. Null for what is known: the payer has a
 * signed text in the address that he returns by, and may send it any number of times.
 */
async function confirm(
  parts: VipParts,
  gateway: Gateway,
  report: GatewayReport,
  asking: Asking,
): Promise<GatewayReport | null> {
  const order = await parts.orders.find(report.no)
  if (order?.gateway !== gateway.id) return report
  if (!isOpen(order.state) && (await parts.orders.hasEvent(gateway.id, report.eventKey))) return null
  if (!gateway.query) throw new NotTaken('the gateway cannot be asked')
  await asking.mayAsk(order.no)
  const { no, providerRef, amount, currency } = order
  const said = await gateway.query({ no, money: { minor: amount, currency }, providerRef })
  if (said.state === 'paid') return said.report
  // An unpaid order that was closed is no payment, in whatever words.
  if (said.state === 'closed' && report.kind === 'closed') return report
  throw new NotTaken(`the gateway says ${said.state} when it is asked`)
}
