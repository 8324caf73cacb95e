import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSettingName, parseSetting } from './setting-rules.ts'
import { siteChanged } from './site-events.ts'

/** Whether `site set` would take a value, too. */
const isSettingValue = (key: unknown, value: unknown): boolean =>
  typeof key === 'string' && isSettingName(key) && parseSetting(key, String(value ?? '')) !== undefined

/** What operators export of the settings. */
export const siteExchange = ({ events }: Pick<Platform, 'events'>): ExchangeEntity[] => [
  {
    name: 'settings',
    label: '站点设置',
    table: 'site_setting',
    key: ['key'],
    check: ({ key, value }) => (isSettingValue(key, value) ? null : `设置“${String(key)}”不能是这个值`),
    announce: () => events.announce(siteChanged, {}),
  },
]
