import type { Currency } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'

/** The operator's picture of a payment code, WebP. */
export interface TransferStore {
  /** The currency that is paid and when the picture was set; null without a picture. */
  find(): Promise<{ currency: Currency; changedSec: number } | null>
  picture(): Promise<Buffer | null>
  save(transfer: { picture: Buffer; currency: Currency; changedSec: number }): Promise<void>
  remove(): Promise<boolean>
}

export function createTransferStore(db: Kysely<VipTables>): TransferStore {
  const row = () => db.selectFrom('vip_transfer').where('id', '=', 1)
  return {
    async find() {
      return (await row().select(['currency', 'changed_sec as changedSec']).executeTakeFirst()) ?? null
    },
    async picture() {
      return (await row().select('picture').executeTakeFirst())?.picture ?? null
    },
    async save({ picture, currency, changedSec }) {
      const set = { picture, currency, changed_sec: changedSec }
      await db
        .insertInto('vip_transfer')
        .values({ id: 1, ...set })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
        .execute()
    },
    async remove() {
      return (await db.deleteFrom('vip_transfer').executeTakeFirst()).numDeletedRows > 0n
    },
  }
}
