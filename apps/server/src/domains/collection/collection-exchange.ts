import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'

/** What operators export of collection: with its items, another station goes on with a source instead of asking about each title. */
export const collectionExchange: readonly ExchangeEntity[] = [
  {
    name: 'collection-sources',
    label: '采集源，连同分类绑定',
    table: 'collection_source',
    key: ['id'],
    after: ['categories'],
    children: [
      { field: 'bindings', table: 'collection_binding', key: ['source_id', 'remote_type'], parent: 'source_id' },
    ],
  },
  {
    name: 'collection-items',
    label: '采集过的条目',
    table: 'collection_item',
    key: ['source_id', 'remote_id'],
    after: ['collection-sources', 'titles'],
  },
]
