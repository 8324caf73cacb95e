import { sql, type Kysely, type Transaction } from 'kysely'
import type { VipTables } from '../vip-tables.ts'

export interface StoredAlert {
  id: number
  kind: string
  about: string
}

/** Alerts that a mail to the operator has to say, or has said. */
export interface AlertStore {
  add(alert: { kind: string; about: string; atSec: number }): Promise<void>
  /**
   * Marks what has not been mailed as mailed, and returns it, oldest first; nothing if there was a mail since a time. Waits for
   * other processes that do the same.
   */
  takeUnmailed(now: { nowSec: number; lastMailSec: number }): Promise<StoredAlert[]>
  deleteBefore(sec: number): Promise<void>
}

/** @param tx what is taken is mailed in it */
export function createAlertStore(tx: Kysely<VipTables> | Transaction<VipTables>): AlertStore {
  return {
    async add({ kind, about, atSec }) {
      await tx.insertInto('vip_alert').values({ kind, about, at_sec: atSec }).execute()
    },
    async takeUnmailed({ nowSec, lastMailSec }) {
      await sql`lock table vip_alert in share row exclusive mode`.execute(tx)
      const { last } = await tx
        .selectFrom('vip_alert')
        .select(({ fn }) => fn.max('mailed_sec').as('last'))
        .executeTakeFirstOrThrow()
      if (last > lastMailSec) return []
      const taken = await tx
        .updateTable('vip_alert')
        .set({ mailed_sec: nowSec })
        .where('mailed_sec', '=', 0)
        .returning(['id', 'kind', 'about'])
        .execute()
      return taken.toSorted((one, other) => one.id - other.id)
    },
    async deleteBefore(sec) {
      await tx.deleteFrom('vip_alert').where('at_sec', '<', sec).execute()
    },
  }
}
