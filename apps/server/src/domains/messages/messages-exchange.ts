import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { bulletinsChanged } from './messages-events.ts'

/** What operators export of bulletins. */
export const messagesExchange = ({ events }: Pick<Platform, 'events'>): ExchangeEntity[] => [
  {
    name: 'bulletins',
    label: '公告',
    table: 'bulletin',
    key: ['id'],
    announce: () => events.announce(bulletinsChanged, {}),
  },
]
