import { sql, type Kysely, type Transaction } from 'kysely'
import { appendAudit, hasAudit } from '../../../platform/audit/audit.ts'
import type { ConfigurableId } from './gateway-settings.ts'
import type { VipTables } from '../vip-tables.ts'
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
  act: string
  subject: string
  save: readonly GatewayRow[]
  remove: readonly ConfigurableId[]
  /** Whose hand it is; the operator's if absent. */
  actor?: string
}

/** What a change is decided by. */
export interface KnownWays {
  rows: readonly GatewayRow[]
  hasTransfer: boolean
}

export interface GatewayStore {
  all(): Promise<GatewayRow[]>
  known(): Promise<KnownWays>
  find(id: ConfigurableId): Promise<GatewayRow | null>
  /** The enabled gateway of a payment method. */
  ofMethod(methodId: number): Promise<GatewayRow | null>
  /** Changes what `decide` says of the present rows. One change at a time; null changes nothing, which is false. */
  change(nowSec: number, decide: (known: KnownWays) => GatewayChange | null): Promise<boolean>
  /** Whether a real gateway or a transfer was ever set, by the audit log. */
  wasEverReal(): Promise<boolean>
}

/** The settings of gateways, encrypted. */
export function createGatewayStore(untyped: Kysely<unknown>): GatewayStore {
  const db = untyped.withTables<GatewaysTables & VipTables>()
  const select = (from: Kysely<GatewaysTables & VipTables>) =>
    from.selectFrom('payment_gateway').select(['id', 'enabled', 'demo', 'methods', 'sealed'])
  const knownIn = async (from: Kysely<GatewaysTables & VipTables>): Promise<KnownWays> => {
    const rows = await select(from).execute()
    const transfer = await from.selectFrom('vip_transfer').select('id').executeTakeFirst()
    return { rows, hasTransfer: transfer !== undefined }
  }
  return {
    known: () => knownIn(db),
    all: () => select(db).orderBy('id').execute(),
    async find(id) {
      return (await select(db).where('id', '=', id).executeTakeFirst()) ?? null
    },
    async ofMethod(methodId) {
      const row = await select(db)
        .where('enabled', '=', true)
        .where(sql<boolean>`${methodId} = any(methods)`)
        .orderBy('demo')
        .orderBy('id')
        .executeTakeFirst()
      return row ?? null
    },
    change: (nowSec, decide) =>
      untyped.transaction().execute(async (all) => {
        const tx = all.withTables<GatewaysTables & VipTables>()
        await lockTable.execute(tx)
        const known = await knownIn(tx)
        const change = decide(known)
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
        const [before, after] = [known.rows, await select(tx).execute()].map((each) => each.map(withoutSecrets))
        await appendAudit(all, {
          domain: 'vip',
          act: change.act,
          subject: change.subject,
          before,
          after,
          actor: change.actor ?? 'operator',
          atSec: nowSec,
        })
        return true
      }),
    wasEverReal: () => hasAudit(untyped, 'vip', [realGatewaySet, transferSet]),
  }
}

/** How the audit log names what takes real money. */
export const realGatewaySet = 'payment gateway set'
export const transferSet = 'transfer picture set'

const lockTable = sql`lock table payment_gateway in exclusive mode`

/** Removes the gateways of the test bank, with the change that takes real money. False if there are none. */
export async function removeTestBankIn(tx: Transaction<unknown>): Promise<boolean> {
  await lockTable.execute(tx)
  const { numDeletedRows } = await tx
    .withTables<GatewaysTables>()
    .deleteFrom('payment_gateway')
    .where('demo', '=', true)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const withoutSecrets = ({ id, enabled, demo, methods }: GatewayRow) => ({ id, enabled, demo, methods })
