import { nowSec } from '../../../platform/process/clock.ts'
import { daySec } from '../orders/order-rules.ts'
import type { VipParts } from '../vip-needs.ts'
import { alertOf, alertTexts, endNotice, type AlertKind } from './notice-texts.ts'

/** So long before the end of a membership it is told of; a shorter one only when it has ended. */
const soonSec = 3 * daySec
/** A station that was down for this long still tells of what it missed. Nobody is told twice. */
const lookBackSec = 6 * 3600

const isAlert = (kind: string): kind is AlertKind => Object.hasOwn(alertTexts, kind)

/** Tells users of memberships that end in three days, and of those that have ended: once for each end. */
export async function sendEndNotices(parts: VipParts): Promise<void> {
  const { memberships, db, clock } = parts
  const at = nowSec(clock)
  const spans = [
    { kind: 'ended', userIds: await memberships.endedBetween(at - lookBackSec, at) },
    { kind: 'soon', userIds: await memberships.endedBetween(at + soonSec - lookBackSec, at + soonSec) },
  ] as const
  for (const { kind, userIds } of spans) {
    for (const [userId, { userEndTime }] of await memberships.of(userIds)) {
      const origin = `vip:${kind}:${userEndTime}`
      await db.transaction().execute((tx) => parts.notifyIn(tx, [userId], { origin, ...endNotice(kind, userEndTime) }))
    }
  }
}

/** Tells the operators of an order that needs them, once for each reason. */
export async function sendAlert(parts: VipParts, { kind, no }: { kind: string; no: string }): Promise<void> {
  if (!isAlert(kind)) return
  parts.log.warn({ order: no, kind }, 'an order needs the operator')
  const operators = await parts.operators()
  if (operators.length === 0) return
  await parts.db
    .transaction()
    .execute((tx) => parts.notifyIn(tx, operators, { origin: `order:${kind}:${no}`, ...alertOf(kind, no) }))
}
