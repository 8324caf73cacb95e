import { sql, type Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'
import { transitions } from './order-rules.ts'

/** Deletes what orders have of people. */
export interface ForgetStore {
  /** Closes open orders of users whose accounts are deleted, and deletes what names a payer. */
  forget(userIds: readonly number[]): Promise<void>
  /** Deletes what gateways and payers sent before a time, except for open orders. */
  forgetBefore(sec: number): Promise<void>
}

export function createForgetStore(db: Kysely<VipTables>): ForgetStore {
  return {
    async forget(userIds) {
      const ids = sql<number>`any(${[...userIds]}::int[])`
      // The discount codes of orders that are not paid can be used again.
      await sql`update vip_voucher set used_by = null, used_sec = 0, order_no = null
        from vip_order where vip_order.no = vip_voucher.order_no and vip_order.user_id = ${ids}
          and state = any(${[...transitions.close.from]}::text[])`.execute(db)
      await db
        .updateTable('vip_order')
        .set({ state: transitions.close.to })
        .where('user_id', '=', ids)
        .where('state', 'in', transitions.close.from)
        .execute()
      await sql`update vip_order set proof = null, payment = null, refund_reason = '', decline_reason = '' where user_id = ${ids}`.execute(
        db,
      )
      await sql`update payment_event set raw = null, headers = null
        from vip_order where vip_order.no = payment_event.order_no and user_id = ${ids}`.execute(db)
    },
    async forgetBefore(sec) {
      await sql`update payment_event set raw = null, headers = null
        where received_sec < ${sec} and (raw is not null or headers is not null)`.execute(db)
      await sql`update vip_order set proof = null
        where proof is not null and created_sec < ${sec} and state not in ('created', 'pending')`.execute(db)
    },
  }
}
