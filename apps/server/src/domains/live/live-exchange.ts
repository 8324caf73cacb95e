import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import { channelsChanged } from './live-events.ts'

/** What operators export of television. Channels that only a match shows belong to the match. */
export function liveExchange({ events }: Pick<Platform, 'events'>): ExchangeEntity[] {
  const announce = (): void => events.announce(channelsChanged, {})
  return [
    { name: 'channel-groups', label: '频道分组', table: 'channel_group', key: ['id'], announce },
    { name: 'channel-tags', label: '海外地区', table: 'channel_tag', key: ['id'], announce },
    {
      name: 'channels',
      label: '频道，连同线路和来源',
      table: 'channel',
      key: ['id'],
      onlyWithout: 'match_id',
      after: ['channel-groups', 'channel-tags'],
      children: [
        {
          field: 'streams',
          table: 'stream',
          key: ['id'],
          parent: 'channel_id',
          children: [
            { field: 'addresses', table: 'stream_source', key: ['stream_id', 'position'], parent: 'stream_id' },
          ],
        },
      ],
      announce,
    },
  ]
}
