import { sql, type Kysely } from 'kysely'
import type { DemoState, DemoTables } from './demo-tables.ts'

export interface DemoStore {
  /** Null if the programme was never seeded. */
  state(): Promise<DemoState | null>
  setState(state: DemoState): Promise<void>
  /** The asset of each film and of each episode, by its name. */
  films(): Promise<Map<string, number>>
  saveFilms(films: ReadonlyMap<string, number>): Promise<void>
  deleteFilms(names: readonly string[]): Promise<void>
  /** Runs `work` under an advisory lock: no other process of the station seeds or removes the programme meanwhile. */
  withLock<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs `work` under the same lock if nobody holds it. */
  withLockIfFree(work: () => Promise<void>): Promise<void>
}

/** Key of the advisory lock. */
const lock = 880_001

export function createDemoStore(db: Kysely<DemoTables>): DemoStore {
  return {
    async state() {
      const row = await db.selectFrom('demo_programme').select('state').executeTakeFirst()
      return row?.state ?? null
    },

    async setState(state) {
      await db
        .insertInto('demo_programme')
        .values({ state })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ state }))
        .execute()
    },

    async films() {
      const rows = await db.selectFrom('demo_film').selectAll().execute()
      return new Map(rows.map(({ name, asset_id }) => [name, asset_id]))
    },

    async saveFilms(films) {
      if (films.size === 0) return
      await db
        .insertInto('demo_film')
        .values([...films].map(([name, assetId]) => ({ name, asset_id: assetId })))
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((eb) => ({ asset_id: eb.ref('excluded.asset_id') })),
        )
        .execute()
    },

    async deleteFilms(names) {
      if (names.length > 0) await db.deleteFrom('demo_film').where('name', 'in', names).execute()
    },

    withLock: (work) =>
      db.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(${lock})`.execute(connection)
        try {
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(${lock})`.execute(connection)
        }
      }),

    withLockIfFree: (work) =>
      db.connection().execute(async (connection) => {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lock}) as got`.execute(connection)
        if (rows[0]?.got !== true) return
        try {
          await work()
        } finally {
          await sql`select pg_advisory_unlock(${lock})`.execute(connection)
        }
      }),
  }
}
