import { seoPages, type SeoEntry, type SeoPage } from '@yunmu/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { SeoTables } from './seo-tables.ts'

export type SeoTexts = Omit<SeoEntry, 'page'>

export interface SeoStore {
  /** Lets no other transaction change texts until the end of this one. */
  lock(): Promise<void>
  /** In the order of the contract's page names. */
  list(): Promise<SeoEntry[]>
  /** Stores the given texts; others are unchanged. */
  set(page: SeoPage, texts: Partial<SeoTexts>): Promise<void>
  /** Whether there was an entry. */
  remove(page: SeoPage): Promise<boolean>
}

const toEntry = (page: SeoPage, row: Selectable<SeoTables['seo_entry']>): SeoEntry => ({
  page,
  seo_title: row.title,
  seo_keywords: row.keywords,
  seo_description: row.description,
})

export function createSeoStore(db: Kysely<SeoTables>): SeoStore {
  return {
    async lock() {
      await sql`lock table seo_entry in share row exclusive mode`.execute(db)
    },
    async list() {
      const rows = new Map((await db.selectFrom('seo_entry').selectAll().execute()).map((row) => [row.page, row]))
      return seoPages.flatMap((page) => {
        const row = rows.get(page)
        return row ? [toEntry(page, row)] : []
      })
    },
    async set(page, { seo_title, seo_keywords, seo_description }) {
      const given = {
        ...(seo_title !== undefined && { title: seo_title }),
        ...(seo_keywords !== undefined && { keywords: seo_keywords }),
        ...(seo_description !== undefined && { description: seo_description }),
      }
      await db
        .insertInto('seo_entry')
        .values({ page, title: '', keywords: '', description: '', ...given })
        .onConflict((conflict) => conflict.column('page').doUpdateSet({ page, ...given }))
        .execute()
    },
    async remove(page) {
      const { numDeletedRows } = await db.deleteFrom('seo_entry').where('page', '=', page).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
