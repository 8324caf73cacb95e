import { nowSec } from '../../../platform/process/clock.ts'
import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { createAlertStore } from './alert-store.ts'
import { alertMail, alertTexts, type AlertKind } from './notice-texts.ts'

/** Between two mails to the operator: what happens meanwhile is in the next one. */
const betweenMailsSec = 5 * 60

export const isAlert = (kind: string): kind is AlertKind => Object.hasOwn(alertTexts, kind)

/** Mails the operator what has not been mailed, if there is an address and the last mail was not a moment ago. */
export async function mailAlerts(parts: VipParts): Promise<void> {
  const { operatorEmail: to, siteName } = await parts.settings()
  if (to === '') return
  await parts.db.transaction().execute(async (tx) => {
    const at = nowSec(parts.clock)
    const store = createAlertStore(tx.withTables<VipTables>())
    const taken = await store.takeUnmailed({ nowSec: at, lastMailSec: at - betweenMailsSec })
    const alerts = taken.flatMap(({ kind, about }) => (isAlert(kind) ? [{ kind, about }] : []))
    if (alerts.length > 0) await parts.mailIn(tx, alertMail(to, alerts, siteName))
  })
}
