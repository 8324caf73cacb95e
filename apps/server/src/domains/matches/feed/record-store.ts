import type { FeedLine, SportKey } from '@yunmu/contract'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import { withoutEvents } from '../course-rules.ts'
import type { OwnChannels } from '../matches-needs.ts'
import type { MatchesTables } from '../matches-tables.ts'
import { lockMatch, mayTell, replaceToldStreams } from '../streams/stream-store.ts'
import { foldTimeline } from '../timeline-rules.ts'
import { feedTexts, recordLabels } from './feed-input.ts'

export type ToldRecord = Exclude<FeedLine, { record: 'event' }>

/** What storing a record did. `matchId` is the match that changed; null for records that many matches show. */
export type Recorded =
  | {
      result: 'stored'
      matchId: number | null
      competitionId: number | null
      isDetail: boolean
      isNew: boolean
      /** Channels that only the match shows were saved. */
      hasChannels?: boolean
    }
  | { result: 'unchanged' }
  | { result: 'refused'; problem: string }

type Table = keyof typeof recordLabels

/** Records of one source, by the source's own ids. */
export interface RecordStore {
  add(record: ToldRecord): Promise<Recorded>
  findMatch(sourceId: string): Promise<{ id: number; sport: SportKey } | null>
}

type Value = string | number | null

/** A reference that leads nowhere. */
class MissingRecord extends Error {}

/** The transactions of one source follow each other, so that two requests never wait for each other's rows. */
export async function lockSource(tx: Transaction<MatchesTables>, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('matches.feed'), hashtext(${source}))`.execute(tx)
}

interface FoundRecord {
  id: number
  sport: SportKey | null
  /** Of a stage; null for others. */
  seasonId: number | null
  /** Of a season or stage; null for others. */
  competitionId: number | null
}

/** Where these are, by table; null where it has none. */
const foundColumns: Record<Table, Partial<Record<'sport' | 'seasonId' | 'competitionId', RawBuilder<unknown>>>> = {
  competition: { sport: sql`sport` },
  season: { competitionId: sql`competition_id` },
  stage: {
    seasonId: sql`season_id`,
    competitionId: sql`(select competition_id from season where season.id = season_id)`,
  },
  venue: {},
  team: { sport: sql`sport` },
  player: {},
  match: { sport: sql`sport` },
}

/** Records that were found, by table and id. */
export type KnownRecords = Map<string, FoundRecord>

interface RecordStoreParts {
  source: string
  /** References are remembered: a file names the same teams again and again. */
  known: KnownRecords
  ownChannels: OwnChannels
}

export function createRecordStore(db: Transaction<MatchesTables>, parts: RecordStoreParts): RecordStore {
  const { source, known, ownChannels } = parts
  const find = async (table: Table, sourceId: string): Promise<FoundRecord | null> => {
    const key = `${table} ${sourceId}`
    const cached = known.get(key)
    if (cached) return cached
    const { sport = sql`null`, seasonId = sql`null`, competitionId = sql`null` } = foundColumns[table]
    const { rows } = await sql<FoundRecord>`
      select id, ${sport} as sport, ${seasonId} as "seasonId", ${competitionId} as "competitionId" from ${sql.table(table)}
      where source = ${source} and source_id = ${sourceId}`.execute(db)
    const [found = null] = rows
    if (found) known.set(key, found)
    return found
  }
  /** @throws MissingRecord */
  const refer = async (table: Table, sourceId: string): Promise<FoundRecord> => {
    const found = await find(table, sourceId)
    if (!found) throw new MissingRecord(feedTexts.missing(recordLabels[table], sourceId))
    return found
  }
  const referOrNull = async (table: Table, sourceId: string | null): Promise<FoundRecord | null> =>
    sourceId === null ? null : refer(table, sourceId)

  /** Whether a known record has another value of what never changes, because others depend on it. */
  const isMoved = async <Key extends keyof FoundRecord>(
    table: Table,
    sourceId: string,
    key: Key,
    value: FoundRecord[Key],
  ) => {
    const found = await find(table, sourceId)
    return found !== null && found[key] !== value
  }

  /** Inserts or replaces a record. Null if it is known already, or older than what is known. */
  const put = async (
    table: Table,
    { id, seq }: { id: string; seq: number },
    columns: Record<string, Value>,
    onInsert: Record<string, Value> = {},
  ): Promise<{ id: number; isNew: boolean } | null> => {
    const names = Object.keys(columns)
    const all = { source, source_id: id, seq, ...columns, ...onInsert }
    const compared = (prefix: string) => sql.join(['seq', ...names].map((name) => sql.ref(`${prefix}.${name}`)))
    const { rows } = await sql<{ id: number; isNew: boolean }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(all))})
      on conflict (source, source_id) do update set
        ${sql.join(['seq', ...names].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where ${sql.ref(`${table}.seq`)} <= excluded.seq
        and (${compared(table)}) is distinct from (${compared('excluded')})
      returning id, xmax = 0 as "isNew"`.execute(db)
    return rows[0] ?? null
  }

  const unchanged = { result: 'unchanged' } as const
  const shared = (stored: { isNew: boolean } | null): Recorded =>
    stored ? { result: 'stored', matchId: null, competitionId: null, isDetail: false, isNew: stored.isNew } : unchanged
  const detail = (matchId: number, isStored: boolean): Recorded =>
    isStored ? { result: 'stored', matchId, competitionId: null, isDetail: true, isNew: false } : unchanged
  const refused = (problem: string): Recorded => ({ result: 'refused', problem })

  const addMatch = async (record: Extract<ToldRecord, { record: 'match' }>): Promise<Recorded> => {
    const [competition, season, stage, home, away, venue] = await Promise.all([
      refer('competition', record.competition),
      referOrNull('season', record.season),
      referOrNull('stage', record.stage),
      refer('team', record.home),
      refer('team', record.away),
      referOrNull('venue', record.venue),
    ] as const)
    const { sport } = competition
    if (sport === null || home.sport !== sport || away.sport !== sport) return refused(feedTexts.otherSport('球队'))
    if (home.id === away.id) return refused(feedTexts.sameTeams)
    if (season && season.competitionId !== competition.id) return refused(feedTexts.otherParent('赛季', '这项赛事'))
    if (stage && stage.competitionId !== competition.id) return refused(feedTexts.otherParent('阶段', '这项赛事'))
    if (stage && season && stage.seasonId !== season.id) return refused(feedTexts.otherParent('阶段', '这个赛季'))
    if (await isMoved('match', record.id, 'sport', sport)) return refused(feedTexts.fixed('比赛的项目'))
    const course = withoutEvents(foldTimeline(sport, []))
    const stored = await put(
      'match',
      record,
      {
        competition_id: competition.id,
        season_id: season && season.id,
        stage_id: stage && stage.id,
        group_name: record.group,
        round: record.round,
        home_id: home.id,
        away_id: away.id,
        venue_id: venue && venue.id,
        kickoff_sec: record.kickoff,
      },
      { sport, state: course.state, course: JSON.stringify(course) },
    )
    if (!stored) return unchanged
    const { id: matchId, isNew } = stored
    return { result: 'stored', matchId, competitionId: competition.id, isDetail: false, isNew }
  }

  const addLineup = async ({ match, side, seq, ...lineup }: Extract<ToldRecord, { record: 'lineup' }>) => {
    const { id } = await refer('match', match)
    const { formation, coach, players } = lineup
    const { rows } = await sql`
      insert into match_lineup (match_id, side, seq, lineup)
      values (${id}, ${side}, ${seq}, ${JSON.stringify({ formation, coach, players })})
      on conflict (match_id, side) do update set seq = excluded.seq, lineup = excluded.lineup
      where match_lineup.seq <= excluded.seq
        and (match_lineup.seq, match_lineup.lineup) is distinct from (excluded.seq, excluded.lineup)
      returning 1`.execute(db)
    return detail(id, rows.length > 0)
  }

  const addStatistics = async ({ match, seq, values }: Extract<ToldRecord, { record: 'statistics' }>) => {
    const { id } = await refer('match', match)
    const { rows } = await sql`
      insert into match_statistics (match_id, seq, figures) values (${id}, ${seq}, ${JSON.stringify(values)})
      on conflict (match_id) do update set seq = excluded.seq, figures = excluded.figures
      where match_statistics.seq <= excluded.seq
        and (match_statistics.seq, match_statistics.figures) is distinct from (excluded.seq, excluded.figures)
      returning 1`.execute(db)
    return detail(id, rows.length > 0)
  }

  const addStreams = async (record: Extract<ToldRecord, { record: 'streams' }>): Promise<Recorded> => {
    const { id } = await refer('match', record.match)
    const wrong = record.streams.flatMap(({ sources }) => sources).find((address) => !mayTell(ownChannels, address))
    if (wrong !== undefined) return refused(feedTexts.source(wrong))
    const channels = record.streams.flatMap(({ channel }) => (channel === null ? [] : [channel]))
    const ofStation = channels.length === 0 ? null : await ownChannels.ofStationIn(db, channels)
    const unknown = channels.find((channel) => !ofStation?.has(channel))
    if (unknown !== undefined) return refused(feedTexts.missing('这个频道', String(unknown)))
    // The first streams of a match have no row yet that concurrent requests could lock.
    const competitionId = await lockMatch(db, id)
    if (competitionId === null) return refused(feedTexts.missing(recordLabels.match, record.match))
    const { seq } = record
    const told = await db.selectFrom('match_streams').select('seq').where('match_id', '=', id).executeTakeFirst()
    if (told && told.seq > seq) return unchanged
    if (told?.seq !== seq)
      await db
        .insertInto('match_streams')
        .values({ match_id: id, seq })
        .onConflict((conflict) => conflict.column('match_id').doUpdateSet({ seq }))
        .execute()
    const { isChanged, hasChannels } = await replaceToldStreams(
      db,
      { matchId: id, streams: record.streams },
      ownChannels,
    )
    if (!isChanged) return unchanged
    return { result: 'stored', matchId: id, competitionId, isDetail: false, isNew: false, hasChannels }
  }

  const addRecord = async (record: ToldRecord): Promise<Recorded> => {
    switch (record.record) {
      case 'competition': {
        const { id, sport, name, short } = record
        if (await isMoved('competition', id, 'sport', sport)) return refused(feedTexts.fixed('赛事的项目'))
        return shared(await put('competition', record, { name, short }, { sport }))
      }
      case 'season': {
        const { id: competition } = await refer('competition', record.competition)
        if (await isMoved('season', record.id, 'competitionId', competition))
          return refused(feedTexts.fixed('赛季所属的赛事'))
        const columns = { name: record.name, position: record.order }
        return shared(await put('season', record, columns, { competition_id: competition }))
      }
      case 'stage': {
        const { id: season } = await refer('season', record.season)
        const rules = record.rules && JSON.stringify(record.rules)
        if (await isMoved('stage', record.id, 'seasonId', season)) return refused(feedTexts.fixed('阶段所属的赛季'))
        const columns = { name: record.name, position: record.order, rules }
        return shared(await put('stage', record, columns, { season_id: season }))
      }
      case 'venue':
        return shared(await put('venue', record, { name: record.name, city: record.city }))
      case 'team': {
        const { id, sport, name, short, colour, colour2, venue: home } = record
        if (await isMoved('team', id, 'sport', sport)) return refused(feedTexts.fixed('球队的项目'))
        const venue = await referOrNull('venue', home)
        const columns = { name, short, colour, colour2, venue_id: venue && venue.id }
        return shared(await put('team', record, columns, { sport }))
      }
      case 'player': {
        const { id: team } = await refer('team', record.team)
        const { name, number, position } = record
        return shared(await put('player', record, { team_id: team, name, number, position }))
      }
      case 'match':
        return addMatch(record)
      case 'lineup':
        return addLineup(record)
      case 'statistics':
        return addStatistics(record)
      case 'streams':
        return addStreams(record)
    }
  }

  return {
    async add(record) {
      try {
        return await addRecord(record)
      } catch (err) {
        if (err instanceof MissingRecord) return refused(err.message)
        throw err
      }
    },
    async findMatch(sourceId) {
      const found = await find('match', sourceId)
      return found?.sport ? { id: found.id, sport: found.sport } : null
    },
  }
}

/**
 * Deletes everything that a source told: matches with their events, teams with their players and followers, and the rest.
 * Returns the number of records.
 */
export async function removeSource(tx: Transaction<MatchesTables>, source: string): Promise<number> {
  let removed = 0n
  for (const kind of ['team', 'competition'] as const)
    await tx
      .deleteFrom('sports_follow')
      .where('kind', '=', kind)
      .where('ref_id', 'in', tx.selectFrom(kind).select('id').where('source', '=', source))
      .execute()
  for (const table of ['match', 'player', 'team', 'venue', 'stage', 'season', 'competition'] as const)
    removed += (await tx.deleteFrom(table).where('source', '=', source).executeTakeFirstOrThrow()).numDeletedRows
  return Number(removed)
}
