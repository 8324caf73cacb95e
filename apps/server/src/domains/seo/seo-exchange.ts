import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { seoChanged } from './seo-events.ts'

/** What operators export of the texts for search engines. */
export const seoExchange = ({ events }: Pick<Platform, 'events'>): ExchangeEntity[] => [
  {
    name: 'seo',
    label: '给搜索引擎的文字',
    table: 'seo_entry',
    key: ['page'],
    announce: () => events.announce(seoChanged, {}),
  },
]
