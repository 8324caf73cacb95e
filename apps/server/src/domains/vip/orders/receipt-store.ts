import { sql, type Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'

/** The receipts of paid orders. */
export interface ReceiptStore {
  /** The next number of a year's receipts. The year is locked until the transaction ends, so that there are no gaps. */
  nextReceipt(year: number): Promise<number>
  /** False if the receipt was mailed before. */
  markReceiptMailed(no: string): Promise<boolean>
}

export function createReceiptStore(db: Kysely<VipTables>): ReceiptStore {
  return {
    async nextReceipt(year) {
      const { rows } = await sql<{ last: number }>`
        insert into receipt_counter as counter (year, last) values (${year}, 1)
        on conflict (year) do update set last = counter.last + 1 returning last`.execute(db)
      return rows[0]?.last ?? 1
    },
    async markReceiptMailed(no) {
      const marked = await db
        .updateTable('vip_order')
        .set({ receipt_mailed: true })
        .where('no', '=', no)
        .where('receipt_mailed', '=', false)
        .executeTakeFirst()
      return marked.numUpdatedRows > 0n
    },
  }
}
