import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'

/** What operators export of what users keep. */
export const libraryExchange: readonly ExchangeEntity[] = [
  { name: 'favourites', label: '收藏', table: 'favourite', key: ['user_id', 'title_id'], after: ['users', 'titles'] },
  { name: 'history', label: '观看记录', table: 'watch_record', key: ['user_id', 'kind', 'ref_id'], after: ['users'] },
  { name: 'follows', label: '追更', table: 'title_follow', key: ['user_id', 'title_id'], after: ['users', 'titles'] },
  { name: 'scores', label: '评分', table: 'title_score', key: ['user_id', 'title_id'], after: ['users', 'titles'] },
  { name: 'channel-follows', label: '关注的频道', table: 'follow', key: ['user_id', 'channel_id'], after: ['users'] },
  {
    name: 'lists',
    label: '片单',
    table: 'title_list',
    key: ['id'],
    after: ['users', 'titles'],
    children: [{ field: 'titles', table: 'title_list_item', key: ['list_id', 'title_id'], parent: 'list_id' }],
  },
]
