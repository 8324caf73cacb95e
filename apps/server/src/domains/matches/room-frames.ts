import { type Match, type MatchChange, parseRoom, roomName } from '@yunmu/contract'
import { hash } from 'node:crypto'
import { listener, type Subscribe, type Timer } from '../../platform/domain-module.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { statisticsOf } from './figure-rules.ts'
import { allMatches, type MatchRow } from './match-store.ts'
import { matchesChanged, matchesDescribed, matchVoted } from './matches-events.ts'
import type { MatchesParts } from './matches-parts.ts'

/** A room gets what is collected here at most this often, however often it changes. */
const everyMs = 2000
/** Other matches of one frame; pages show six. */
const maxOthers = 20
/** Changed matches whose course is read for other rooms. */
const maxCourses = 200
/** Matches of each state that are read of a competition when nobody said which have changed. */
const maxOfState = 6

/**
 * Sends rooms what changes of a match besides its events and score: statistics, line-ups, streams, recordings, the table,
 * how many viewers support each side, and the score of other matches of the competition.
 */
export interface RoomFrames {
  /** Collects the matches that changed at any process, for the rooms of this one. */
  collect(realtime: Pick<Realtime, 'sendToRoom' | 'rooms'>): readonly Subscribe[]
  /** Reads what changed and sends it. */
  timer: Timer
}

/** Ids of matches of which something changed since the last frames. */
interface Changed {
  votes: Set<number>
  statistics: Set<number>
  lineups: Set<number>
  matches: Set<number>
  competitions: Set<number>
  /** Nobody said of which matches something changed that lists show: all rooms are read. */
  isAll: boolean
  /** Nobody said of which matches there are other statistics or line-ups: those of all rooms are read. */
  isAllDescribed: boolean
}

const unchanged = (): Changed => ({
  votes: new Set(),
  statistics: new Set(),
  lineups: new Set(),
  matches: new Set(),
  competitions: new Set(),
  isAll: false,
  isAllDescribed: false,
})

function merge(into: Changed, from: Changed): void {
  for (const part of ['votes', 'statistics', 'lineups', 'matches', 'competitions'] as const)
    for (const id of from[part]) into[part].add(id)
  into.isAll ||= from.isAll
  into.isAllDescribed ||= from.isAllDescribed
}

type Facts = Pick<MatchChange, 'start' | 'streams' | 'open' | 'replayId' | 'highlightsId'>

/** What a room is sent whole if it differs: facts, the table, statistics, line-ups, and each other match by its id. */
type Part = 'facts' | 'standings' | 'statistics' | 'lineups' | number

/** What the room of a match was sent last. */
interface Sent {
  competitionId: number
  /** A digest of each part: line-ups are long. */
  digests: Map<Part, string>
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url')

function courseOf(match: Match): NonNullable<MatchChange['others']>[number] {
  const { id, state, status, score, minute, period, breakLabel, periodKey, clock, periods, shootout, winner } = match
  return { id, state, status, score, minute, period, breakLabel, periodKey, clock, periods, shootout, winner }
}

type Parts = Pick<MatchesParts, 'store' | 'sportsStore' | 'standings' | 'viewerStore' | 'cards' | 'clock'>

/** Reads the parts that are read of a match's row. */
function createRowReaders({ store, cards, clock }: Pick<Parts, 'store' | 'cards' | 'clock'>) {
  const factsOf = async (row: MatchRow): Promise<Facts> => {
    const [card] = await cards.ofRows([row], { userId: null, nowMs: clock.nowMs() })
    if (!card) return {}
    const { start, streams, open, replayId, highlightsId } = card
    return { start, streams, open, replayId, highlightsId }
  }

  /** What other rooms of a competition may show: its running matches, its next and its last ones. */
  const shownOf = async (competitionId: number): Promise<MatchRow[]> => {
    const query = { ...allMatches, competitionId }
    const ids: number[] = []
    for (const state of ['upcoming', 'over', 'live'] as const)
      ids.push(...(await store.choose(query, state, { offset: 0, limit: maxOfState })))
    return store.rows(ids)
  }

  /** The matches that may have changed by competition, as the rooms of these matches show them. */
  const changedIn = async (rooms: readonly MatchRow[], changed: Changed): Promise<Map<number, MatchRow[]>> => {
    const told = await store.rows([...changed.matches].slice(-maxCourses))
    const byCompetition = Map.groupBy(told, ({ competitionId }) => competitionId)
    if (!changed.isAll) return byCompetition
    for (const competitionId of new Set(rooms.map((row) => row.competitionId))) {
      const known = byCompetition.get(competitionId) ?? []
      const isKnown = new Set(known.map(({ id }) => id))
      const shown = (await shownOf(competitionId)).filter(({ id }) => !isKnown.has(id))
      byCompetition.set(competitionId, [...shown, ...known])
    }
    return byCompetition
  }

  const coursesOf = async (rows: readonly MatchRow[]) =>
    (await cards.ofRows(rows, { userId: null, nowMs: clock.nowMs() })).map(courseOf)

  return { factsOf, changedIn, coursesOf }
}

/** The frames of rooms, and what these rooms were sent once the frames went out. */
interface ReadFrames {
  frames: Map<number, MatchChange>
  sent: Map<number, Sent>
}

/** Reads the frames of rooms: of what may have changed, what differs from what the room was sent. */
function createFrameReader(parts: Parts) {
  const { store, sportsStore, standings, viewerStore } = parts
  const { factsOf, changedIn, coursesOf } = createRowReaders(parts)

  const changeOf = async (
    row: MatchRow,
    { digests }: Sent,
    changed: Changed,
    others: readonly MatchRow[],
  ): Promise<MatchChange> => {
    /** Whether the room was not sent this value last; from now on it was. */
    const differs = (part: Part, value: unknown): boolean => {
      const digest = digestOf(value)
      const isOther = digests.get(part) !== digest
      digests.set(part, digest)
      return isOther
    }
    const change: MatchChange = {}
    if (changed.isAll || changed.matches.has(row.id)) {
      const facts = await factsOf(row)
      if (differs('facts', facts)) Object.assign(change, facts)
    }
    // Only results count in tables.
    if (changed.isAll || others.some(({ course }) => course.state === 'over')) {
      const { standings: lines } = await standings.ofMatch(row)
      if (differs('standings', lines)) change.standings = lines
    }
    const courses = await coursesOf(others.filter(({ id }) => id !== row.id).slice(-maxOthers))
    const different = courses.filter((course) => differs(course.id, course))
    if (different.length > 0) change.others = different
    if (changed.isAllDescribed || changed.statistics.has(row.id)) {
      const statistics = statisticsOf(row.sport, await sportsStore.figures(row.id))
      if (differs('statistics', statistics)) change.statistics = statistics
    }
    if (changed.isAllDescribed || changed.lineups.has(row.id)) {
      const lineups = await sportsStore.lineups(row.id)
      if (differs('lineups', lineups)) change.lineups = lineups
    }
    if (changed.votes.has(row.id)) change.votes = await viewerStore.votes(row.id)
    return change
  }

  return async (open: readonly number[], changed: Changed, sentTo: ReadonlyMap<number, Sent>): Promise<ReadFrames> => {
    const own = new Set([...changed.votes, ...changed.statistics, ...changed.lineups, ...changed.matches])
    const mayChange = (id: number): boolean => {
      const competitionId = sentTo.get(id)?.competitionId
      const isOfChanged = competitionId === undefined || changed.competitions.has(competitionId)
      const isAny = changed.isAll || changed.isAllDescribed
      return isAny || own.has(id) || (changed.competitions.size > 0 && isOfChanged)
    }
    const ids = open.filter(mayChange)
    const read: ReadFrames = { frames: new Map(), sent: new Map() }
    if (ids.length === 0) return read
    const rows = await store.rows(ids)
    const byCompetition = await changedIn(rows, changed)
    for (const row of rows) {
      const { id, competitionId } = row
      const sent = { competitionId, digests: new Map(sentTo.get(id)?.digests) }
      const change = await changeOf(row, sent, changed, byCompetition.get(competitionId) ?? [])
      read.sent.set(id, sent)
      if (Object.keys(change).length > 0) read.frames.set(id, change)
    }
    return read
  }
}

export function createRoomFrames(parts: Parts): RoomFrames {
  const read = createFrameReader(parts)
  const sentTo = new Map<number, Sent>()
  let realtime: Pick<Realtime, 'sendToRoom' | 'rooms'> | null = null
  let changed = unchanged()
  let running: Promise<void> | null = null

  const openMatches = (): number[] =>
    (realtime?.rooms() ?? []).flatMap((name) => {
      const room = parseRoom(name)
      return room?.kind === 'match' ? [room.id] : []
    })
  const sendDue = async (due: Changed): Promise<void> => {
    const open = openMatches()
    const isOpen = new Set(open)
    for (const id of sentTo.keys()) if (!isOpen.has(id)) sentTo.delete(id)
    const { frames, sent } = await read(open, due, sentTo)
    for (const [id, match] of frames) {
      const room = roomName({ kind: 'match', id, level: 0 })
      realtime?.sendToRoom(room, { room, match })
    }
    // Only now: what is read for frames that do not go out is sent by the next run.
    for (const [id, of] of sent) sentTo.set(id, of)
  }
  const send = async (): Promise<void> => {
    // Replaced before anything is read: a change during that is for the next run.
    const due = changed
    changed = unchanged()
    await sendDue(due).catch((err: unknown) => {
      merge(changed, due)
      throw err
    })
  }
  return {
    collect(given) {
      realtime = given
      return [
        listener(matchVoted, (detail) => {
          if (detail) changed.votes.add(detail.id)
        }),
        listener(matchesDescribed, (detail) => {
          changed.isAllDescribed ||= !detail
          for (const id of detail?.statisticsIds ?? []) changed.statistics.add(id)
          for (const id of detail?.lineupIds ?? []) changed.lineups.add(id)
        }),
        listener(matchesChanged, (detail) => {
          changed.isAll ||= !detail || detail.ids.length === 0
          for (const id of detail?.ids ?? []) changed.matches.add(id)
          for (const id of detail?.competitionIds ?? []) changed.competitions.add(id)
        }),
      ]
    },
    timer: {
      name: 'matches.rooms',
      everyMs,
      // Runs that overlap would send older numbers after newer ones.
      run: () =>
        (running ??= send().finally(() => {
          running = null
        })),
    },
  }
}
