import { calendarPaths, type CalendarAddress, type Script } from '@yunmu/contract'
import { writeIcal } from '@yunmu/formats'
import { convertDeep } from '@yunmu/zh'
import { changesAt, dependsLooselyOn, knowsLifetime } from '../../../platform/caching/collect-dependencies.ts'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import { createUserKeys } from '../../../platform/process/user-keys.ts'
import { matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'
import {
  calendarContent,
  calendarDigest,
  calendarEvent,
  calendarPastSec,
  type CalendarVersion,
} from './calendar-rules.ts'
import type { CalendarFilter, CalendarStore, StoredCalendarKey } from './calendar-store.ts'

export interface CalendarView {
  /** Scheme and host under which the program knows the station. */
  origin: string
  script: Script
}

/** Calendars of matches for other programs. */
export interface Calendars {
  /** A calendar as iCalendar; null if it does not exist. */
  ofCompetition(id: number, view: CalendarView): Promise<string | null>
  ofTeam(id: number, view: CalendarView): Promise<string | null>
  /** What the user of a key follows; null for an invalid key. */
  ofKey(key: string, view: CalendarView): Promise<string | null>
  addressOf(userId: number): Promise<CalendarAddress | null>
  /** Creates a new address and invalidates the former one. */
  renew(userId: number): Promise<CalendarAddress>
}

const maxMatches = 1000
const refreshMinutes = 60
/** Public calendars are made again after this long, because matches leave them with time, and when matches change. */
const maxAgeMs = 5 * 60_000
const nothing: CalendarFilter = { matchIds: [], teamIds: [], competitionIds: [] }
const firstVersion: CalendarVersion = { sequence: 0, changedSec: 0 }

export function createCalendars(
  {
    clock,
    store,
    sportsStore,
    viewerStore,
    subscriptions,
    people,
    isOpen,
    shared,
  }: Pick<
    MatchesParts,
    'clock' | 'store' | 'sportsStore' | 'viewerStore' | 'subscriptions' | 'people' | 'isOpen' | 'shared'
  >,
  calendarStore: CalendarStore,
  hash: KeyedHash,
): Calendars {
  const nowSec = (): number => Math.floor(clock.nowMs() / 1000)
  const serialOf = async (userId: number): Promise<number | null> => (await calendarStore.key(userId))?.serial ?? null
  const keys = createUserKeys(hash, 'matches.calendar', serialOf)
  const address = (stored: StoredCalendarKey): CalendarAddress => ({
    path: calendarPaths.personal(keys.keyOf(stored)),
    createdAt: stored.createdAt,
  })

  const write = async (name: string, filter: CalendarFilter, { origin, script }: CalendarView): Promise<string> => {
    const span = { fromSec: nowSec() - calendarPastSec, nowSec: nowSec(), limit: maxMatches }
    const rows = await store.rows(await calendarStore.choose(filter, span))
    const shown = rows.map((row) => ({ id: row.id, content: calendarContent(row) }))
    const digests = shown.map(({ id, content }) => ({ id, digest: calendarDigest(content) }))
    const versions = await calendarStore.versions(digests, nowSec())
    const events = shown.map(({ id, content }) => calendarEvent(id, content, versions.get(id) ?? firstVersion, origin))
    // Before lines are divided, because a word may be longer in the other script.
    return writeIcal({ name: convertDeep(name, script), refreshMinutes }, convertDeep(events, script))
  }

  const written = shared<string>()
  /** A calendar that is the same for everybody. `competitionId` is the one of all its matches; null for several. */
  const writeOnce = (
    { name, filter, competitionId }: { name: string; filter: CalendarFilter; competitionId: number | null },
    view: CalendarView,
  ): Promise<string> =>
    written.get(JSON.stringify([filter, view.script, view.origin]), () => {
      dependsLooselyOn(matchesDependency(competitionId))
      changesAt(clock.nowMs() + maxAgeMs)
      knowsLifetime()
      return write(name, filter, view)
    })

  return {
    async ofCompetition(id, view) {
      const [competition] = (await isOpen()) ? await sportsStore.competitions([id]) : []
      if (!competition) return null
      return writeOnce(
        { name: competition.name, filter: { ...nothing, competitionIds: [id] }, competitionId: id },
        view,
      )
    },
    async ofTeam(id, view) {
      const [team] = (await isOpen()) ? await sportsStore.teams([id]) : []
      if (!team) return null
      return writeOnce({ name: team.name, filter: { ...nothing, teamIds: [id] }, competitionId: null }, view)
    },
    async ofKey(key, view) {
      const userId = (await isOpen()) ? await keys.userOf(key) : null
      if (userId === null || !(await people.isOpen(userId))) return null
      const [matchIds, followed] = await Promise.all([subscriptions.of(userId), viewerStore.followed(userId)])
      const filter = { matchIds: [...matchIds], teamIds: [...followed.team], competitionIds: [...followed.competition] }
      return write('我关注的比赛', filter, view)
    },
    async addressOf(userId) {
      const stored = await calendarStore.key(userId)
      return stored && address(stored)
    },
    renew: async (userId) => address(await calendarStore.renewKey(userId, nowSec())),
  }
}
