import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'

/** What is known of videos; their files are in the data folder. */
export const mediaExchange: readonly ExchangeEntity[] = [
  {
    name: 'assets',
    label: '视频和它们的清晰度（文件在数据文件夹里）',
    table: 'asset',
    key: ['id'],
    children: [{ field: 'renditions', table: 'rendition', key: ['asset_id', 'version', 'name'], parent: 'asset_id' }],
  },
]
