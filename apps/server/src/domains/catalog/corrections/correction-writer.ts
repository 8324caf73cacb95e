import type { Transaction } from 'kysely'
import { nowSec } from '../../../platform/process/clock.ts'
import { lockTitles } from '../batch-store.ts'
import { categoriesChanged, titlesChanged } from '../catalog-events.ts'
import type { CatalogNeeds, MovedRows } from '../catalog-needs.ts'
import type { CatalogTables } from '../catalog-tables.ts'
import type { CatalogPlatform } from '../change-titles.ts'
import { updateListings } from '../listing/listing-writer-store.ts'
import { createQualityStore } from '../quality-store.ts'
import { titlesOfCategory } from './place-store.ts'
import { idsOf, writeRows, type Rows } from './rows-store.ts'

/** What moved between two titles, by domain; null is all that can. */
export interface MovedBelongings {
  from: number
  to: number
  moved: Readonly<Record<string, MovedRows>> | null
}

export interface CorrectionWriter {
  /** Moves what other domains keep of a title: all of it, or what an entry says. */
  move(tx: Transaction<unknown>, move: MovedBelongings): Promise<MovedBelongings>
  /** Writes rows with what follows from them, and announces it. Returns what to do after the commit. */
  write(tx: Transaction<unknown>, rows: Rows): Promise<() => void>
}

/** How many titles an event names. */
const titlesAtOnce = 500

/** Writes what corrections and their undo change. */
export const createCorrectionWriter = (
  { events, clock }: Pick<CatalogPlatform, 'events' | 'clock'>,
  { belongings }: Pick<CatalogNeeds, 'belongings'>,
): CorrectionWriter => ({
  async move(tx, { from, to, moved }) {
    const done: Record<string, MovedRows> = {}
    for (const { name, moveIn } of belongings())
      done[name] = await moveIn(tx, { from, to, only: moved ? (moved[name] ?? {}) : null })
    return { from, to, moved: done }
  },

  async write(transaction, rows) {
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
  },
})
