import { onBothGrounds } from '@yunmu/artwork'
import type { Competition, Match, MatchTeam, Team } from '@yunmu/contract'
import { changesAt } from '../../platform/caching/collect-dependencies.ts'
import { breakLabelOf, minuteOf, openSpan } from './course-rules.ts'
import { coloursOf, crestAddress, type CrestOwner } from './crest-rules.ts'
import type { MatchesNeeds } from './matches-needs.ts'
import type { MatchRow, MatchStore } from './match-store.ts'
import type { CompetitionRow, TeamRow } from './sports-store.ts'

/** The caller of a list and the time. `userId` null: not signed in. */
export interface Caller {
  userId: number | null
  nowMs: number
}

/** Builds the cards of lists. */
export interface Cards {
  /** The existing ones of these matches, in the order of the ids. */
  of(ids: readonly number[], caller: Caller): Promise<Match[]>
  ofRows(rows: readonly MatchRow[], caller: Caller): Promise<Match[]>
}

/** Lists show the minute of running matches; pages count on by themselves. */
const minuteRefreshMs = 30_000
const maxShortLength = 4

export function matchTeam(team: CrestOwner & { short: string }): MatchTeam {
  const [colour] = coloursOf(team)
  const short = team.short === '' ? [...team.name].slice(0, maxShortLength).join('') : team.short
  return { id: team.id, name: team.name, img: crestAddress('team', team), short, colour: onBothGrounds(colour) }
}

export const teamCard = (team: TeamRow, followed: ReadonlySet<number>): Team => ({
  ...matchTeam(team),
  sport: team.sport,
  venue: team.venue,
  followed: followed.has(team.id),
})

const emblemOf = (id: number, name: string): string =>
  crestAddress('competition', { id, name, colour: '', colour2: '' })

export const competitionCard = (
  { id, sport, name, short }: CompetitionRow,
  followed: ReadonlySet<number>,
): Competition => ({
  id,
  sport,
  name,
  short: short === '' ? name : short,
  img: emblemOf(id, name),
  followed: followed.has(id),
})

/** Cards that were made for everybody, with what a user subscribed to. */
export const withSubscribed = (matches: readonly Match[], subscribed: ReadonlySet<number>): Match[] =>
  matches.map((match) => ({ ...match, subscribed: subscribed.has(match.id) }))

const none: ReadonlySet<number> = new Set()

export function createCards(
  store: Pick<MatchStore, 'rows'>,
  { subscriptions }: Pick<MatchesNeeds, 'subscriptions'>,
  online: (id: number, nowMs: number) => number,
): Cards {
  const cardOf = (row: MatchRow, nowMs: number, subscribed: ReadonlySet<number>): Match => {
    const { id, sport, course, kickoffSec, streams } = row
    const { status, state, score, period, periodKey, clock, periods, shootout, winner } = course
    const span = streams.length === 0 ? null : openSpan(course, kickoffSec)
    for (const atMs of span ? [span.fromMs, span.untilMs] : [])
      if (atMs > nowMs && Number.isFinite(atMs)) changesAt(atMs)
    if (clock?.runningSinceMs) changesAt(nowMs + minuteRefreshMs)
    return {
      id,
      sport,
      competitionId: row.competitionId,
      league: row.league,
      leagueImg: emblemOf(row.competitionId, row.league),
      round: row.round,
      home: matchTeam(row.home),
      away: matchTeam(row.away),
      start: kickoffSec,
      state,
      status,
      score,
      minute: minuteOf(sport, course, nowMs),
      period,
      breakLabel: breakLabelOf(sport, course),
      periodKey,
      clock,
      periods,
      shootout,
      winner,
      venue: row.venue?.name ?? '',
      streams: streams.map(({ channelId: _channelId, ...stream }) => stream),
      open: span !== null && nowMs >= span.fromMs && nowMs < span.untilMs,
      subscribed: subscribed.has(id),
      online: online(id, nowMs),
      replayId: row.recorded ? id : null,
      highlightsId: row.highlighted ? id : null,
    }
  }
  const ofRows: Cards['ofRows'] = async (rows, { userId, nowMs }) => {
    const ids = rows.map(({ id }) => id)
    const subscribed = userId === null ? none : await subscriptions.among(userId, ids)
    return rows.map((row) => cardOf(row, nowMs, subscribed))
  }
  return { ofRows, of: async (ids, caller) => ofRows(await store.rows(ids), caller) }
}
