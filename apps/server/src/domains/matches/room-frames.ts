import { type Match, type MatchChange, parseRoom, roomName } from '@yunmu/contract'
import { listener, type Subscribe, type Timer } from '../../platform/domain-module.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { statisticsOf } from './figure-rules.ts'
import type { MatchRow } from './match-store.ts'
import { matchesChanged, matchesDescribed, matchVoted } from './matches-events.ts'
import type { MatchesParts } from './matches-parts.ts'

/** A room gets what is collected here at most this often, however often it changes. */
const everyMs = 2000
/** Other matches of one frame; pages show six. */
const maxOthers = 20
/** Changed matches whose course is read for other rooms. */
const maxCourses = 200

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
  /** Nobody said which: all rooms are read. */
  isAll: boolean
}

const unchanged = (): Changed => ({
  votes: new Set(),
  statistics: new Set(),
  lineups: new Set(),
  matches: new Set(),
  competitions: new Set(),
  isAll: false,
})

function merge(into: Changed, from: Changed): void {
  for (const part of ['votes', 'statistics', 'lineups', 'matches', 'competitions'] as const)
    for (const id of from[part]) into[part].add(id)
  into.isAll ||= from.isAll
}

type Facts = Pick<MatchChange, 'start' | 'streams' | 'open' | 'replayId' | 'highlightsId'>

/** What the room of a match was sent last. */
interface Sent {
  competitionId: number
  facts?: string
  standings?: string
}

function courseOf(match: Match): NonNullable<MatchChange['others']>[number] {
  const { id, state, status, score, minute, period, breakLabel, periodKey, clock, periods, shootout, winner } = match
  return { id, state, status, score, minute, period, breakLabel, periodKey, clock, periods, shootout, winner }
}

type Parts = Pick<MatchesParts, 'store' | 'sportsStore' | 'standings' | 'viewerStore' | 'cards' | 'clock'>

/** Reads the frames of rooms. What a room was sent before is not sent again. */
function createFrameReader({ store, sportsStore, standings, viewerStore, cards, clock }: Parts) {
  const sentTo = new Map<number, Sent>()

  const factsOf = async (row: MatchRow): Promise<Facts> => {
    const [card] = await cards.ofRows([row], { userId: null, nowMs: clock.nowMs() })
    if (!card) return {}
    const { start, streams, open, replayId, highlightsId } = card
    return { start, streams, open, replayId, highlightsId }
  }

  /** The changed matches by competition, as other rooms show them. */
  const changedIn = async ({ matches }: Changed): Promise<Map<number, MatchRow[]>> =>
    Map.groupBy(await store.rows([...matches].slice(-maxCourses)), ({ competitionId }) => competitionId)

  /** What differs from what the room was sent. */
  const changeOf = async (row: MatchRow, changed: Changed, others: readonly MatchRow[]): Promise<MatchChange> => {
    const sent = sentTo.get(row.id) ?? { competitionId: row.competitionId }
    sentTo.set(row.id, sent)
    const change: MatchChange = {}
    if (changed.isAll || changed.matches.has(row.id)) {
      const facts = await factsOf(row)
      const text = JSON.stringify(facts)
      if (text !== sent.facts) Object.assign(change, facts)
      sent.facts = text
    }
    // Only results count in tables.
    if (changed.isAll || others.some(({ course }) => course.state === 'over')) {
      const { standings: lines } = await standings.ofMatch(row)
      const text = JSON.stringify(lines)
      if (text !== sent.standings) change.standings = lines
      sent.standings = text
    }
    const courses = others.filter(({ id }) => id !== row.id).slice(-maxOthers)
    if (courses.length > 0) {
      change.others = (await cards.ofRows(courses, { userId: null, nowMs: clock.nowMs() })).map(courseOf)
    }
    if (changed.isAll || changed.statistics.has(row.id))
      change.statistics = statisticsOf(row.sport, await sportsStore.figures(row.id))
    if (changed.isAll || changed.lineups.has(row.id)) change.lineups = await sportsStore.lineups(row.id)
    if (changed.votes.has(row.id)) change.votes = await viewerStore.votes(row.id)
    return change
  }

  return async (open: readonly number[], changed: Changed): Promise<Map<number, MatchChange>> => {
    const isOpen = new Set(open)
    for (const id of sentTo.keys()) if (!isOpen.has(id)) sentTo.delete(id)
    const own = [...changed.votes, ...changed.statistics, ...changed.lineups, ...changed.matches]
    const mayChange = (id: number): boolean => {
      const competitionId = sentTo.get(id)?.competitionId
      const isOfChanged = competitionId === undefined || changed.competitions.has(competitionId)
      return changed.isAll || own.includes(id) || (changed.competitions.size > 0 && isOfChanged)
    }
    const ids = open.filter(mayChange)
    if (ids.length === 0) return new Map()
    const [rows, byCompetition] = await Promise.all([store.rows(ids), changedIn(changed)])
    const frames = new Map<number, MatchChange>()
    for (const row of rows) {
      const change = await changeOf(row, changed, byCompetition.get(row.competitionId) ?? [])
      if (Object.keys(change).length > 0) frames.set(row.id, change)
    }
    return frames
  }
}

export function createRoomFrames(parts: Parts): RoomFrames {
  const read = createFrameReader(parts)
  let realtime: Pick<Realtime, 'sendToRoom' | 'rooms'> | null = null
  let changed = unchanged()
  let running: Promise<void> | null = null

  const openMatches = (): number[] =>
    (realtime?.rooms() ?? []).flatMap((name) => {
      const room = parseRoom(name)
      return room?.kind === 'match' ? [room.id] : []
    })
  const send = async (): Promise<void> => {
    // Replaced before anything is read: a change during that is for the next run.
    const due = changed
    changed = unchanged()
    const frames = await read(openMatches(), due).catch((err: unknown) => {
      merge(changed, due)
      throw err
    })
    for (const [id, match] of frames) {
      const room = roomName({ kind: 'match', id, level: 0 })
      realtime?.sendToRoom(room, { room, match })
    }
  }
  return {
    collect(given) {
      realtime = given
      return [
        listener(matchVoted, (detail) => {
          if (detail) changed.votes.add(detail.id)
        }),
        listener(matchesDescribed, (detail) => {
          if (!detail) changed.isAll = true
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
