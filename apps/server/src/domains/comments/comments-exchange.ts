import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'

/** What operators export of comments. */
export const commentsExchange: readonly ExchangeEntity[] = [
  {
    name: 'comments',
    label: '评论和它们的赞',
    table: 'comment',
    key: ['id'],
    after: ['users'],
    children: [{ field: 'thumbs', table: 'comment_thumb', key: ['comment_id', 'user_id'], parent: 'comment_id' }],
  },
]
