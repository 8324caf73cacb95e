import { seoPages, type SeoEntry, type SeoPage } from '@yunmu/contract'
import type { Transaction } from 'kysely'
import { appendAudit, commandEntry, type UndoableAct } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { seoChanged } from './seo-events.ts'
import { createSeoStore, type SeoTexts } from './seo-store.ts'
import type { SeoTables } from './seo-tables.ts'

/** The operator's texts for kinds of pages, each change with an entry of the audit log. */
export interface SeoCorrections {
  set(page: SeoPage, texts: Partial<SeoTexts>): Promise<void>
  /** Whether there was an entry. */
  remove(page: SeoPage): Promise<boolean>
  readonly undoable: readonly UndoableAct[]
}

const acts = ['seo set', 'seo remove'] as const

const storeIn = (tx: Transaction<unknown>) => createSeoStore(tx.withTables<SeoTables>())

/** The texts of a page in the form of the audit log; null if there are none. */
const textsIn = async (tx: Transaction<unknown>, page: string): Promise<SeoEntry | null> =>
  (await storeIn(tx).list()).find((entry) => entry.page === page) ?? null

const pageOf = (subject: string): SeoPage | null => seoPages.find((page) => subject === `page ${page}`) ?? null

export function createSeoCorrections({ db, clock, events }: Pick<Platform, 'db' | 'clock' | 'events'>): SeoCorrections {
  const change = async (
    act: (typeof acts)[number],
    page: SeoPage,
    write: (tx: Transaction<unknown>) => Promise<unknown>,
  ): Promise<boolean> => {
    const existed = await db.transaction().execute(async (tx) => {
      await storeIn(tx).lock()
      const before = await textsIn(tx, page)
      await write(tx)
      const after = await textsIn(tx, page)
      const what = { domain: 'seo', act, subject: `page ${page}`, before, after, undoable: true as const }
      if (before !== null || after !== null) await appendAudit(tx, commandEntry(clock, what))
      await events.announceIn(tx, seoChanged, {})
      return before !== null
    })
    events.announce(seoChanged, {})
    return existed
  }
  return {
    async set(page, texts) {
      await change('seo set', page, (tx) => storeIn(tx).set(page, texts))
    },
    remove: (page) => change('seo remove', page, (tx) => storeIn(tx).remove(page)),
    undoable: acts.map((act) => ({
      domain: 'seo',
      act,
      async current(tx, { subject }) {
        await storeIn(tx).lock()
        return textsIn(tx, subject.replace(/^page /, ''))
      },
      async restore(tx, { subject, before }) {
        const page = pageOf(subject)
        if (page) {
          await storeIn(tx).remove(page)
          if (before !== null) await storeIn(tx).set(page, textsOf(before))
        }
        await events.announceIn(tx, seoChanged, {})
        return () => events.announce(seoChanged, {})
      },
    })),
  }
}

/** The texts in an entry of the audit log. */
function textsOf(stored: unknown): Partial<SeoTexts> {
  const found = new Map(stored instanceof Object ? Object.entries(stored) : [])
  const names = ['seo_title', 'seo_keywords', 'seo_description'] as const
  return Object.fromEntries(names.map((name) => [name, String(found.get(name) ?? '')]))
}
