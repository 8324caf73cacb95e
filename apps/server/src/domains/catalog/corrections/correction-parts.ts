import type { Kysely, Transaction } from 'kysely'
import { appendAudit, undoForSec, type UndoableAct } from '../../../platform/audit/audit.ts'
import { isSameJson } from '../../../platform/audit/audit-store.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { categoriesChanged, titlesChanged } from '../catalog-events.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import { updateListings } from '../listing/listing-writer-store.ts'
import { createQualityStore } from '../quality-store.ts'
import { idsOf, readRows, rowsOf, writeRows, type Rows } from './rows-store.ts'

/** What corrections do to titles and what belongs to them; also the names in the audit log. */
export const correctionActs = [
  'title set',
  'title move',
  'title hide',
  'title publish',
  'title delete',
  'title restore',
  'title lock',
  'title unlock',
] as const
export type CorrectionAct = (typeof correctionActs)[number]

/** A change that was made, with its number in the audit log. */
export interface Corrected {
  entryId: number
  /** What the changed columns were. */
  before: Rows
}

/** What a correction does, decided while its titles are locked; a refusal writes nothing. */
export interface Change {
  act: CorrectionAct
  /** What it is done to, for the audit log: `title 12`. */
  subject: string
  after: Rows
}

export interface CorrectionRunner {
  /**
   * Runs a correction in one transaction: rows, listings, the entry of the audit log and the event, or nothing. A change
   * that changes nothing is refused as `NothingChanged`.
   * @param decide reads what it needs, after it has locked its titles
   */
  run<Refusal extends string>(
    actor: string,
    decide: (tx: Kysely<CatalogTables>) => Promise<Change | Refusal>,
  ): Promise<Corrected | Refusal | 'NothingChanged'>
  readonly undoable: readonly UndoableAct[]
}

/** Runs corrections of the catalogue, and undoes them. */
export function createCorrectionRunner({ db, events, clock }: CatalogPlatform): CorrectionRunner {
  /** Writes rows with what follows from them. Returns what to do after the commit. */
  const write = async (transaction: Transaction<unknown>, rows: Rows): Promise<() => void> => {
    const tx = transaction.withTables<CatalogTables>()
    await writeRows(tx, rows)
    const ids = idsOf(rows, 'title')
    await createQualityStore(tx).refresh(ids, nowSec(clock))
    await updateListings(tx, ids)
    const ofSite = rows.category !== undefined || rows.banner !== undefined
    if (ids.length > 0) await events.announceIn(transaction, titlesChanged, { ids })
    if (ofSite) await events.announceIn(transaction, categoriesChanged, {})
    return () => {
      if (ids.length > 0) events.announce(titlesChanged, { ids })
      if (ofSite) events.announce(categoriesChanged, {})
    }
  }

  return {
    async run(actor, decide) {
      const done = await db.transaction().execute(async (transaction) => {
        const change = await decide(transaction.withTables<CatalogTables>())
        if (typeof change === 'string') return change
        const { act, subject, after } = change
        const before = await readRows(transaction.withTables<CatalogTables>(), after)
        if (await isSameJson(transaction, before, after)) return 'NothingChanged'
        const afterCommit = await write(transaction, after)
        const atSec = nowSec(clock)
        const entry = { atSec, actor, domain: 'catalog', act, subject, before, after, undoUntilSec: atSec + undoForSec }
        return { entryId: await appendAudit(transaction, entry), before, afterCommit }
      })
      if (typeof done === 'string') return done
      done.afterCommit()
      return { entryId: done.entryId, before: done.before }
    },

    undoable: correctionActs.map((act) => ({
      domain: 'catalog',
      act,
      current: (tx, { after }) => readRows(tx.withTables<CatalogTables>(), rowsOf(after)),
      restore: (tx, { before }) => write(tx, rowsOf(before)),
    })),
  }
}
