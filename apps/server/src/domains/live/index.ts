import type { ChannelEntry } from '@yunmu/formats'
import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import type { DomainModule, PersonalData } from '../../platform/domain-module.ts'
import { addressesInAudit } from '../../platform/audit/audit.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Platform } from '../../platform/platform.ts'
import { mountConsoleChannels } from './calls/console-channels.ts'
import { mountLiveExport } from './calls/live-export.ts'
import { mountLiveGroups } from './calls/live-groups.ts'
import { mountLiveInfo } from './calls/live-info.ts'
import { mountLiveList } from './calls/live-list.ts'
import { mountLiveLists } from './calls/live-lists.ts'
import { mountLiveRandom } from './calls/live-random.ts'
import { mountLiveVod } from './calls/live-vod.ts'
import { mountLiveWatch } from './calls/live-watch.ts'
import { createOnAirWatcher } from './schedules/on-air-watcher.ts'
import { createArchiveStarts } from './schedules/archive-starts.ts'
import { createCards } from './cards.ts'
import { channelSubjects } from './channel-subjects.ts'
import { createLineupReader, type LineupChannel, type ChannelLineup } from './channel-lineup.ts'
import { createChannelLists, type ChannelLists } from './lists/channel-lists.ts'
import { createChannelSearch } from './search/channel-search.ts'
import {
  createChannelStore,
  type ChannelStore,
  type ChannelToSave,
  type LineToSave,
  type StreamSource,
} from './channel-store.ts'
import type { ShownLine } from './corrections/channel-find-store.ts'
import { createExportKeys, type ExportKeys } from './exports/export-keys.ts'
import { createHealthStore } from './lines/health-store.ts'
import { installExports } from './exports/install-exports.ts'
import { createMatchChannelStore, type MatchChannelStore } from './match-channel-store.ts'
import { createKeyStore } from './exports/key-store.ts'
import { createLineHealth, type LineHealth } from './lines/line-health.ts'
import { createReportInterval } from './lines/report-interval.ts'
import { channelsChanged, onAirChanged } from './live-events.ts'
import { liveExchange } from './live-exchange.ts'
import type { LiveNeeds } from './live-needs.ts'
import type { LiveParts } from './live-parts.ts'
import type { LiveTables } from './live-tables.ts'
import {
  createOperatedChannels,
  type FoundChannel,
  type OperatedChannels,
  type ShownChannel,
} from './operated-channels.ts'
import { createPlaylistLocator, type PlaylistLocator } from './playlists/playlist-locator.ts'
import { createStreamDelivery, type StreamDelivery } from './playlists/playlists.ts'
import { createReplays, replayableOf, type Replayable } from './playlists/replays.ts'
import { createScheduleStore } from './schedules/schedule-store.ts'
import { createSchedules, type Schedules } from './schedules/schedules.ts'
import { importList, type ListImportParts, type ListImportResult, type ListImportOptions } from './lists/import-list.ts'
import { createViewers } from './watching/viewers.ts'
import { createWatchStore, type WatchStore } from './watching/watch-store.ts'

/** The interface of this domain. */
export interface Live extends OperatedChannels {
  /** All channels with their lines, groups and tags. */
  lineup(): Promise<ChannelLineup>
  /** The existing channels among these ids, with the span that can be replayed; null if nothing can. */
  replayable(ids: readonly number[], nowMs: number): Promise<Map<number, Replayable | null>>
  lists: ChannelLists
  locator: PlaylistLocator
  /** Finds also what only this match shows. */
  matchLocator(matchId: number): PlaylistLocator
  schedules: Schedules
  health: LineHealth
  delivery: StreamDelivery
  /** Saves channels and announces the change. Returns their ids. */
  save(channels: readonly ChannelToSave[]): Promise<number[]>
  /** Imports a channel list. Entries are merged with existing channels of the same name. */
  importList(entries: readonly ChannelEntry[], options: ListImportOptions): Promise<ListImportResult>
  /** Deletes channels. Returns the number of deleted ones. */
  remove(ids: readonly number[]): Promise<number>
  /** Channels that only one match shows. Their changes are announced as `channelsChanged`. */
  matchChannels: MatchChannelStore
  /** URLs of all logos of channels. */
  logos(): Promise<string[]>
  /** Ids of the demonstration programme's channels, by origin. */
  demoIds(): Promise<Map<string, number>>
  /** The sources that lines are recorded from, by stream id. */
  sources(streamIds: readonly number[]): Promise<Map<number, StreamSource[]>>
  /** Visitors who watch a channel. In a web worker: as of the last report of the main process. */
  viewers(channelId: number): number
  /** Announces changes of current programmes, line states and viewer numbers. */
  announceOnAirChanges(): Promise<void>
  /** Saves the collected watch times. */
  flush(): Promise<void>
  readonly module: DomainModule
}

const mounts: readonly ((calls: CallRegistry, parts: LiveParts) => void)[] = [
  mountLiveGroups,
  mountLiveInfo,
  mountLiveLists,
  mountLiveList,
  mountLiveRandom,
  mountLiveVod,
  mountLiveWatch,
  mountLiveExport,
]

const dayMs = 24 * 3600 * 1000

type LivePlatform = Pick<Platform, 'db' | 'clock' | 'events' | 'changes' | 'secrets' | 'channel' | 'egress' | 'jobs'>

/** Television: channels, their lines and schedules. */
export function createLive(platform: LivePlatform, needs: LiveNeeds): Live {
  const { clock, events, changes, secrets, channel } = platform
  const { guide, recorded, recordings, locks, crowd } = needs
  const db = platform.db.withTables<LiveTables>()
  const nowMs = (): number => clock.nowMs()
  const store = createChannelStore(db)
  const watches = createWatchStore(db)
  const lineup = createLineupReader(store, events)
  const schedules = createSchedules(createScheduleStore(db), { events, films: needs.films })
  const health = createLineHealth(createHealthStore(db), { events, recorded, schedules, locks })
  // What a worker cached after the event may still have the numbers that it had before, or in a new worker none: it makes
  // these values again when it receives the numbers.
  const viewers = createViewers(watches, channel, () => changes.changed([changes.eventName(onAirChanged)], nowMs()))
  const cards = createCards(needs, viewers)
  const lists = createChannelLists({ nowMs, lineup, cards, health, viewers, watches, crowd })
  const keys = createExportKeys(createKeyStore(db), createKeyedHash(secrets.tokenKey))
  const archiveStarts = createArchiveStarts({ recorded, schedules })
  const replays = createReplays(lineup, guide, archiveStarts)
  const locators = createLocators({ lineup, health, guide, schedules, recorded, recordings })
  const search = createChannelSearch({ lineup, cards, guide })
  const parts: LiveParts = {
    clock,
    events,
    ...needs,
    lineup,
    cards,
    lists,
    health,
    mayReport: createReportInterval(channel),
    schedules,
    viewers,
    keys,
    replays,
  }
  const { listParts, ...writer } = createChannelWriter(store, parts)
  const { operated, module: ofOperators } = createOperatedChannels(platform, needs, { lineup, listParts })
  const announceOnAirChanges = createOnAirWatcher({ lineup, viewers, health, clock, events, ...needs })

  return {
    lineup,
    lists,
    ...locators,
    schedules,
    health,
    delivery: createStreamDelivery({ lineup, schedules, films: needs.films, recorded, recordings, channel, nowMs }),
    ...writer,
    ...operated,
    matchChannels: createMatchChannelStore(db),
    // Those that an undo would bring back too.
    logos: async () =>
      (await store.logos()).concat(await addressesInAudit(platform.db, '/media/logos/', nowSec(clock))),
    demoIds: store.demoIds,
    sources: store.sources,
    viewers: (channelId) => viewers.online(channelId, nowMs()),
    announceOnAirChanges,
    flush: () => viewers.flush(nowMs()),
    replayable: createReplayable(lineup, archiveStarts),
    module: {
      name: 'live',
      exchange: liveExchange(platform),
      ...ofOperators,
      warmUp: () => search.warmUp(nowMs()),
      subjects: [channelSubjects({ lineup, cards, search, locator: locators.locator })],
      calls(calls) {
        for (const mount of mounts) mount(calls, parts)
        mountConsoleChannels(calls, operated)
      },
      routes: (app, http) => installExports(app, { ...parts, locator: locators.locator }, http),
      schedules: [
        ...ofOperators.schedules,
        { name: 'live.deleteOldReports', everyMinutes: 1, run: () => health.deleteOldReports(nowMs()) },
        { name: 'live.deleteOld', everyMinutes: 24 * 60, run: () => deleteOld({ ...parts, watches }, nowMs()) },
      ],
      // Once for all web workers.
      timers: channel.isWorker
        ? []
        : [
            { name: 'live.announceOnAirChanges', everyMs: 15_000, run: announceOnAirChanges },
            { name: 'live.flush', everyMs: 10_000, run: () => viewers.flush(nowMs()), runsAtClose: true },
          ],
      personalData: personalDataOf(keys),
    },
  }
}

const personalDataOf = (keys: ExportKeys): PersonalData => ({
  exportAs: 'television',
  exportOf: async (userId) => ({ exportKeySince: (await keys.addressesOf(userId))?.createdAt ?? null }),
})

const createReplayable =
  (lineup: LiveParts['lineup'], archiveStarts: ReturnType<typeof createArchiveStarts>): Live['replayable'] =>
  async (ids, atMs) => {
    const { byId } = await lineup()
    const found = ids.map((id) => byId.get(id)).filter((channel) => channel !== undefined)
    const starts = await archiveStarts(found, atMs)
    return new Map(found.map((each) => [each.id, replayableOf(each, starts.get(each.id) ?? null, atMs)]))
  }

/** Finds playlists of the station's channels, and of those with the ones that only one match shows. */
function createLocators({
  lineup,
  ...needs
}: Omit<Parameters<typeof createPlaylistLocator>[0], 'channelOf'> & Pick<LiveParts, 'lineup'>): Pick<
  Live,
  'locator' | 'matchLocator'
> {
  return {
    locator: createPlaylistLocator({ ...needs, channelOf: async (id) => (await lineup()).byId.get(id) }),
    matchLocator: (matchId) =>
      createPlaylistLocator({
        ...needs,
        async channelOf(id) {
          const channel = (await lineup()).playable.get(id)
          return channel?.matchId === null || channel?.matchId === matchId ? channel : undefined
        },
      }),
  }
}

/** Operations that change channels and announce it. */
function createChannelWriter(
  store: ChannelStore,
  { clock, events, recorded, fetchLogo }: LiveParts,
): Pick<Live, 'save' | 'importList' | 'remove'> & { listParts: ListImportParts } {
  const announce = (): void => events.announce(channelsChanged, {})
  /** Announces the change if the count is not 0. */
  const announcing = async (changing: Promise<number>): Promise<number> => {
    const count = await changing
    if (count > 0) announce()
    return count
  }
  const save: Live['save'] = async (channels) => {
    const ids: number[] = []
    for (const channel of channels) ids.push(await store.save(channel, Math.floor(clock.nowMs() / 1000)))
    if (ids.length > 0) announce()
    return ids
  }
  const addLogos = (logos: ReadonlyMap<number, string>): Promise<number> => announcing(store.addLogos(logos))
  const listParts = { store, save, addLogos, recorded, fetchLogo }
  return {
    save,
    listParts,
    importList: (entries, options) => importList(listParts, entries, options),
    remove: (ids) => announcing(store.withLock(() => store.remove(ids))),
  }
}

async function deleteOld(
  { lineup, schedules, watches }: LiveParts & { watches: WatchStore },
  nowMs: number,
): Promise<void> {
  await watches.aggregateOld(nowMs)
  for (const { dvrSec, replayDays, streams } of (await lineup()).channels) {
    const beforeMs = nowMs - Math.max(replayDays * dayMs, dvrSec * 1000) - dayMs
    for (const { id, kind } of streams) if (kind === 'linear') await schedules.deleteBefore(id, beforeMs)
  }
}

export { channelsChanged }
export { scheduledIn } from './schedules/schedule-store.ts'
export {
  channelFields,
  channelFieldNames,
  channelValueText,
  parseChannelField,
  parseChannelValue,
  settableFields,
  fieldsOfColumns as channelFieldsOfColumns,
  type ChannelField,
} from './corrections/channel-field-rules.ts'
export type { FoundChannel, ShownChannel, ShownLine }
export type { ListReport, ListSettings, StoredList } from './lists/stored-list-store.ts'
export { endMsOf } from './schedules/schedule-rules.ts'
export type { LineupChannel, ChannelToSave, LineToSave, StreamSource }
export type { LiveNeeds } from './live-needs.ts'
export type { ListOptions } from './lists/list-rules.ts'
export type { StreamDelivery } from './playlists/playlists.ts'
