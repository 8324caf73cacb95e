import type { Kysely } from 'kysely'
import { nowSec } from '../../../platform/process/clock.ts'
import { lockTitles } from '../batch-store.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import type { CategoryStore } from '../category-store.ts'
import type { Corrected, CorrectionAct, CorrectionRunner } from './correction-parts.ts'
import { lockKey, readWholeRows, type RowState } from './rows-store.ts'
import { episodeIdsOf } from './place-store.ts'
import { findTitles, showTitle, type FoundTitle, type ShownTitle, type TitleQuery } from './title-find-store.ts'
import { titleFields, type TitleField } from './title-field-rules.ts'

/** Why a correction of a title was not made. */
export type TitleRefusal = 'NoSuchTitle' | 'NothingChanged'
/** The title is in the bin, or part of another. */
export type AbsentRefusal = 'TitleDeleted' | 'TitleMerged'

/** Corrections of titles by operators. Each is one transaction with an entry of the audit log, and can be undone. */
export interface TitleCorrections {
  find(query: TitleQuery): Promise<FoundTitle[]>
  show(id: number): Promise<ShownTitle | null>
  /**
   * Sets fields, and locks them against importers.
   * @param columns of `parseTitleValue`
   * @param fields those that are locked; empty locks none
   */
  set(actor: string, id: number, columns: RowState, fields: readonly TitleField[]): Promise<Corrected | TitleRefusal>
  /** Moves a title to another category, and locks that. */
  move(
    actor: string,
    id: number,
    categoryId: number,
    lock: boolean,
  ): Promise<Corrected | TitleRefusal | 'NoSuchCategory'>
  /** Shows a title to visitors, or hides it. */
  publish(actor: string, id: number, published: boolean): Promise<Corrected | TitleRefusal | AbsentRefusal>
  /** Puts a title into the bin, or takes it out. */
  remove(actor: string, id: number, removed: boolean): Promise<Corrected | TitleRefusal>
  /** Marks a title as not for minors, or as for everybody. */
  markAdult(actor: string, id: number, adult: boolean): Promise<Corrected | TitleRefusal>
  /** Locks fields against importers, or unlocks them. */
  lock(actor: string, id: number, fields: readonly TitleField[], locked: boolean): Promise<Corrected | TitleRefusal>
}

/** The locks of fields, as columns of a row. */
const locksOf = (fields: readonly TitleField[], locked: boolean): RowState =>
  Object.fromEntries(
    fields.flatMap((field) => titleFields[field].columns.map((column) => [lockKey(column), locked] as const)),
  )

export function createTitleCorrections(
  platform: CatalogPlatform,
  { runner, categories }: { runner: CorrectionRunner; categories: CategoryStore },
): TitleCorrections {
  const { clock } = platform
  const db = platform.db.withTables<CatalogTables>()

  const change = <Refusal extends string = TitleRefusal>(
    actor: string,
    id: number,
    decide: (title: Record<string, unknown>) => { act: CorrectionAct; row: RowState } | Refusal,
  ): Promise<Corrected | Refusal | TitleRefusal> =>
    runner.run<Refusal | TitleRefusal>(actor, async (tx) => {
      const title = await lockedTitle(tx, id)
      const decided = title ? decide(title) : 'NoSuchTitle'
      if (typeof decided === 'string') return decided
      return { act: decided.act, subject: `title ${id}`, after: { title: { [id]: decided.row } } }
    })

  return {
    find: (query) => findTitles(db, query),
    show: (id) => showTitle(db, id),

    set: (actor, id, columns, fields) =>
      runner.run<TitleRefusal>(actor, async (tx) => {
        if (!(await lockedTitle(tx, id))) return 'NoSuchTitle'
        const title = { [id]: { ...columns, ...locksOf(fields, true) } }
        if (columns['vip'] === undefined) return { act: 'title set', subject: `title ${id}`, after: { title } }
        // Whether a film is for VIPs is asked of its episodes.
        const { vip } = columns
        const lock = fields.includes('vip') ? { [lockKey('vip')]: true } : {}
        const episode = Object.fromEntries((await episodeIdsOf(tx, id)).map((each) => [each, { vip, ...lock }]))
        return { act: 'title set', subject: `title ${id}`, after: { title, episode } }
      }),

    async move(actor, id, categoryId, lock) {
      const top = await categories.topOf(categoryId)
      if (!top) return 'NoSuchCategory'
      const place = { pid_id: top.pidId, type_id: categoryId }
      return change<TitleRefusal>(actor, id, () => ({
        act: 'title move',
        row: { ...place, ...(lock ? locksOf(['category'], true) : {}) },
      }))
    },

    publish: (actor, id, published) =>
      change<AbsentRefusal>(actor, id, ({ deleted_sec, merged_into }) => {
        if (published && deleted_sec !== null) return 'TitleDeleted'
        if (published && merged_into !== null) return 'TitleMerged'
        return { act: published ? 'title publish' : 'title hide', row: { published } }
      }),

    remove: (actor, id, removed) =>
      change<TitleRefusal>(actor, id, ({ deleted_sec }) => {
        if ((deleted_sec !== null) === removed) return 'NothingChanged'
        return {
          act: removed ? 'title delete' : 'title restore',
          row: { deleted_sec: removed ? nowSec(clock) : null },
        }
      }),

    markAdult: (actor, id, adult) => change<TitleRefusal>(actor, id, () => ({ act: 'adult set', row: { adult } })),

    lock: (actor, id, fields, locked) =>
      change<TitleRefusal>(actor, id, () => ({
        act: locked ? 'title lock' : 'title unlock',
        row: locksOf(fields, locked),
      })),
  }
}

/** A title with all its columns, locked until the end of the transaction. */
export async function lockedTitle(tx: Kysely<CatalogTables>, id: number): Promise<Record<string, unknown> | null> {
  await lockTitles(tx, [id])
  return (await readWholeRows(tx, 'title', [id])).get(id) ?? null
}
