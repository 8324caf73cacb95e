import { sql, type Kysely } from 'kysely'
import { writeAudit } from '../audit/audit-store.ts'
import type { ConfigurableId } from './gateway-settings.ts'
import type { GatewaysTables } from './gateways-tables.ts'

export interface GatewayRow {
  id: ConfigurableId
  enabled: boolean
  demo: boolean
  methods: readonly number[]
  sealed: Buffer
}

/** What a change does to the rows, and how the audit log names it. */
export interface GatewayChange {
  what: string
  target: string
  save: readonly GatewayRow[]
  remove: readonly ConfigurableId[]
}

export interface GatewayStore {
  all(): Promise<GatewayRow[]>
  find(id: ConfigurableId): Promise<GatewayRow | null>
  /** The enabled gateway of a payment method. */
  ofMethod(methodId: number): Promise<ConfigurableId | null>
  /** Changes what `decide` says of the present rows. One change at a time; null changes nothing, which is false. */
  change(nowSec: number, decide: (rows: readonly GatewayRow[]) => GatewayChange | null): Promise<boolean>
}

/** The settings of gateways, encrypted. */
export function createGatewayStore(untyped: Kysely<unknown>): GatewayStore {
  const db = untyped.withTables<GatewaysTables>()
  const select = (from: Kysely<GatewaysTables>) =>
    from.selectFrom('payment_gateway').select(['id', 'enabled', 'demo', 'methods', 'sealed'])
  return {
    all: () => select(db).orderBy('id').execute(),
    async find(id) {
      return (await select(db).where('id', '=', id).executeTakeFirst()) ?? null
    },
    async ofMethod(methodId) {
      const row = await db
        .selectFrom('payment_gateway')
        .select('id')
        .where('enabled', '=', true)
        .where(sql<boolean>`${methodId} = any(methods)`)
        .orderBy('demo')
        .orderBy('id')
        .executeTakeFirst()
      return row?.id ?? null
    },
    change: (nowSec, decide) =>
      untyped.transaction().execute(async (all) => {
        const tx = all.withTables<GatewaysTables>()
        await sql`lock table payment_gateway in exclusive mode`.execute(tx)
        const rows = await select(tx).execute()
        const change = decide(rows)
        if (change === null) return false
        for (const id of change.remove) await tx.deleteFrom('payment_gateway').where('id', '=', id).execute()
        for (const { id, enabled, demo, methods, sealed } of change.save) {
          const row = { enabled, demo, methods: [...methods], sealed, changed_sec: nowSec }
          await tx
            .insertInto('payment_gateway')
            .values({ id, ...row })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
            .execute()
        }
        const [before, after] = [rows, await select(tx).execute()].map((each) => each.map(withoutSecrets))
        await writeAudit(all, {
          what: change.what,
          target: change.target,
          before,
          after,
          actor: 'operator',
          atSec: nowSec,
        })
        return true
      }),
  }
}

const withoutSecrets = ({ id, enabled, demo, methods }: GatewayRow) => ({ id, enabled, demo, methods })
