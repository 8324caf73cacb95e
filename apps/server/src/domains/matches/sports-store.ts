import type { FeedLine, SportKey, StandingsRules, StatisticRow } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { LineupRecord, MatchesTables } from './matches-tables.ts'

export interface CompetitionRow {
  id: number
  sport: SportKey
  name: string
  short: string
}

export interface TeamRow {
  id: number
  sport: SportKey
  name: string
  short: string
  colour: string
  colour2: string
  venue: string
}

export interface StageRow {
  id: number
  competitionId: number
  seasonId: number
  name: string
  rules: StandingsRules | null
}

type Figures = Extract<FeedLine, { record: 'statistics' }>['values']

/** Competitions, teams and players, and what is told of a match beside its events. */
export interface SportsStore {
  competitions(ids?: readonly number[]): Promise<CompetitionRow[]>
  /** The oldest one of this name. */
  competitionByName(name: string): Promise<number | null>
  /** Newest first. */
  seasons(competitionId: number): Promise<{ id: number; name: string }[]>
  season(id: number): Promise<{ id: number; name: string } | null>
  /** The last season of which a match has begun; before the first one, the last one. */
  currentSeason(competitionId: number, nowSec: number): Promise<number | null>
  stages(seasonId: number): Promise<StageRow[]>
  stage(id: number): Promise<StageRow | null>
  teams(ids: readonly number[]): Promise<TeamRow[]>
  /** The oldest one of this name. */
  teamByName(name: string): Promise<number | null>
  /** A page of teams by name, and their number. */
  listTeams(
    filter: { sport: SportKey | null; competitionId: number | null },
    span: { offset: number; limit: number },
  ): Promise<{ list: TeamRow[]; total: number }>
  /** The competitions in which a team plays. */
  competitionsOf(teamId: number): Promise<CompetitionRow[]>
  players(teamId: number): Promise<{ id: number; name: string; number: number | null; position: string }[]>
  lineups(matchId: number): Promise<{ home: LineupRecord | null; away: LineupRecord | null }>
  figures(matchId: number): Promise<Figures>
}

export type Figure = Pick<StatisticRow, 'key' | 'home' | 'away'>

export function createSportsStore(db: Kysely<MatchesTables>): SportsStore {
  const competitionsQuery = db.selectFrom('competition').select(['id', 'sport', 'name', 'short'])
  const teamsQuery = db
    .selectFrom('team')
    .leftJoin('venue', 'venue.id', 'team.venue_id')
    .select([
      'team.id',
      'team.sport',
      'team.name',
      'team.short',
      'team.colour',
      'team.colour2',
      sql<string>`coalesce(venue.name, '')`.as('venue'),
    ])
  const stagesQuery = db
    .selectFrom('stage')
    .innerJoin('season', 'season.id', 'stage.season_id')
    .select([
      'stage.id',
      'season.competition_id as competitionId',
      'stage.season_id as seasonId',
      'stage.name',
      'stage.rules',
    ])
  return {
    competitions: (ids) =>
      (ids ? competitionsQuery.where('id', '=', sql<number>`any(${[...ids]}::int[])`) : competitionsQuery)
        .orderBy('id')
        .execute(),
    async competitionByName(name) {
      const row = await db
        .selectFrom('competition')
        .select('id')
        .where('name', '=', name)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row?.id ?? null
    },
    seasons: (competitionId) =>
      db
        .selectFrom('season')
        .select(['id', 'name'])
        .where('competition_id', '=', competitionId)
        .orderBy('position', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    async season(id) {
      return (await db.selectFrom('season').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
    },
    async currentSeason(competitionId, nowSec) {
      const hasBegun = sql`exists (select from match where season_id = season.id and kickoff_sec <= ${nowSec})`
      const season = await db
        .selectFrom('season')
        .select('id')
        .where('competition_id', '=', competitionId)
        .orderBy(hasBegun, 'desc')
        .orderBy('position', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return season?.id ?? null
    },
    stages: (seasonId) =>
      stagesQuery.where('stage.season_id', '=', seasonId).orderBy('stage.position').orderBy('stage.id').execute(),
    stage: async (id) => (await stagesQuery.where('stage.id', '=', id).executeTakeFirst()) ?? null,
    teams: (ids) => teamsQuery.where('team.id', '=', sql<number>`any(${[...ids]}::int[])`).execute(),
    async teamByName(name) {
      const row = await db
        .selectFrom('team')
        .select('id')
        .where('name', '=', name)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row?.id ?? null
    },
    async listTeams({ sport, competitionId }, { offset, limit }) {
      let query = teamsQuery
      if (sport !== null) query = query.where('team.sport', '=', sport)
      if (competitionId !== null) {
        query = query.where(
          sql<boolean>`team.id in (
            select home_id from match where competition_id = ${competitionId}
            union select away_id from match where competition_id = ${competitionId})`,
        )
      }
      const [list, { count }] = await Promise.all([
        query.orderBy('team.name').orderBy('team.id').offset(offset).limit(limit).execute(),
        query
          .clearSelect()
          .select((select) => select.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ])
      return { list, total: Number(count) }
    },
    competitionsOf: (teamId) =>
      competitionsQuery
        .where(sql<boolean>`id in (select competition_id from match where home_id = ${teamId} or away_id = ${teamId})`)
        .orderBy('id')
        .execute(),
    players: (teamId) =>
      db
        .selectFrom('player')
        .select(['id', 'name', 'number', 'position'])
        .where('team_id', '=', teamId)
        .orderBy(sql`number nulls last`)
        .orderBy('id')
        .execute(),
    async lineups(matchId) {
      const rows = await db
        .selectFrom('match_lineup')
        .select(['side', 'lineup'])
        .where('match_id', '=', matchId)
        .execute()
      const of = (side: 'home' | 'away'): LineupRecord | null => rows.find((row) => row.side === side)?.lineup ?? null
      return { home: of('home'), away: of('away') }
    },
    async figures(matchId) {
      const row = await db
        .selectFrom('match_statistics')
        .select('figures')
        .where('match_id', '=', matchId)
        .executeTakeFirst()
      return row?.figures ?? []
    },
  }
}
