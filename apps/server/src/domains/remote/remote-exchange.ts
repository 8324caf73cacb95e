import type { ExchangeEntity } from '../../platform/exchange/exchange-entity.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Addresses } from './addresses.ts'
import { hostsChanged } from './remote-events.ts'
import type { RemoteNeeds } from './remote-needs.ts'

/** What operators export of films elsewhere. Accounts of other hosts stay sealed in their own table, which is not exported. */
export function remoteExchange({
  events,
  settleIn,
  announceChanged,
}: Pick<Platform, 'events'> &
  Pick<Addresses, 'settleIn'> &
  Pick<RemoteNeeds['episodes'], 'announceChanged'>): ExchangeEntity[] {
  const changed = new Set<number>()
  return [
    {
      name: 'hosts',
      label: '站外影片的主机',
      table: 'remote_host',
      key: ['id'],
      announce: () => events.announce(hostsChanged, {}),
    },
    {
      name: 'addresses',
      label: '站外影片的播放地址',
      table: 'episode_address',
      key: ['id'],
      after: ['titles', 'hosts'],
      async imported(tx, rows) {
        const episodeIds = rows.flatMap(({ episode_id: id }) => (id === undefined ? [] : [Number(id)]))
        for (const titleId of await settleIn(tx, [...new Set(episodeIds)])) changed.add(titleId)
      },
      announce() {
        announceChanged([...changed])
        changed.clear()
      },
    },
  ]
}
