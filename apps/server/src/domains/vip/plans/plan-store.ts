import type { VipPlan } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
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
  /** Adds the plans of the demonstration, unless there are plans, or were some of the demonstration. */
  seedDemo(plans: readonly NewPlan[], nowSec: number): Promise<void>
  /** Removes those that the operator has not changed. False if there are none. */
  removeDemo(): Promise<boolean>
}

/** Plans of the demonstration exist only while the test bank takes payments: they are not sold for real money. */
const isSold = sql<boolean>`(not demo or exists (select from payment_gateway as bank where bank.demo and bank.enabled))`

/** @param db a transaction, if other changes must be atomic with these */
export function createPlanStore(db: Kysely<VipTables>): PlanStore {
  const plans = () =>
    db
      .selectFrom('vip_plan')
      .select(['id', 'name', 'amount', 'currency_amount as currencyAmount', 'days', 'mark'])
      .where('removed', '=', false)
      .where(isSold)
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
      // What the operator has changed is the operator's.
      const set = { name, amount, currency_amount: currencyAmount, days, mark, demo: false }
      const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
      const query = db.updateTable('vip_plan').where('id', '=', id).where('removed', '=', false)
      if (Object.keys(given).length > 1) await query.set(given).execute()
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
    async seedDemo(all, nowSec) {
      const known = await db
        .selectFrom('vip_plan')
        .select('id')
        .where(({ or, eb }) => or([eb('removed', '=', false), eb('demo', '=', true)]))
        .executeTakeFirst()
      if (known) return
      const rows = all.map(({ name, amount, currencyAmount, days, mark }) => {
        return { name, amount, currency_amount: currencyAmount, days, mark, created_sec: nowSec, demo: true }
      })
      await db.insertInto('vip_plan').values(rows).execute()
    },
    async removeDemo() {
      // Orders refer to them.
      const removed = await db
        .updateTable('vip_plan')
        .set({ removed: true, demo: false })
        .where('demo', '=', true)
        .executeTakeFirst()
      return removed.numUpdatedRows > 0n
    },
  }
}
