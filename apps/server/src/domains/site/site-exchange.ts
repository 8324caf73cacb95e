import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSettingName, parseSetting } from './setting-rules.ts'
import { siteChanged } from './site-events.ts'

/** Whether `site set` would take a value, too. */
function isSettingValue(key: unknown, value: unknown): boolean {
  if (typeof key !== 'string' || !isSettingName(key)) return false
  const text = value === null ? '' : value
  const isPlain = typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean'
  return isPlain && parseSetting(key, String(text)) !== undefined
}

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
