import type { Match, SportKey } from '@yunmu/contract'
import { sql, type Kysely, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { StoredCourse } from './course-rules.ts'
import type { MatchesTables } from './matches-tables.ts'
import { isHighlighted, isRecorded, recordedColumns } from './recordings/recording-store.ts'

export type ListState = 'upcoming' | 'live' | 'over'

/** Which matches a list contains; null is any. */
export interface MatchQuery {
  sport: SportKey | null
  competitionId: number | null
  seasonId: number | null
  teamId: number | null
  /** Start of play, Unix seconds; `toSec` is exclusive. */
  span: { fromSec: number; toSec: number } | null
}

export const allMatches: MatchQuery = { sport: null, competitionId: null, seasonId: null, teamId: null, span: null }

interface TeamColumns {
  id: number
  name: string
  short: string
  colour: string
  colour2: string
}

/** A match with everything that its card shows. */
export interface MatchRow {
  id: number
  sport: SportKey
  competitionId: number
  league: string
  seasonId: number | null
  stageId: number | null
  group: string
  round: string
  kickoffSec: number
  course: StoredCourse
  toldMs: number
  home: TeamColumns
  away: TeamColumns
  venue: { id: number; name: string; city: string } | null
  /** Its streams in order, each with whether there is a recording of it and of its highlights. */
  streams: (Match['streams'][number] & { channelId: number })[]
  /** Whether there is a recording of the whole match, and of its highlights. */
  recorded: boolean
  highlighted: boolean
}

/** A match of a table. */
export interface PlayedMatch {
  homeId: number
  awayId: number
  group: string
  startSec: number
  course: StoredCourse
}

export interface MatchStore {
  /**
   * How many matches of each state there are, each at most `limit`. Postponed ones whose start has passed are in no list
   * without a span.
   */
  count(query: MatchQuery, limit: number): Promise<Record<ListState, number>>
  /**
   * A page of matches of several states, one state after the other, each in the order of `choose`, and how many there are
   * together, each state counted up to `maxCounted`.
   */
  page(
    query: MatchQuery,
    states: readonly ListState[],
    span: { offset: number; limit: number; maxCounted: number },
  ): Promise<{ ids: number[]; total: number }>
  /** Ids in the order of their start, results latest first. */
  choose(query: MatchQuery, state: ListState, span: { offset: number; limit: number }): Promise<number[]>
  /** Ids of the newest ones. */
  newest(query: MatchQuery, states: readonly ListState[], span: { offset: number; limit: number }): Promise<number[]>
  /** The existing ones, in the order of the ids. */
  rows(ids: readonly number[]): Promise<MatchRow[]>
  /** Names of both teams, by id. */
  names(ids: readonly number[]): Promise<Map<number, { home: string; away: string }>>
  isThere(id: number): Promise<boolean>
  /** Ids of matches of a source, by its own ids. */
  idsOf(source: string, sourceIds: readonly string[]): Promise<Map<string, number>>
  isAny(): Promise<boolean>
  /** Ids of competitions and teams with matches, and of the matches of a month before and after a time. */
  addresses(nowSec: number): Promise<{ competitionIds: number[]; teamIds: number[]; matchIds: number[] }>
  /** How many of these are not over. */
  countOpen(tx: OpenTransaction, ids: readonly number[]): Promise<number>
  /** Which of these exist and are not over, or began after a time. */
  current(ids: readonly number[], sinceSec: number): Promise<Set<number>>
  /** The last results between two teams, latest first, except one match. */
  meetings(teams: readonly [number, number], exceptId: number, limit: number): Promise<number[]>
  /** Number of matches by day, counted from `fromSec`. */
  perDay(query: MatchQuery & { span: { fromSec: number; toSec: number } }): Promise<Map<number, number>>
  /** Matches that are not over although they should have begun before this time. */
  unsettled(beforeSec: number): Promise<{ id: number; course: StoredCourse; kickoffSec: number; toldMs: number }[]>
  /** All matches of a stage, those without a result included: their teams are in its table. */
  ofStage(stageId: number): Promise<PlayedMatch[]>
  /** Number of matches by sport and competition. */
  counts(): Promise<{ sport: SportKey; competitionId: number; name: string; matches: number }[]>
}

const dayLengthSec = 24 * 3600
/** Search engines are told of matches this long before and after now. */
const addressSpanSec = 30 * dayLengthSec
/** As many as a sitemap may have entries, together with teams. */
const maxAddresses = 40_000

/** Not of a postponed match whose start has passed: it has no new one yet, and would head the lists of coming ones. */
const isComing = (atSec: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(match.kickoff_sec >= ${atSec} or match.course ->> 'status' <> 'postponed')`

/** A match that began before midnight and still runs is one of today, too. */
const runningSpan = (span: MatchQuery['span'], atSec: number): MatchQuery['span'] =>
  span && span.fromSec <= atSec && atSec < span.toSec ? { ...span, fromSec: 0 } : span

const byStart = sql`kickoff_sec, id`
const latestFirst = sql`kickoff_sec desc, id desc`
const orderOf = (state: ListState): RawBuilder<unknown> => (state === 'over' ? latestFirst : byStart)

export function createMatchStore(db: Kysely<MatchesTables>, nowSec: () => number): MatchStore {
  /** The condition of a list on the columns of `match`, besides the state. */
  const conditionOf = (
    { sport, competitionId, seasonId, span }: Omit<MatchQuery, 'teamId'>,
    isOfState: Expression<SqlBool>[],
  ): Expression<SqlBool> => {
    const parts = [
      ...(sport === null ? [] : [sql<SqlBool>`match.sport = ${sport}`]),
      ...(competitionId === null ? [] : [sql<SqlBool>`match.competition_id = ${competitionId}`]),
      ...(seasonId === null ? [] : [sql<SqlBool>`match.season_id = ${seasonId}`]),
      ...(span === null
        ? isOfState
        : [sql<SqlBool>`match.kickoff_sec >= ${span.fromSec} and match.kickoff_sec < ${span.toSec}`]),
    ]
    return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`
  }
  /**
   * The first matches of a state, in an order. Those of a team are two ranges of indexes, of home and of away matches: with
   * `or`, years of matches of others would be read.
   */
  const firstOf = (
    { teamId, ...query }: MatchQuery,
    state: ListState,
    { order, limit }: { order: RawBuilder<unknown>; limit: number },
  ): RawBuilder<unknown> => {
    const span = state === 'live' ? runningSpan(query.span, nowSec()) : query.span
    // Of no other state: its index alone answers then, without the rows of the table.
    const isListed = conditionOf({ ...query, span }, state === 'upcoming' ? [isComing(nowSec())] : [])
    const of = (isOfTeam: RawBuilder<unknown>) => sql`
      (select id, kickoff_sec from match where ${isOfTeam} and state = ${state} and ${isListed}
        order by ${order} limit ${limit})`
    return teamId === null
      ? of(sql`true`)
      : sql`(${of(sql`home_id = ${teamId}`)} union all ${of(sql`away_id = ${teamId}`)})`
  }
  /** The condition of lists in other orders, which read everything that fits. */
  const anywhere = ({ teamId, ...query }: MatchQuery): RawBuilder<unknown> => {
    const isOfTeam = teamId === null ? sql`true` : sql`(match.home_id = ${teamId} or match.away_id = ${teamId})`
    return sql`${isOfTeam} and ${conditionOf(query, [sql`(match.state <> 'upcoming' or ${isComing(nowSec())})`])}`
  }
  // In the order of an index: the planner would otherwise read the table until it has found enough.
  const countOf = (query: MatchQuery, state: ListState, limit: number): RawBuilder<unknown> => sql`(
    select count(*) from (
      select 1 from ${firstOf(query, state, { order: byStart, limit })} as listed limit ${limit}
    ) as found)`
  const idsOf = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> =>
    (await query.execute(db)).rows.map(({ id }) => id)

  return {
    async count(query, limit) {
      const of = (state: ListState) => countOf(query, state, limit)
      const { rows } = await sql<Record<ListState, number>>`
        select ${of('upcoming')} as upcoming, ${of('live')} as live, ${of('over')} as over`.execute(db)
      return rows[0] ?? { upcoming: 0, live: 0, over: 0 }
    },

    async page(query, states, { offset, limit, maxCounted }) {
      const [only] = states.length === 1 ? states : []
      const parts = states.map((state, place) => {
        const sign = state === 'over' ? sql`-` : sql``
        const first = firstOf(query, state, { order: orderOf(state), limit: offset + limit })
        return sql`(select id, ${place}::int as place, ${sign}kickoff_sec as at, ${sign}id as tie
          from ${first} as listed)`
      })
      const total = sql.join(
        states.map((state) => countOf(query, state, maxCounted)),
        sql` + `,
      )
      // Of one state the order is that of the index.
      const listed = only
        ? sql`${firstOf(query, only, { order: orderOf(only), limit: offset + limit })} as listed order by ${orderOf(only)}`
        : sql`(${sql.join(parts, sql` union all `)}) as listed order by place, at, tie`
      const { rows } = await sql<{ ids: number[]; total: number }>`
        select array(select id from ${listed} offset ${offset} limit ${limit}) as ids, ${total} as total`.execute(db)
      return rows[0] ?? { ids: [], total: 0 }
    },

    choose(query, state, { offset, limit }) {
      const order = orderOf(state)
      const first = firstOf(query, state, { order, limit: offset + limit })
      return idsOf(sql`select id from ${first} as listed order by ${order} offset ${offset} limit ${limit}`)
    },

    newest: (query, states, { offset, limit }) =>
      idsOf(
        sql`select id from match where state = any(${[...states]}::text[]) and ${anywhere(query)}
          order by id desc offset ${offset} limit ${limit}`,
      ),

    async rows(ids) {
      if (ids.length === 0) return []
      const { rows } = await sql<MatchRow>`
        select m.id, m.sport, m.competition_id as "competitionId", c.name as league, m.season_id as "seasonId",
          m.stage_id as "stageId", m.group_name as "group", m.round, m.kickoff_sec as "kickoffSec", m.course,
          m.told_ms as "toldMs",
          json_build_object('id', h.id, 'name', h.name, 'short', h.short, 'colour', h.colour, 'colour2', h.colour2) as home,
          json_build_object('id', a.id, 'name', a.name, 'short', a.short, 'colour', a.colour, 'colour2', a.colour2) as away,
          case when v.id is null then null else json_build_object('id', v.id, 'name', v.name, 'city', v.city) end as venue,
          coalesce((
            select json_agg(json_build_object('id', s.number, 'name', s.name, 'anchor', s.anchor, 'channelId', s.channel_id,
              'plate', s.plate, 'recorded', ${isRecorded}, 'highlighted', ${isHighlighted}) order by s.number)
            from match_stream s left join match_recording r on r.match_id = s.match_id and r.number = s.number where s.match_id = m.id), '[]') as streams,
          ${recordedColumns}
        from unnest(${[...ids]}::int[]) with ordinality as chosen (id, place)
          join match m on m.id = chosen.id
          join competition c on c.id = m.competition_id
          join team h on h.id = m.home_id
          join team a on a.id = m.away_id
          left join venue v on v.id = m.venue_id
        order by chosen.place`.execute(db)
      return rows
    },

    async names(ids) {
      const { rows } = await sql<{ id: number; home: string; away: string }>`
        select m.id, h.name as home, a.name as away from match m
          join team h on h.id = m.home_id join team a on a.id = m.away_id
        where m.id = any(${[...ids]}::int[])`.execute(db)
      return new Map(rows.map(({ id, home, away }) => [id, { home, away }]))
    },

    isThere: async (id) =>
      (await db.selectFrom('match').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

    async idsOf(source, sourceIds) {
      const rows = await db
        .selectFrom('match')
        .select(['id', 'source_id'])
        .where('source', '=', source)
        .where('source_id', '=', sql<string>`any(${[...sourceIds]}::text[])`)
        .execute()
      return new Map(rows.map((row) => [row.source_id, row.id]))
    },

    isAny: async () => (await db.selectFrom('match').select('id').limit(1).executeTakeFirst()) !== undefined,

    async addresses(nowSec) {
      const [competitionIds, teamIds, matchIds] = await Promise.all([
        idsOf(
          sql`select id from competition c where exists (select from match where competition_id = c.id) order by id`,
        ),
        idsOf(sql`
          select id from team t
          where exists (select from match where home_id = t.id) or exists (select from match where away_id = t.id)
          order by id limit ${maxAddresses / 4}`),
        idsOf(sql`
          select id from match where state in ('upcoming', 'live', 'over')
            and kickoff_sec between ${nowSec - addressSpanSec} and ${nowSec + addressSpanSec}
          order by id limit ${maxAddresses}`),
      ])
      return { competitionIds, teamIds, matchIds }
    },

    async countOpen(tx, ids) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from match where id = any(${[...ids]}::int[]) and state <> 'over'`.execute(tx)
      return Number(rows[0]?.count ?? 0)
    },

    async current(ids, sinceSec) {
      const { rows } = await sql<{ id: number }>`
        select id from match
        where id = any(${[...ids]}::int[]) and (state <> 'over' or kickoff_sec >= ${sinceSec})`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    meetings: ([one, other], exceptId, limit) =>
      idsOf(sql`
        select id from match
        where state = 'over' and id <> ${exceptId}
          and ((home_id = ${one} and away_id = ${other}) or (home_id = ${other} and away_id = ${one}))
        order by kickoff_sec desc, id desc limit ${limit}`),

    async perDay(query) {
      const { rows } = await sql<{ day: number; count: number }>`
        select ((kickoff_sec - ${query.span.fromSec}) / ${dayLengthSec})::int as day, count(*) as count
        from match where state in ('upcoming', 'live', 'over') and ${anywhere(query)} group by 1`.execute(db)
      return new Map(rows.map(({ day, count }) => [day, count]))
    },

    unsettled: (beforeSec) =>
      db
        .selectFrom('match')
        .select(['id', 'course', 'kickoff_sec as kickoffSec', 'told_ms as toldMs'])
        .where('state', 'in', ['upcoming', 'live'])
        .where('kickoff_sec', '<', beforeSec)
        .execute(),

    ofStage: (stageId) =>
      db
        .selectFrom('match')
        .select(['home_id as homeId', 'away_id as awayId', 'group_name as group', 'kickoff_sec as startSec', 'course'])
        .where('stage_id', '=', stageId)
        .execute(),

    async counts() {
      const { rows } = await sql<{ sport: SportKey; competitionId: number; name: string; matches: number }>`
        select c.sport, c.id as "competitionId", c.name, count(*) as matches
        from match m join competition c on c.id = m.competition_id
        group by c.id order by c.id`.execute(db)
      return rows
    },
  }
}
