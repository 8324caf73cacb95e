import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { appendAudit, undoForSec, type UndoableAct } from '../../../platform/audit/audit.ts'
import { isSameJson } from '../../../platform/audit/audit-store.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import type { CatalogNeeds } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import { removeFilesJob } from '../remove-files-job.ts'
import { assetsOf } from './place-store.ts'
import { createCorrectionWriter, type MovedBelongings } from './correction-writer.ts'
import { arePlacesFree, areRemovalsEmpty, readRows, rowsOf, type Rows } from './rows-store.ts'

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
  'title merge',
  'title split',
  'episode set',
  'episode move',
  'episode delete',
  'source rename',
  'source order',
  'source delete',
  'category add',
  'category set',
  'category order',
  'banner set',
  'people rename',
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
  /** What other domains keep of a title moves to another. */
  belongings?: { from: number; to: number }
}

const Belongings = z.object({
  from: z.int(),
  to: z.int(),
  moved: z.record(z.string(), z.record(z.string(), z.array(z.int()))),
})

/** What an entry of the audit log says of belongings; null if it is about none. */
function belongingsOf(stored: unknown): MovedBelongings | null {
  const parsed = z.object({ belongings: Belongings }).safeParse(stored)
  return parsed.success ? parsed.data.belongings : null
}

const addressesOf = (stored: unknown): readonly unknown[] => {
  const parsed = z.object({ addresses: z.array(z.unknown()) }).safeParse(stored)
  return parsed.success ? parsed.data.addresses : []
}

const ofAddresses = (addresses: readonly unknown[]): { addresses?: readonly unknown[] } =>
  addresses.length === 0 ? {} : { addresses }

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
export function createCorrectionRunner(
  { db, events, clock, jobs }: CatalogPlatform,
  outside: Pick<CatalogNeeds, 'belongings' | 'addresses'>,
): CorrectionRunner {
  const writer = createCorrectionWriter({ events, clock }, outside)

  return {
    async run(actor, decide) {
      const done = await db.transaction().execute(async (transaction) => {
        const change = await decide(transaction.withTables<CatalogTables>())
        if (typeof change === 'string') return change
        const { act, subject, after } = change
        const before = await readRows(transaction.withTables<CatalogTables>(), after)
        if (await isSameJson(transaction, before, after)) return 'NothingChanged'
        const moved = change.belongings ? await writer.move(transaction, { ...change.belongings, moved: null }) : null
        const removed = Object.entries(after.episode ?? {}).filter(([, row]) => row === null)
        const episodeIds = removed.map(([id]) => Number(id))
        const addresses = await outside.addresses.take(transaction, episodeIds)
        const assetIds = await assetsOf(transaction.withTables<CatalogTables>(), episodeIds)
        const afterCommit = await writer.write(transaction, after)
        const atSec = nowSec(clock)
        const undoUntilSec = atSec + undoForSec
        const later = { tx: transaction, runAtMs: undoUntilSec * 1000 }
        if (assetIds.length > 0) await jobs.enqueue(removeFilesJob, { titleIds: [], assetIds }, later)
        const entry = {
          atSec,
          actor,
          domain: 'catalog',
          act,
          subject,
          before: {
            ...before,
            ...(moved ? { belongings: { ...moved, from: moved.to, to: moved.from } } : {}),
            ...ofAddresses(addresses),
          },
          after: moved ? { ...after, belongings: moved } : after,
          undoUntilSec,
        }
        return { entryId: await appendAudit(transaction, entry), before, afterCommit }
      })
      if (typeof done === 'string') return done
      done.afterCommit()
      return { entryId: done.entryId, before: done.before }
    },

    undoable: correctionActs.map((act) => ({
      domain: 'catalog',
      act,
      async current(transaction, { before, after }) {
        const tx = transaction.withTables<CatalogTables>()
        const rows = await readRows(tx, rowsOf(after))
        const target = rowsOf(before)
        if (!(await arePlacesFree(tx, target)) || !(await areRemovalsEmpty(tx, target))) return null
        // What visitors did meanwhile is no conflict: what is still there moves.
        const moved = belongingsOf(after)
        return { ...rows, ...(moved ? { belongings: moved } : {}), ...ofAddresses(addressesOf(after)) }
      },
      async restore(tx, { before }) {
        const moved = belongingsOf(before)
        if (moved) await writer.move(tx, moved)
        const afterCommit = await writer.write(tx, rowsOf(before))
        await outside.addresses.put(tx, addressesOf(before))
        return afterCommit
      },
    })),
  }
}
