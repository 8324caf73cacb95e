import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { adsChanged } from './ads-events.ts'

/** What operators export of advertisements. */
export const adsExchange = ({ events }: Pick<Platform, 'events'>): ExchangeEntity[] => [
  { name: 'ads', label: '广告', table: 'ad', key: ['id'], announce: () => events.announce(adsChanged, {}) },
]
