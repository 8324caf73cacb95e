import type { VipPlan } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'

export type NewPlan = Omit<VipPlan, 'id'>

/** The plans that are sold. */
export interface PlanStore {
  /** Cheapest first. */
  list(): Promise<VipPlan[]>
  find(id: number): Promise<VipPlan | null>
  add(plan: NewPlan, nowSec: number): Promise<number>
  /** Null if there is no such plan. Orders keep what they were made with. */
  change(id: number, change: Partial<NewPlan>): Promise<VipPlan | null>
  /** False if there is no such plan. */
  remove(id: number): Promise<boolean>
}

/** @param db a transaction, if other changes must be atomic with these */
export function createPlanStore(db: Kysely<VipTables>): PlanStore {
  const plans = () =>
    db
      .selectFrom('vip_plan')
      .select(['id', 'name', 'amount', 'currency_amount as currencyAmount', 'days', 'mark'])
      .where('removed', '=', false)
  const find = async (id: number): Promise<VipPlan | null> =>
    (await plans().where('id', '=', id).executeTakeFirst()) ?? null
  return {
    list: () => plans().orderBy('amount').orderBy('currency_amount').orderBy('id').execute(),
    find,
    async add({ name, amount, currencyAmount, days, mark }, nowSec) {
      const { id } = await db
        .insertInto('vip_plan')
        .values({ name, amount, currency_amount: currencyAmount, days, mark, created_sec: nowSec })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async change(id, { name, amount, currencyAmount, days, mark }) {
      const set = { name, amount, currency_amount: currencyAmount, days, mark }
      const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
      const query = db.updateTable('vip_plan').where('id', '=', id).where('removed', '=', false)
      if (Object.keys(given).length > 0) await query.set(given).execute()
      return find(id)
    },
    async remove(id) {
      const removed = await db
        .updateTable('vip_plan')
        .set({ removed: true })
        .where('id', '=', id)
        .where('removed', '=', false)
        .executeTakeFirst()
      return removed.numUpdatedRows > 0n
    },
  }
}
