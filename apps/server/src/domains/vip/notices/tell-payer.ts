import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { createOrderStore } from '../orders/order-store.ts'
import { methodText } from '../orders/order-texts.ts'
import { declineMail, declineNotice, receiptMail, refundNotice } from './notice-texts.ts'

/**
 * Mails the receipt of an order that was paid, to an account with an e-mail address; once, however often the payment is
 * reported. Nothing if the order was taken back meanwhile, or the operator has turned it off.
 */
export async function mailReceipt(parts: VipParts, no: string): Promise<void> {
  const { db, orders, gateways, siteUrl } = parts
  const { siteName, taxNote, mailsReceipts } = await parts.settings()
  const order = mailsReceipts ? await orders.find(no) : null
  const to = order?.state === 'fulfilled' && order.userId !== null ? await parts.emailOf(order.userId) : null
  if (!order || to === null) return
  const methodName = methodText(order.methodId, order.gateway)?.name ?? ''
  const isDemo = await gateways.isTestBank()
  const mail = receiptMail(to, order, { siteName, siteUrl, taxNote, methodName, isDemo })
  await db.transaction().execute(async (tx) => {
    if (await createOrderStore(tx.withTables<VipTables>()).markReceiptMailed(no)) await parts.mailIn(tx, mail)
  })
}

/** Tells the owner of an order what was paid back of it; once for each amount. */
export async function tellRefund(parts: VipParts, { no, minor }: { no: string; minor: number }): Promise<void> {
  const order = await parts.orders.find(no)
  if (!order || order.userId === null) return
  const { userId } = order
  const origin = `order:refunded:${no}:${order.refundAmount}`
  await parts.db.transaction().execute((tx) => parts.notifyIn(tx, [userId], { origin, ...refundNotice(order, minor) }))
}

/** Tells the owner of an order, by a message and a mail, that the refund was declined, and why. */
export async function tellDecline(parts: VipParts, no: string): Promise<void> {
  const order = await parts.orders.find(no)
  if (!order || order.userId === null || order.declinedSec === 0) return
  const { userId, declinedSec } = order
  const [to, { siteName }] = [await parts.emailOf(userId), await parts.settings()]
  const notice = { origin: `order:declined:${no}:${declinedSec}`, ...declineNotice(order) }
  await parts.db.transaction().execute(async (tx) => {
    await parts.notifyIn(tx, [userId], notice)
    if (to !== null) await parts.mailIn(tx, declineMail(to, order, { siteName, siteUrl: parts.siteUrl }))
  })
}
