import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { siteChanged } from './site-events.ts'

/** What operators export of the settings. */
export const siteExchange = ({ events }: Pick<Platform, 'events'>): ExchangeEntity[] => [
  {
    name: 'settings',
    label: '站点设置',
    table: 'site_setting',
    key: ['key'],
    announce: () => events.announce(siteChanged, {}),
  },
]
