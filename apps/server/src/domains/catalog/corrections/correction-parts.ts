import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { appendAudit, undoForSec, type UndoableAct } from '../../../platform/audit/audit.ts'
import { isSameJson } from '../../../platform/audit/audit-store.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { categoriesChanged, titlesChanged } from '../catalog-events.ts'
import type { CatalogNeeds, MovedRows } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import { removeFilesJob } from '../remove-files-job.ts'
import { lockTitles } from '../batch-store.ts'
import { assetsOf, titlesOfCategory } from './place-store.ts'
import { updateListings } from '../listing/listing-writer-store.ts'
import { createQualityStore } from '../quality-store.ts'
import { arePlacesFree, idsOf, readRows, rowsOf, writeRows, type Rows } from './rows-store.ts'

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

/** What moved between two titles, by domain; null is all that can. */
interface MovedBelongings {
  from: number
  to: number
  moved: Readonly<Record<string, MovedRows>> | null
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

/** How many titles an event names. */
const titlesAtOnce = 500

/** Runs corrections of the catalogue, and undoes them. */
export function createCorrectionRunner(
  { db, events, clock, jobs }: CatalogPlatform,
  outside: Pick<CatalogNeeds, 'belongings' | 'addresses'>,
): CorrectionRunner {
  /** Moves what other domains keep of a title: all of it, or what an entry says. */
  const move = async (tx: Transaction<unknown>, { from, to, moved }: MovedBelongings): Promise<MovedBelongings> => {
    const done: Record<string, MovedRows> = {}
    for (const { name, moveIn } of outside.belongings())
      done[name] = await moveIn(tx, { from, to, only: moved ? (moved[name] ?? {}) : null })
    return { from, to, moved: done }
  }

  /** Writes rows with what follows from them. Returns what to do after the commit. */
  const write = async (transaction: Transaction<unknown>, rows: Rows): Promise<() => void> => {
    const tx = transaction.withTables<CatalogTables>()
    await writeRows(tx, rows)
    const named = idsOf(rows, 'title')
    await createQualityStore(tx).refresh(named, nowSec(clock))
    const hidden = Object.entries(rows.category ?? {}).filter(([, row]) => row !== null && 'hidden' in row)
    const ofHidden: number[] = []
    for (const [id] of hidden) ofHidden.push(...(await titlesOfCategory(tx, Number(id))))
    const ids = [...new Set([...named, ...ofHidden])].toSorted((one, other) => one - other)
    const parts = Array.from({ length: Math.ceil(ids.length / titlesAtOnce) }, (_, at) =>
      ids.slice(at * titlesAtOnce, (at + 1) * titlesAtOnce),
    )
    for (const part of parts) {
      await lockTitles(tx, part)
      await updateListings(tx, part)
      await events.announceIn(transaction, titlesChanged, { ids: part })
    }
    const ofSite = rows.category !== undefined || rows.banner !== undefined
    if (ofSite) await events.announceIn(transaction, categoriesChanged, {})
    return () => {
      for (const part of parts) events.announce(titlesChanged, { ids: part })
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
        const moved = change.belongings ? await move(transaction, { ...change.belongings, moved: null }) : null
        const removed = Object.entries(after.episode ?? {}).filter(([, row]) => row === null)
        const addresses = await outside.addresses.take(
          transaction,
          removed.map(([id]) => Number(id)),
        )
        const assetIds = await assetsOf(
          transaction.withTables<CatalogTables>(),
          removed.map(([id]) => Number(id)),
        )
        const afterCommit = await write(transaction, after)
        const atSec = nowSec(clock)
        if (assetIds.length > 0)
          await jobs.enqueue(
            removeFilesJob,
            { titleIds: [], assetIds },
            { tx: transaction, runAtMs: (atSec + undoForSec) * 1000 },
          )
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
          undoUntilSec: atSec + undoForSec,
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
        if (!(await arePlacesFree(tx, rowsOf(before)))) return null
        // What visitors did meanwhile is no conflict: what is still there moves.
        const moved = belongingsOf(after)
        return { ...rows, ...(moved ? { belongings: moved } : {}), ...ofAddresses(addressesOf(after)) }
      },
      async restore(tx, { before }) {
        const moved = belongingsOf(before)
        if (moved) await move(tx, moved)
        const afterCommit = await write(tx, rowsOf(before))
        await outside.addresses.put(tx, addressesOf(before))
        return afterCommit
      },
    })),
  }
}
