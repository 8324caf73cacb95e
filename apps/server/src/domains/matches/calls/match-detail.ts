import {
  matchCompetition,
  matchDays,
  matchDetail,
  matchTeam,
  SportKey,
  sports,
  type StandingsRow,
  type StatisticRow,
} from '@yunmu/contract'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { changesAt, dependsLooselyOn, dependsOn } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { competitionCard, teamCard } from '../cards.ts'
import { allMatches, type MatchRow } from '../match-store.ts'
import { matchDependency, matchesDependency } from '../matches-events.ts'
import type { MatchesParts } from '../matches-parts.ts'
import type { Figure } from '../sports-store.ts'
import { foldTimeline } from '../timeline-rules.ts'

const maxMeetings = 6
const maxRelated = 6
const maxOfCompetition = 100
const maxOfTeam = 20
/** Days before and after today. */
const daysAround = 7
const daySec = 24 * 3600

const nobody = { team: new Set<number>(), competition: new Set<number>() }

/** Pages of matches, competitions and teams. */
export function mountMatchDetail(calls: CallRegistry, parts: MatchesParts): void {
  const { store, sportsStore, eventStore, viewerStore, cards, standings, site, isOpen } = parts
  const caching = { cachedUntil: [site.changed] }
  const followedBy = async (userId: number | null) => (userId === null ? nobody : viewerStore.followed(userId))

  /** The lines of both teams in the table of the stage. */
  const standingOf = async ({ stageId, home, away }: MatchRow) => {
    const stage = stageId === null ? null : await sportsStore.stage(stageId)
    const rows = stage ? (await standings.ofStage(stage)).flatMap((table) => table.rows) : []
    const of = (id: number): StandingsRow | null => rows.find(({ team }) => team.id === id) ?? null
    return { stage, standings: { home: of(home.id), away: of(away.id) } }
  }

  /** Running and coming ones of the competition, then its last results. */
  const relatedTo = async ({ id, competitionId }: MatchRow): Promise<number[]> => {
    const query = { ...allMatches, competitionId }
    const span = { offset: 0, limit: maxRelated + 1 }
    const ids: number[] = []
    for (const state of ['live', 'upcoming', 'over'] as const) ids.push(...(await store.choose(query, state, span)))
    return ids.filter((other) => other !== id).slice(0, maxRelated)
  }

  mountCall(
    calls,
    matchDetail,
    async ({ send: { id }, viewer, nowMs, refuse }) => {
      dependsOn(matchDependency(id))
      const [row] = (await isOpen()) ? await store.rows([id]) : []
      if (!row) return refuse('NoSuchMatch')
      dependsLooselyOn(matchesDependency(row.competitionId))
      const userId = viewer?.id ?? null
      const caller = { userId, nowMs }
      const [
        [match],
        [competition],
        season,
        table,
        versions,
        lineups,
        figures,
        meetings,
        related,
        votes,
        mine,
        followed,
      ] = await Promise.all([
        cards.ofRows([row], caller),
        sportsStore.competitions([row.competitionId]),
        row.seasonId === null ? null : sportsStore.season(row.seasonId),
        standingOf(row),
        eventStore.versions(id),
        sportsStore.lineups(id),
        sportsStore.figures(id),
        store.meetings([row.home.id, row.away.id], id, maxMeetings),
        relatedTo(row),
        viewerStore.votes(id),
        userId === null ? null : viewerStore.voteOf(userId, id),
        followedBy(userId),
      ] as const)
      if (!match || !competition) return refuse('NoSuchMatch')
      const { stage } = table
      return {
        match,
        competition: competitionCard(competition, followed.competition),
        season,
        stage: stage && { id: stage.id, name: stage.name, hasStandings: stage.rules !== null },
        venue: row.venue,
        standings: table.standings,
        timeline: foldTimeline(row.sport, versions).events,
        lineups,
        statistics: statisticsOf(row.sport, figures),
        meetings: await cards.of(meetings, caller),
        related: await cards.of(related, caller),
        votes: { ...votes, mine: mine ?? ('none' as const) },
      }
    },
    caching,
  )

  mountCall(
    calls,
    matchCompetition,
    async ({ send: { id, season: asked }, viewer, nowMs, refuse }) => {
      dependsOn(matchesDependency(id))
      const [competition] = (await isOpen()) ? await sportsStore.competitions([id]) : []
      if (!competition) return refuse('NoSuchCompetition')
      const caller = { userId: viewer?.id ?? null, nowMs }
      const seasons = await sportsStore.seasons(id)
      const season = seasons.find((each) => each.id === asked) ?? seasons[0]
      const query = { ...allMatches, competitionId: id, seasonId: season?.id ?? null }
      const span = { offset: 0, limit: maxOfCompetition }
      const [live, upcoming, results, stages, followed] = await Promise.all([
        store.choose(query, 'live', span),
        store.choose(query, 'upcoming', span),
        store.choose(query, 'over', span),
        season ? sportsStore.stages(season.id) : [],
        followedBy(caller.userId),
      ] as const)
      const tables = await Promise.all(
        stages.map(async (stage) =>
          (await standings.ofStage(stage)).map((table) => ({ ...table, stage: stages.length > 1 ? stage.name : '' })),
        ),
      )
      return {
        competition: competitionCard(competition, followed.competition),
        seasons,
        season: season?.id ?? 0,
        stages: stages.map((stage) => ({ id: stage.id, name: stage.name, hasStandings: stage.rules !== null })),
        fixtures: await cards.of([...live, ...upcoming].slice(0, maxOfCompetition), caller),
        results: await cards.of(results, caller),
        standings: tables.flat(),
      }
    },
    caching,
  )

  mountCall(
    calls,
    matchTeam,
    async ({ send: { id }, viewer, nowMs, refuse }) => {
      dependsLooselyOn(matchesDependency(null))
      const [team] = (await isOpen()) ? await sportsStore.teams([id]) : []
      if (!team) return refuse('NoSuchTeam')
      const caller = { userId: viewer?.id ?? null, nowMs }
      const query = { ...allMatches, teamId: id }
      const span = { offset: 0, limit: maxOfTeam }
      const [live, upcoming, last, competitions, players, followed] = await Promise.all([
        store.choose(query, 'live', span),
        store.choose(query, 'upcoming', span),
        store.choose(query, 'over', span),
        sportsStore.competitionsOf(id),
        sportsStore.players(id),
        followedBy(caller.userId),
      ] as const)
      return {
        team: teamCard(team, followed.team),
        competitions: competitions.map((competition) => competitionCard(competition, followed.competition)),
        next: await cards.of([...live, ...upcoming].slice(0, maxOfTeam), caller),
        last: await cards.of(last, caller),
        players,
      }
    },
    caching,
  )

  mountCall(
    calls,
    matchDays,
    async ({ send: { sport: word, competition }, nowMs }) => {
      dependsLooselyOn(matchesDependency(null))
      const todaySec = dayStartSec(chinaDay(nowMs / 1000))
      changesAt((todaySec + daySec) * 1000)
      const fromSec = todaySec - daysAround * daySec
      const length = 2 * daysAround + 1
      const sport = SportKey.safeParse(word)
      const isKnown = word === '0' || word === 'match' || sport.success
      const perDay =
        isKnown && (await isOpen())
          ? await store.perDay({
              ...allMatches,
              sport: sport.success ? sport.data : null,
              competitionId: competition === 0 ? null : competition,
              span: { fromSec, toSec: fromSec + length * daySec },
            })
          : new Map<number, number>()
      return {
        days: Array.from({ length }, (_, at) => ({
          day: chinaDay(fromSec + at * daySec),
          matches: perDay.get(at) ?? 0,
        })),
      }
    },
    caching,
  )
}

/** Figures in the order of the sport's statistics; unknown ones are left out. */
const statisticsOf = (sport: SportKey, figures: readonly Figure[]): StatisticRow[] =>
  sports[sport].statistics.flatMap(({ key, label, unit }) => {
    const figure = figures.find((each) => each.key === key)
    return figure ? [{ key, label, unit, home: figure.home, away: figure.away }] : []
  })
