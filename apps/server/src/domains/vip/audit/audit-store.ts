import type { Transaction, Kysely } from 'kysely'
import type { VipTables } from '../vip-tables.ts'

/** A hand on money: who did what to what, and how it was before and after. */
export interface AuditEntry {
  actor: string
  what: string
  target: string
  before: unknown
  after: unknown
  atSec: number
}

const jsonOf = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

/** Writes an entry in the transaction of what it is about. */
export async function writeAudit(tx: Transaction<unknown>, entry: AuditEntry): Promise<void> {
  const { actor, what, target, before, after, atSec } = entry
  await tx
    .withTables<VipTables>()
    .insertInto('money_audit')
    .values({ actor, what, target, before: jsonOf(before), after: jsonOf(after), at_sec: atSec })
    .execute()
}

/** The newest entries, or those about one thing. */
export function listAudit(db: Kysely<VipTables>, target: string | null, limit: number): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('money_audit')
    .select(['actor', 'what', 'target', 'before', 'after', 'at_sec as atSec'])
    .orderBy('id', 'desc')
    .limit(limit)
  if (target !== null) query = query.where('target', '=', target)
  return query.execute()
}
