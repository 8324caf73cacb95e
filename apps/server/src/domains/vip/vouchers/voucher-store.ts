import { sql, type Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'
import type { Failures, VoucherFacts } from './voucher-rules.ts'

export interface VoucherBatch {
  id: number
  kind: 'days' | 'discount'
  days: number
  percent: number
  planId: number | null
  perPerson: number
  /** 0 is never. */
  expiresSec: number
  note: string
  createdSec: number
}

export interface FoundVoucher extends VoucherFacts {
  code: string
  days: number
  percent: number
}

export interface VoucherStore {
  addBatch(batch: Omit<VoucherBatch, 'id'>, codes: readonly string[]): Promise<number>
  /** Newest first, with how many codes there are and how many were used. */
  batches(): Promise<(VoucherBatch & { count: number; used: number })[]>
  /** The codes of a batch and when they were used, 0 if they were not. */
  codes(batchId: number): Promise<{ code: string; usedSec: number; orderNo: string | null }[]>
  find(code: string, userId: number): Promise<FoundVoucher | null>
  /** Takes an unused code. False if somebody has. */
  take(code: string, by: { userId: number; nowSec: number; orderNo: string | null }): Promise<boolean>
  /** Whether an order uses the code. */
  isOf(code: string, orderNo: string): Promise<boolean>
  /** Gives back the codes of an order that was not paid. */
  release(orderNo: string): Promise<void>
  failuresOf(userId: number): Promise<Failures | null>
  saveFailures(userId: number, failures: Failures): Promise<void>
}

/** @param db a transaction, if other changes must be atomic with these */
export function createVoucherStore(db: Kysely<VipTables>): VoucherStore {
  return {
    async addBatch({ kind, days, percent, planId, perPerson, expiresSec, note, createdSec }, codes) {
      const row = { kind, days, percent, note, plan_id: planId, per_person: perPerson }
      const { id } = await db
        .insertInto('vip_voucher_batch')
        .values({ ...row, expires_sec: expiresSec, created_sec: createdSec })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`insert into vip_voucher (code, batch_id)
        select code, ${id} from unnest(${[...codes]}::text[]) as made (code)`.execute(db)
      return id
    },
    batches: () =>
      db
        .selectFrom('vip_voucher_batch as batch')
        .leftJoin('vip_voucher as voucher', 'voucher.batch_id', 'batch.id')
        .select(['batch.id', 'kind', 'days', 'percent', 'plan_id as planId', 'per_person as perPerson', 'note'])
        .select(['expires_sec as expiresSec', 'created_sec as createdSec'])
        .select(sql<number>`count(voucher.code)::int`.as('count'))
        .select(sql<number>`(count(*) filter (where voucher.used_sec > 0))::int`.as('used'))
        .groupBy('batch.id')
        .orderBy('batch.id', 'desc')
        .execute(),
    codes: (batchId) =>
      db
        .selectFrom('vip_voucher')
        .select(['code', 'used_sec as usedSec', 'order_no as orderNo'])
        .where('batch_id', '=', batchId)
        .orderBy('code')
        .execute(),
    async find(code, userId) {
      const found = await db
        .selectFrom('vip_voucher as voucher')
        .innerJoin('vip_voucher_batch as batch', 'batch.id', 'voucher.batch_id')
        .select(['code', 'kind', 'days', 'percent', 'plan_id as planId', 'per_person as perPerson'])
        .select(['expires_sec as expiresSec', sql<boolean>`used_sec > 0`.as('isUsed')])
        .select(
          sql<number>`(select count(*)::int from vip_voucher as other
            where other.batch_id = batch.id and other.used_by = ${userId})`.as('usedByUser'),
        )
        .where('code', '=', code)
        .executeTakeFirst()
      return found ?? null
    },
    async take(code, { userId, nowSec, orderNo }) {
      const taken = await db
        .updateTable('vip_voucher')
        .set({ used_by: userId, used_sec: nowSec, order_no: orderNo })
        .where('code', '=', code)
        .where('used_sec', '=', 0)
        .executeTakeFirst()
      return taken.numUpdatedRows > 0n
    },
    async isOf(code, orderNo) {
      const query = db.selectFrom('vip_voucher').select('code').where('code', '=', code)
      return (await query.where('order_no', '=', orderNo).executeTakeFirst()) !== undefined
    },
    async release(orderNo) {
      await db
        .updateTable('vip_voucher')
        .set({ used_by: null, used_sec: 0, order_no: null })
        .where('order_no', '=', orderNo)
        .execute()
    },
    async failuresOf(userId) {
      const found = await db
        .selectFrom('vip_voucher_failure')
        .select(['count', 'since_sec as sinceSec', 'locked_until as lockedUntil'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return found ?? null
    },
    async saveFailures(userId, { count, sinceSec, lockedUntil }) {
      const set = { count, since_sec: sinceSec, locked_until: lockedUntil }
      await db
        .insertInto('vip_voucher_failure')
        .values({ user_id: userId, ...set })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
        .execute()
    },
  }
}
