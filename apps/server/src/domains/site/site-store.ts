import { sql, type Kysely } from 'kysely'
import { Settings, type SiteSettings } from './settings.ts'
import type { SiteTables } from './site-tables.ts'

export interface SiteStore {
  read(): Promise<SiteSettings>
  /** Stores the given settings; others are unchanged. */
  write(settings: Partial<SiteSettings>): Promise<void>
  /** Locks all settings until the end of the transaction. */
  lock(): Promise<void>
}

export function createSiteStore(db: Kysely<SiteTables>): SiteStore {
  return {
    async read() {
      const rows = await db.selectFrom('site_setting').select(['key', 'value']).execute()
      return Settings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
    },
    async lock() {
      await sql`lock table site_setting in share row exclusive mode`.execute(db)
    },
    async write(settings) {
      const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
      if (entries.length === 0) return
      await db
        .insertInto('site_setting')
        .values(entries.map(([key, value]) => ({ key, value: JSON.stringify(value) })))
        .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
        .execute()
    },
  }
}
