import type { Kysely } from 'kysely'
import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockTitles } from './batch-store.ts'
import { categoriesChanged, titlesChanged } from './catalog-events.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { updateListings } from './listing/listing-writer-store.ts'

/** Titles announced at once. */
const announcedAtOnce = 1000

/** What operators export of the catalogue. */
export const catalogExchange = ({ events }: Pick<Platform, 'events'>): ExchangeEntity[] => [
  {
    name: 'categories',
    label: '分类',
    table: 'category',
    key: ['id'],
    announce: () => events.announce(categoriesChanged, {}),
  },
  {
    name: 'titles',
    label: '影片，连同线路和剧集',
    table: 'title',
    key: ['id'],
    after: ['categories'],
    locks: 'locked_fields',
    // Plays are kept in the listing only; titles that are not listed have none.
    derived: { hits: { table: 'title_listing', column: 'hits', parent: 'title_id' } },
    children: [
      {
        field: 'sources',
        table: 'source',
        key: ['id'],
        parent: 'title_id',
        children: [{ field: 'episodes', table: 'episode', key: ['id'], parent: 'source_id', locks: 'locked_fields' }],
      },
    ],
    async imported(tx, rows) {
      const catalog: Kysely<CatalogTables> = tx.withTables<CatalogTables>()
      const hits = rows.flatMap((row) => (row.hits === undefined ? [] : [[Number(row.id), Number(row.hits)] as const]))
      const ids = rows.map(({ id }) => Number(id))
      await lockTitles(catalog, ids)
      await updateListings(catalog, ids, new Map(hits))
    },
    announce(ids) {
      for (let at = 0; at < ids.length; at += announcedAtOnce)
        events.announce(titlesChanged, { ids: ids.slice(at, at + announcedAtOnce) })
    },
  },
  {
    name: 'banners',
    label: '首页大图',
    table: 'banner',
    key: ['title_id'],
    after: ['titles'],
    announce: () => events.announce(categoriesChanged, {}),
  },
]
