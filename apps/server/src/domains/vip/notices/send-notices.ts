import { nowSec } from '../../../platform/process/clock.ts'
import { daySec } from '../orders/order-rules.ts'
import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { createAlertStore } from './alert-store.ts'
import { isAlert, mailAlerts } from './mail-alerts.ts'
import { alertOf, endNotice, giftNotice } from './notice-texts.ts'

/** A message announces the end of a membership so long before it; a shorter one has a message only when it has ended. */
const soonSec = 3 * daySec
/** A station that was down for this long still sends the messages that it missed. No message is sent twice. */
const lookBackSec = 6 * 3600

/**
 * Tells users of memberships that end in three days, and of those that have ended by time: once for each end. Each run covers
 * the time since the one before, the first that in which the station may have been down.
 */
export function createEndNotices(parts: VipParts): () => Promise<void> {
  const { memberships, ledger, db, clock } = parts
  let fromSec = nowSec(clock) - lookBackSec
  return async () => {
    const at = nowSec(clock)
    const from = Math.max(fromSec, at - lookBackSec)
    const spans = [
      { kind: 'ended', userIds: await memberships.endedBetween(from, at) },
      { kind: 'soon', userIds: await memberships.endedBetween(from + soonSec, at + soonSec) },
    ] as const
    for (const { kind, userIds } of spans) {
      const ends = [...(await memberships.of(userIds))].map(([userId, { userEndTime }]) => ({ userId, userEndTime }))
      // Whose membership a refund or charge-back ended knows why.
      const taken = kind === 'ended' ? await ledger.takenAt(userIds) : new Map<number, number>()
      const told = ends.filter(({ userId, userEndTime }) => (taken.get(userId) ?? 0) < userEndTime)
      await db.transaction().execute(async (tx) => {
        for (const { userId, userEndTime } of told)
          await parts.notifyIn(tx, [userId], { origin: `vip:${kind}:${userEndTime}`, ...endNotice(kind, userEndTime) })
      })
    }
    fromSec = at
  }
}

/** Tells a user of time that the operator gave. */
export async function tellGift(
  parts: VipParts,
  userId: number,
  { kind, days, endSec }: { kind: 'gift' | 'trial'; days: number; endSec: number },
): Promise<void> {
  const origin = `vip:${kind}:${endSec}:${nowSec(parts.clock)}`
  const notice = giftNotice(kind, days, endSec)
  await parts.db.transaction().execute((tx) => parts.notifyIn(tx, [userId], { origin, ...notice }))
}

/** Tells the operators of an order that needs them, once of each thing that happened: by a message, and by mail. */
export async function sendAlert(
  parts: VipParts,
  { kind, no, of = '' }: { kind: string; no: string; of?: string | undefined },
): Promise<void> {
  if (!isAlert(kind)) return
  parts.log.warn({ order: no, kind }, 'an order needs the operator')
  const [operators, { operatorEmail }] = [await parts.operators(), await parts.settings()]
  const origin = `order:${kind}:${no}${of === '' ? '' : `:${of}`}`
  await parts.db.transaction().execute(async (tx) => {
    if (operators.length > 0) await parts.notifyIn(tx, operators, { origin, ...alertOf(kind, no) })
    if (operatorEmail === '') return
    await createAlertStore(tx.withTables<VipTables>()).add({ kind, about: no, atSec: nowSec(parts.clock) })
  })
  await mailAlerts(parts)
}
