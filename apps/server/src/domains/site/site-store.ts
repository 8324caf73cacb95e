import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { SiteTables } from './site-tables.ts'

/** What the operator may set, with what a station says of itself until then. */
const Settings = z.object({
  name: z._default(z.string(), '云幕'),
  seo_title: z._default(z.string(), '云幕 - 影视、直播与体育'),
  seo_keywords: z._default(z.string(), '云幕,电影,电视剧,综艺,动漫,纪录片,直播'),
  seo_description: z._default(z.string(), '在云幕看电影、剧集、综艺、动漫与纪录片，看直播与体育比赛。'),
  index_old_version_site: z._default(z.string(), ''),
  external_vod_site: z._default(z.string(), ''),
  logo: z._default(z.string(), ''),
  live_live: z._default(z.boolean(), true),
  disclaimer: z._default(
    z.string(),
    '本站内容由站点运营者提供或由程序采集，版权归原权利人所有。如有异议请来信告知，核实后即时处理。',
  ),
  copyright: z._default(z.string(), '云幕'),
  email: z._default(z.string(), ''),
  phone: z._default(z.string(), ''),
})
export type SiteSettings = z.output<typeof Settings>

export interface SiteStore {
  read(): Promise<SiteSettings>
  /** Keeps what is given, leaves the rest as it is. */
  write(settings: Partial<SiteSettings>): Promise<void>
}

export function createSiteStore(db: Kysely<SiteTables>): SiteStore {
  return {
    async read() {
      const rows = await db.selectFrom('site_setting').selectAll().execute()
      return Settings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
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
