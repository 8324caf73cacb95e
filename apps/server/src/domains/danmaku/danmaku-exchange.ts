import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'

/** What operators export of danmaku. The packs are built again from the rows. */
export const danmakuExchange: readonly ExchangeEntity[] = [
  { name: 'danmaku', label: '弹幕', table: 'danmaku', key: ['id'], after: ['users'] },
  {
    name: 'danmaku-thumbs',
    label: '弹幕的赞',
    table: 'danmaku_up',
    key: ['danmaku_id', 'user_id'],
    after: ['danmaku', 'users'],
  },
]
