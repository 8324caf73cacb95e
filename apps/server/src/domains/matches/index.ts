import { type Match, parseRoom, roomName, type Side } from '@yunmu/contract'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import { createKeyedHash } from '../../platform/process/keyed-hash.ts'
import type { EventKind } from '../../platform/events/events.ts'
import { mountIndexSports } from './calls/index-sports.ts'
import { mountMatchCalendar } from './calls/match-calendar.ts'
import { mountLiveSub } from './calls/live-sub.ts'
import { mountMatchCompetition } from './calls/match-competition.ts'
import { mountMatchDays } from './calls/match-days.ts'
import { mountMatchDetail } from './calls/match-detail.ts'
import { mountMatchFollows } from './calls/match-follows.ts'
import { mountMatchReminders } from './calls/match-reminders.ts'
import { mountMatchTeam } from './calls/match-team.ts'
import { createCalendarStore } from './calendars/calendar-store.ts'
import { createCalendars } from './calendars/calendars.ts'
import { installCalendars } from './calendars/install-calendars.ts'
import { type Caller, createCards } from './cards.ts'
import { createEventStore } from './event-store.ts'
import { createFeed, type Feed } from './feed/feed.ts'
import { createFeedTokens, type FeedTokens } from './feed/feed-token-store.ts'
import { installFeed } from './feed/install-feed.ts'
import { removeSource } from './feed/record-store.ts'
import { installCards } from './install-cards.ts'
import { installCrests } from './install-crests.ts'
import { createMatchLists, type MatchLists } from './match-lists.ts'
import { matchSubjects } from './match-subjects.ts'
import { createMatchPresence } from './match-presence.ts'
import { createMatchStore, type MatchStore } from './match-store.ts'
import { changeMatches } from './announce-matches.ts'
import { matchesChanged, matchPlayed, matchVoted, recordMatchChanges, sportsNamesChanged } from './matches-events.ts'
import type { MatchesNeeds, MatchesPlatform } from './matches-needs.ts'
import type { MatchesParts } from './matches-parts.ts'
import type { MatchesTables } from './matches-tables.ts'
import { createMatchRecordingStore, type KeptSpan } from './recordings/recording-store.ts'
import { createRecordings, type Recordings } from './recordings/recordings.ts'
import { createMatchSearchStore } from './search/match-search-store.ts'
import { createMatchSearch } from './search/match-search.ts'
import { createRoomFrames } from './room-frames.ts'
import { createReminderStore } from './reminders/reminder-store.ts'
import { createReminders, pushReminders, type Reminders } from './reminders/reminders.ts'
import { createSharedValues } from './shared-values.ts'
import { createSportsStore } from './sports-store.ts'
import { createStandings } from './standings.ts'
import { createOperatorStreams, type OperatorStreams } from './streams/operator-streams.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'
import { createViewerStore } from './viewer-store.ts'

/** What this domain offers to the application. */
export interface Matches {
  /** Lists of matches, for lists of live content. */
  lists: MatchLists
  /** The events that change lists. */
  changed: readonly EventKind[]
  /** Takes lines of a feed or file. */
  feed: Feed
  /** Deletes everything that a source told. Returns the number of records. */
  removeSource(source: string): Promise<number>
  /** The operator's streams of matches. */
  streams: OperatorStreams
  /** Tokens of programs that feed matches. */
  tokens: FeedTokens
  /** Matches by their ids; hidden ones are left out. */
  cards(ids: readonly number[], caller: Caller): Promise<Match[]>
  recordings: Recordings
  /** The spans of channels that are kept for recordings. A match is kept without an end until its streams are closed. */
  keptSpans(): Promise<KeptSpan[]>
  /** Ids of competitions, teams, and matches round a time, for search engines. */
  addresses: MatchStore['addresses']
  /** The event of changed teams and competitions. */
  namesChanged: EventKind
  hasMatch(id: number): Promise<boolean>
  /** Ids of matches of a source, by its own ids. */
  idsOf: MatchStore['idsOf']
  /** Adds votes of users who have not voted, and tells the room. */
  support(matchId: number, votes: readonly { userId: number; side: Side }[]): Promise<void>
  /** Whether there are any matches. */
  hasAny(): Promise<boolean>
  /** Tells followers what is due. */
  remind(): Promise<void>
  /** Ends matches that nobody told the end of. */
  settle(): Promise<void>
  readonly module: DomainModule
}

const mounts: readonly ((calls: CallRegistry, parts: MatchesParts) => void)[] = [
  mountIndexSports,
  mountLiveSub,
  mountMatchCalendar,
  mountMatchCompetition,
  mountMatchDays,
  mountMatchDetail,
  mountMatchFollows,
  mountMatchReminders,
  mountMatchTeam,
]

/** Competitions change rarely; what other processes add without an event is counted after this long. */
const countsMaxAgeMs = 10 * 60_000

/** Sports: competitions, teams, matches and what happens in them. */
export function createMatches(platform: MatchesPlatform, needs: MatchesNeeds): Matches {
  const { clock, events, changes, secrets } = platform
  const db = platform.db.withTables<MatchesTables>()
  const nowMs = (): number => clock.nowMs()
  const openness = createSharedRead(() => needs.site.isOpen())
  events.on(needs.site.changed, () => openness.invalidate())
  recordMatchChanges(events, changes, nowMs)
  /** Pages in a room; replaced in processes that serve pages. */
  let onlineIn = (_room: string): number => 0
  const online = (id: number, atMs: number): number =>
    onlineIn(roomName({ kind: 'match', id, level: 0 })) + needs.crowd(id, atMs)

  const nowSec = (): number => Math.floor(nowMs() / 1000)
  const store = createMatchStore(db, nowSec)
  // Counts read all matches; they change only when some are added or removed.
  const counts = createSharedRead(store.counts, { maxAgeMs: countsMaxAgeMs })
  events.on(sportsNamesChanged, () => counts.invalidate())
  const sportsStore = createSportsStore(db)
  const eventStore = createEventStore(db)
  const isOpen = (): Promise<boolean> => openness.get(nowMs())
  const cards = createCards(store, needs, online)
  const viewerStore = createViewerStore(db)
  const recordingStore = createMatchRecordingStore(db)
  const common = {
    clock,
    events,
    ...needs,
    store,
    counts: () => counts.get(nowMs()),
    sportsStore,
    eventStore,
    viewerStore,
    recordingStore,
    cards,
    isOpen,
    shared: <Value>() => createSharedValues<Value>(platform),
  }
  const parts: MatchesParts = {
    ...common,
    calendars: createCalendars(common, createCalendarStore(db), createKeyedHash(secrets.tokenKey)),
    lists: createMatchLists({ store, counts: common.counts, sportsStore, recordingStore, cards, isOpen, online }),
    standings: createStandings(store, sportsStore, events),
    search: createMatchSearch({ ...common, searchStore: createMatchSearchStore(db) }),
  }
  const { ownChannels } = needs
  const reminderStore = createReminderStore(db)
  const feed = createFeed(db, { eventStore, reminderStore, events, ownChannels, nowMs })
  const streams = createOperatorStreams({ db, events, ownChannels })
  const settings = platform.config.matchRecordings
  const recordings = createRecordings({ recordingStore, eventStore, channels: needs.channels, events, settings, nowMs })
  const tokens = createFeedTokens(db, secrets.tokenKey)

  const upkeep = createUpkeep({ ...parts, streams, settings }, nowMs)
  const reminders = createReminders(db, { ...parts, reminderStore }, nowSec)

  return {
    lists: parts.lists,
    changed: [matchesChanged, needs.site.changed],
    feed,
    removeSource: (source) => removeAllOf(source, { db, events, ownChannels }),
    streams,
    tokens,
    cards: async (ids, caller) => ((await isOpen()) ? cards.of(ids, caller) : []),
    recordings,
    keptSpans: recordingStore.kept,
    addresses: store.addresses,
    namesChanged: sportsNamesChanged,
    hasMatch: store.isThere,
    idsOf: store.idsOf,
    support: (id, votes) => support(id, votes, common),
    hasAny: createMatchPresence(store, { events, changes, nowMs }),
    remind: reminders.remind,
    settle: upkeep.settle,
    module: moduleOf(parts, {
      feed,
      tokens,
      recordings,
      reminders,
      upkeep,
      setOnline: (of) => {
        onlineIn = of
      },
    }),
  }
}

async function support(
  id: number,
  votes: readonly { userId: number; side: Side }[],
  { viewerStore, events }: Pick<MatchesParts, 'viewerStore' | 'events'>,
): Promise<void> {
  if ((await viewerStore.addVotes(id, votes)) > 0) events.announce(matchVoted, { id })
}

/** Deletes everything that a source told, and announces it. */
const removeAllOf = (source: string, parts: Parameters<typeof changeMatches>[0]): Promise<number> =>
  changeMatches(parts, async (tx, changed) => {
    const removed = await removeSource(tx, source)
    changed.isAll = true
    changed.hasNames = true
    changed.hasChannels = true
    return removed
  })

interface ModuleParts {
  feed: Feed
  tokens: FeedTokens
  recordings: Recordings
  reminders: Reminders
  upkeep: Upkeep
  /** Gives the number of pages in a room, in processes that serve pages. */
  setOnline(of: (room: string) => number): void
}

function moduleOf(parts: MatchesParts, needs: ModuleParts): DomainModule {
  const { feed, tokens, recordings, reminders, upkeep, setOnline } = needs
  const { clock, site, isOpen, sportsStore } = parts
  const roomFrames = createRoomFrames(parts)
  return {
    name: 'matches',
    subjects: [matchSubjects(parts)],
    calls(calls) {
      for (const mount of mounts) mount(calls, parts)
    },
    routes(app, http) {
      installCrests(app, sportsStore)
      installCards(app, parts, http)
      installCalendars(app, parts.calendars, http)
      installFeed(app, { feed, tokens, nowMs: () => clock.nowMs() }, http)
    },
    realtime: {
      listeners(realtime) {
        setOnline(realtime.online)
        return [
          listener(matchPlayed, (played) => {
            if (!played) return
            const room = roomName({ kind: 'match', id: played.id, level: 0 })
            realtime.sendToRoom(room, { room, match: played.change })
          }),
          // Hidden matches have no rooms: whoever is in one is sent out of it.
          listener(site.changed, async () => {
            if (!(await isOpen())) realtime.closeRooms((room) => parseRoom(room)?.kind === 'match')
          }),
          ...roomFrames.collect(realtime),
          pushReminders(realtime),
        ]
      },
    },
    schedules: [
      ...upkeep.schedules,
      { name: 'matches.record', everyMinutes: 1, run: recordings.update },
      { name: 'matches.recount', everyMinutes: 5, run: recordings.recount },
      ...reminders.schedules,
    ],
    timers: [...reminders.timers, roomFrames.timer],
    close: reminders.close,
    personalData: { exportOf: (userId) => parts.viewerStore.exportOf(userId) },
  }
}

export type { MatchesNeeds } from './matches-needs.ts'
export type { KeptSpan } from './recordings/recording-store.ts'
export { readFixtures } from './feed/read-fixtures.ts'
export { sportOfWord } from './feed/fixture-records.ts'
