import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { appendAudit, readMoved, saveMoved, undoForSec, type UndoableAct } from '../../../platform/audit/audit.ts'
import { isSameJson } from '../../../platform/audit/audit-store.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import type { CatalogNeeds } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import { removeFilesJob } from '../remove-files-job.ts'
import { assetsOf } from './place-store.ts'
import { createCorrectionWriter } from './correction-writer.ts'
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
  'collect undo',
  'adult set',
  'picture set',
  'picture remove',
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
  /** Addresses of episodes that stay which are removed; those of deleted episodes are removed with them. */
  addressIds?: readonly number[]
}

/** From which title to which other belongings moved, in an entry of the audit log; null if none did. */
function directionOf(stored: unknown): { from: number; to: number } | null {
  const parsed = z.object({ belongings: z.object({ from: z.int(), to: z.int() }) }).safeParse(stored)
  return parsed.success ? parsed.data.belongings : null
}

const addressesOf = (stored: unknown): readonly unknown[] => {
  const parsed = z.object({ addresses: z.array(z.unknown()) }).safeParse(stored)
  return parsed.success ? parsed.data.addresses : []
}

const ofAddresses = (addresses: readonly unknown[]): { addresses?: readonly unknown[] } =>
  addresses.length === 0 ? {} : { addresses }

/** The ids of addresses in an entry of the audit log. */
const addressIdsOf = (stored: unknown): number[] =>
  z
    .array(z.object({ id: z.int() }))
    .parse(addressesOf(stored))
    .map(({ id }) => id)

const removedEpisodes = ({ episode = {} }: Rows): number[] =>
  Object.entries(episode)
    .filter(([, row]) => row === null)
    .map(([id]) => Number(id))

/** The films of episodes that are inserted again. */
const assetIdsOf = ({ episode = {} }: Rows): number[] =>
  Object.values(episode).flatMap((row) => (typeof row?.['asset_id'] === 'number' ? [row['asset_id']] : []))

/** A correction that was written, and what to do after the commit. */
interface Written extends Corrected {
  afterCommit(): void
}

export interface CorrectionRunner {
  /**
   * Runs a correction in one transaction: rows, listings, the entry of the audit log and the event, or nothing. A change
   * that changes nothing is refused as `NothingChanged`.
   * @param decide reads what it needs, after it has locked its titles
   */
  run<Refusal extends string>(
    actor: string,
    decide: (tx: Kysely<CatalogTables>, transaction: Transaction<unknown>) => Promise<Change | Refusal>,
  ): Promise<Corrected | Refusal | 'NothingChanged'>
  /** The same for a change that was decided in the caller's transaction, which has locked its titles. */
  writeIn(transaction: Transaction<unknown>, actor: string, change: Change): Promise<Written | 'NothingChanged'>
  readonly undoable: readonly UndoableAct[]
}

/** Runs corrections of the catalogue, and undoes them. */
export function createCorrectionRunner(
  { db, events, clock, jobs }: CatalogPlatform,
  outside: Pick<CatalogNeeds, 'belongings' | 'addresses' | 'holdAssetsIn'>,
): CorrectionRunner {
  const writer = createCorrectionWriter({ events, clock }, outside)

  const writeIn: CorrectionRunner['writeIn'] = async (transaction, actor, change) => {
    const { act, subject, after, addressIds = [] } = change
    const tx = transaction.withTables<CatalogTables>()
    const before = await readRows(tx, after)
    if (addressIds.length === 0 && (await isSameJson(transaction, before, after))) return 'NothingChanged'
    const moved = change.belongings ? await writer.move(transaction, { ...change.belongings, moved: null }) : null
    const episodeIds = removedEpisodes(after)
    const gone = [...addressIds, ...(await outside.addresses.idsIn(transaction, episodeIds))]
    const addresses = await outside.addresses.removeIn(transaction, gone)
    const assetIds = await assetsOf(tx, episodeIds)
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
        ...(moved ? { belongings: { from: moved.to, to: moved.from } } : {}),
        ...ofAddresses(addresses),
      },
      after: moved ? { ...after, belongings: { from: moved.from, to: moved.to } } : after,
      undoUntilSec,
    }
    const entryId = await appendAudit(transaction, entry)
    if (moved?.moved) await saveMoved(transaction, entryId, moved.moved)
    return { entryId, before, afterCommit }
  }

  return {
    writeIn,

    async run(actor, decide) {
      const done = await db.transaction().execute(async (transaction) => {
        const change = await decide(transaction.withTables<CatalogTables>(), transaction)
        return typeof change === 'string' ? change : writeIn(transaction, actor, change)
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
        // A film stays until its undo is over, and from here on until the undo is written.
        const films = assetIdsOf(target)
        const held = await outside.holdAssetsIn(transaction, films)
        if (films.some((id) => !held.has(id))) return null
        // An address that was added since would be deleted with its episode.
        const known = new Set(addressIdsOf(after))
        const addressIds = await outside.addresses.idsIn(transaction, removedEpisodes(target))
        if (addressIds.some((id) => !known.has(id))) return null
        // What visitors did meanwhile is no conflict: what is still there moves.
        const direction = directionOf(after)
        return { ...rows, ...(direction ? { belongings: direction } : {}), ...ofAddresses(addressesOf(after)) }
      },
      async restore(tx, { id, before, after }, undoId) {
        const direction = directionOf(before)
        if (direction) {
          const { moved } = await writer.move(tx, { ...direction, moved: await readMoved(tx, id) })
          await saveMoved(tx, undoId, moved ?? {})
        }
        await outside.addresses.removeIn(tx, addressIdsOf(after))
        const afterCommit = await writer.write(tx, rowsOf(before))
        await outside.addresses.restoreIn(tx, addressesOf(before))
        return afterCommit
      },
    })),
  }
}
