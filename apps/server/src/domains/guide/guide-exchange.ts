import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Events } from '../../platform/events/events.ts'
import { guideChanged } from './guide-events.ts'

/** What operators export of the guide. */
export const guideExchange = ({ events }: { events: Pick<Events, 'announce'> }): ExchangeEntity[] => [
  {
    name: 'guide',
    label: '节目单',
    table: 'programme',
    key: ['channel_id', 'start_sec'],
    after: ['channels'],
    announce: () => events.announce(guideChanged, {}),
  },
]
