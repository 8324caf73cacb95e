import type { Kysely, Transaction } from 'kysely'
import { nowSec, type Clock } from '../process/clock.ts'
import {
  appendAudit,
  findAudit,
  isSameJson,
  listAudit,
  lockAudit,
  markUndone,
  type AuditEntry,
  type AuditFilter,
  type ListedEntry,
  type NewAuditEntry,
} from './audit-store.ts'

/** How an act of a domain is undone. A domain contributes these by its module's `undoable`. */
export interface UndoableAct {
  /** The domain and the act of the entries. */
  domain: string
  act: string
  /**
   * What the subject is now, in the form in which `after` was stored: null if it does not exist. Locks it until the end of
   * the transaction.
   */
  current(tx: Transaction<unknown>, entry: AuditEntry): Promise<unknown>
  /**
   * Makes the subject what `entry.before` says, and announces it within the transaction. Called only while `entry.after`
   * still holds. Returns what to do after the commit.
   * @param undoId the number of the undo's entry
   */
  restore(tx: Transaction<unknown>, entry: AuditEntry, undoId: number): Promise<() => void>
}

/** Why an act was not undone. `ChangedSince`: what it made has been changed since. */
export type UndoRefusal = 'NoSuchEntry' | 'CannotBeUndone' | 'UndoneAlready' | 'TooLateToUndo' | 'ChangedSince'

export interface Audit {
  /** The newest entries that match, the newest first: a page of them, continued by `beforeId`. */
  find(filter: AuditFilter, limit: number): Promise<AuditEntry[]>
  /** The same without what they changed. */
  list(filter: AuditFilter, limit: number): Promise<ListedEntry[]>
  /**
   * Undoes an act: its subject becomes what it was before, if it still is what the act made of it. The undo has an entry
   * of the same act with `before` and `after` exchanged, which can be undone as long as the act could be.
   */
  undo(id: number, actor: string): Promise<{ entryId: number } | UndoRefusal>
}

/** The operator at the command line, as the actor of entries. */
export const commandLineActor = 'operator'

/** For how long acts of operators can be undone. */
export const undoForSec = 30 * 24 * 3600

/** What operators did at the command line, with a time and who did it; `undoable` for acts that a domain can undo. */
export const commandEntry = (
  clock: Clock,
  entry: Pick<NewAuditEntry, 'domain' | 'act' | 'subject' | 'before' | 'after'> & { undoable?: true },
): NewAuditEntry => {
  const { undoable: canUndo, ...what } = entry
  const atSec = nowSec(clock)
  return { ...what, atSec, actor: commandLineActor, undoUntilSec: canUndo ? atSec + undoForSec : null }
}

/** The audit log of all domains. Entries are written by `appendAudit`, in the transaction of what they are about. */
export function createAudit(
  { db, clock }: { db: Kysely<unknown>; clock: Clock },
  undoable: readonly UndoableAct[],
): Audit {
  const acts = new Map(undoable.map((act) => [`${act.domain} ${act.act}`, act]))
  if (acts.size < undoable.length) throw new Error('an act has two ways of being undone')

  const undoIn = async (
    tx: Transaction<unknown>,
    id: number,
    actor: string,
  ): Promise<{ entryId: number; afterCommit: () => void } | UndoRefusal> => {
    const entry = await lockAudit(tx, id)
    if (!entry) return 'NoSuchEntry'
    const act = acts.get(`${entry.domain} ${entry.act}`)
    if (!act || entry.undoUntilSec === null) return 'CannotBeUndone'
    if (entry.undoneBy !== null) return 'UndoneAlready'
    const atSec = nowSec(clock)
    if (atSec >= entry.undoUntilSec) return 'TooLateToUndo'
    if (!(await isSameJson(tx, await act.current(tx, entry), entry.after))) return 'ChangedSince'
    const { domain, subject, before, after, undoUntilSec } = entry
    const undo = { domain, act: entry.act, subject, before: after, after: before, undoUntilSec, actor, atSec }
    const entryId = await appendAudit(tx, undo)
    const afterCommit = await act.restore(tx, entry, entryId)
    await markUndone(tx, id, entryId)
    return { entryId, afterCommit }
  }

  return {
    find: (filter, limit) => findAudit(db, filter, limit),
    list: (filter, limit) => listAudit(db, filter, limit),

    async undo(id, actor) {
      const done = await db.transaction().execute((tx) => undoIn(tx, id, actor))
      if (typeof done === 'string') return done
      done.afterCommit()
      return { entryId: done.entryId }
    },
  }
}

export {
  addressesInAudit,
  appendAudit,
  findAudit,
  hasAudit,
  readMoved,
  saveMoved,
  titlesChangedSince,
  undoableIds,
  undoableValues,
  type AuditEntry,
  type AuditFilter,
  type NewAuditEntry,
} from './audit-store.ts'
