import { parseRoom } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChannelLineup } from './channel-lineup.ts'
import { createChannelCorrections, type ChannelCorrections } from './corrections/channel-corrections.ts'
import {
  findChannels,
  showChannel,
  type ChannelQuery,
  type FoundChannel,
  type ShownChannel,
} from './corrections/channel-find-store.ts'
import type { ListImportParts } from './lists/import-list.ts'
import { createStoredListStore } from './lists/stored-list-store.ts'
import { createStoredLists, type StoredLists } from './lists/stored-lists.ts'
import { channelsChanged } from './live-events.ts'
import type { LiveNeeds } from './live-needs.ts'
import type { LiveTables } from './live-tables.ts'
import { createProbes, type Probes } from './probes/probes.ts'

/** What operators do with channels. */
export interface OperatedChannels {
  corrections: Omit<ChannelCorrections, 'undoable'>
  /** Channels as operators find them, hidden ones too. */
  find(query: ChannelQuery): Promise<FoundChannel[]>
  /** Null if there is no such channel. */
  show(id: number): Promise<ShownChannel | null>
  /** Downloads a picture as a logo, or stores its bytes. Returns its address; null if it is no picture. */
  storeLogo(from: string | Buffer): Promise<string | null>
  probes: Probes
  /** Lists that are read again on a timetable. */
  storedLists: Omit<StoredLists, 'module'>
}

type OperatedPlatform = Pick<Platform, 'db' | 'clock' | 'events' | 'egress' | 'jobs'>

/** Creates what operators do with channels, and what happens to these by jobs. */
export function createOperatedChannels(
  platform: OperatedPlatform,
  needs: LiveNeeds,
  { lineup, listParts }: { lineup: () => Promise<ChannelLineup>; listParts: ListImportParts },
): {
  operated: OperatedChannels
  module: Pick<DomainModule, 'undoable' | 'jobs' | 'realtime'> & Required<Pick<DomainModule, 'schedules'>>
} {
  const db: Kysely<LiveTables> = platform.db.withTables<LiveTables>()
  const { undoable, ...corrections } = createChannelCorrections(platform, needs)
  const { module, ...storedLists } = createStoredLists(platform, createStoredListStore(db), listParts)
  const probes = createProbes(platform, needs)
  return {
    operated: {
      corrections,
      probes,
      storedLists,
      find: (query) => findChannels(db, query),
      show: (id) => showChannel(db, id),
      storeLogo: (from) => (typeof from === 'string' ? needs.fetchLogo(from) : needs.storeLogo(from)),
    },
    module: {
      undoable,
      jobs: module.jobs ?? [],
      schedules: [
        ...(module.schedules ?? []),
        { name: 'live.probe', everyMinutes: 5, run: probes.probeDue },
        { name: 'live.removeProbes', everyMinutes: 24 * 60, run: probes.removeUnused },
      ],
      realtime: {
        listeners: (realtime) => [
          // Pages of a channel that is not there any more learn it, and leave its player.
          listener(channelsChanged, async () => {
            const { playable } = await lineup()
            realtime.closeRooms((name) => {
              const room = parseRoom(name)
              return room?.kind === 'live' && !playable.has(room.id)
            })
          }),
        ],
      },
    },
  }
}

export type { FoundChannel, ShownChannel }
