import {
  liveList,
  matchCompetition,
  matchDays,
  matchTeam,
  indexSports,
  indexSearch,
  type Call,
  type SendOf,
} from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { addressOf, signPath } from '@yunmu/contract/wire'
import { sql } from 'kysely'
import { buildApp } from '../apps/server/src/app.ts'
import { standingsOf, type MatchResult } from '../apps/server/src/domains/matches/standings-rules.ts'
import { cpuMs } from './lib/cpu-clock.ts'
import { parentOf, treeCpuMsOf } from './lib/process-cpu.ts'
import { referenceMs } from './lib/reference-work.ts'
import { check, median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * Lists of 100,000 matches: CPU time of the server and of the database for each list call, and its ratio to reference work
 * of the same run; and the time of a table of 20 clubs and 380 matches. `MATCHES` and `CALLS` may be set.
 */
const matches = Number(process.env.MATCHES ?? 100_000)
const calls = Number(process.env.CALLS ?? 40)
const competitions = 40
const teamsPerCompetition = 20
const matchesPerSeason = 380
/**
 * On a machine that does the reference work in 1.8 ms, 5 ms for a list, and 2 ms more for a page with a table or players;
 * other work on the machine slows both.
 */
const promised = { ratio: 2.8, pageRatio: 3.9, standingsMs: 2 }
const pages = new Set(['page of a competition', 'page of a team'])
/** Searches titles as well. */
const notLists = new Set(['search of a team', ...pages])
const nowSec = Math.floor(Date.now() / 1000)
const daySec = 86_400

const { platform, station, close } = await openScratchStation()
const { pool } = platform
const app = await buildApp(platform, station, { lagMs: () => 0 })

/** Makes a call as a browser does, each time from another address, so that no limit is met. */
async function made<C extends Call>(call: C, send: SendOf<C>, at: number): Promise<void> {
  const { path, rest } = addressOf(call, send)
  const isGet = call.method === 'GET'
  const query = isGet ? `?_vv=${signPath(platform.secrets.siteKey, path, Date.now() / 1000)}` : ''
  const reply = await app.inject({
    method: call.method,
    url: `${path}${query}`,
    remoteAddress: `10.0.${at >> 8}.${at & 255}`,
    ...(isGet ? {} : { payload: rest }),
  })
  if (reply.statusCode !== 200) throw new Error(`${call.name}: ${reply.statusCode} ${reply.body}`)
}

/**
 * Seasons of 40 competitions, the present ones and those of the years before. A season has 20 teams and 380 matches in 38
 * rounds, one every eight days; about fifty matches are played each day.
 */
async function seed(): Promise<void> {
  const sport = `(array['football', 'basketball', 'volleyball', 'tennis'])[1 + (n - 1) % 4]`
  await pool.query(`
    insert into competition (source, source_id, seq, sport, name, short)
      select 'bench', n, 0, ${sport}, '第' || n || '联赛', '' from generate_series(1, ${competitions}) as n`)
  await pool.query(`
    insert into season (source, source_id, seq, competition_id, name, position)
      select 'bench', n, 0, 1 + (n - 1) % ${competitions}, 2026 - (n - 1) / ${competitions}, 2026 - (n - 1) / ${competitions}
      from generate_series(1, ${Math.ceil(matches / matchesPerSeason)}) as n order by n`)
  await pool.query(`
    insert into stage (source, source_id, seq, season_id, name, position, rules)
      select 'bench', id, 0, id, '常规赛', 0, '{"win":3,"draw":1,"loss":0,"byScore":[],"rankBy":["points"]}' from season order by id`)
  await pool.query(`
    insert into team (source, source_id, seq, sport, name, short, colour, colour2)
      select 'bench', n, 0, c.sport, '球队' || n, '', '#c8372d', '#ffffff'
      from generate_series(1, ${competitions * teamsPerCompetition}) as n
        join competition c on c.id = 1 + (n - 1) / ${teamsPerCompetition} order by n`)
  // Each pair meets once in the first 19 rounds (circle method), and the other way round in the last 19.
  await pool.query(`
    with listed as (
      select n, (n - 1) / ${matchesPerSeason} + 1 as season, (n - 1) % ${matchesPerSeason} / 10 as round, (n - 1) % 10 as slot
      from generate_series(1, ${matches}) as n
    ), paired as (
      select listed.*, 1 + (season - 1) % ${competitions} as competition,
        case when slot = 0 then 19 else (round + slot) % 19 end as one, (round - slot + 38) % 19 as other
      from listed
    ), dated as (
      select paired.*, ${nowSec - 150 * daySec} - (season - 1) / ${competitions} * ${365 * daySec}
        + round * ${8 * daySec} + competition * 37 % 192 * 3600 + slot * 7200 as kickoff
      from paired
    ), played as (
      select dated.*, case when kickoff > ${nowSec} then 'upcoming' when kickoff > ${nowSec - 7200} then 'live' else 'over' end as state
      from dated
    )
    insert into match (source, source_id, seq, sport, competition_id, season_id, stage_id, group_name, round, home_id, away_id,
      kickoff_sec, state, course)
    select 'bench', n, 0, c.sport, c.id, season, season, '', '第 ' || round + 1 || ' 轮',
      (c.id - 1) * ${teamsPerCompetition} + 1 + case when round < 19 then one else other end,
      (c.id - 1) * ${teamsPerCompetition} + 1 + case when round < 19 then other else one end,
      kickoff, state,
      jsonb_build_object('state', state, 'status', case when state = 'upcoming' then 'scheduled' else state end,
        'score', case when state = 'upcoming' then null else jsonb_build_array(n % 4, n % 3) end, 'period', null,
        'periodKey', null, 'clock', null, 'periods', '[]'::jsonb, 'shootout', null, 'winner', null, 'awarded', null,
        'endedMs', null)
    from played join competition c on c.id = competition`)
  await sql`vacuum analyze`.execute(platform.db)
}

/** The calls with changing arguments, so that no reply is in a cache. */
const any = { type: 'match', group: '0', state: 0, day: '0', team: '0', page: 1, size: 30 }
const dayOf = (at: number): string => chinaDay(nowSec - at * daySec)
type AnyCall = () => Promise<unknown>
const make =
  <C extends Call>(call: C, send: (at: number) => SendOf<C>) =>
  (at: number): AnyCall =>
  () =>
    made(call, send(at), at)
const sports = ['football', 'basketball', 'volleyball', 'tennis']
/** What is measured is not what was called before. */
const sizeOf = (at: number): number => (at >= calls ? 29 : 30)
const searchOf = (at: number): SendOf<typeof indexSearch> => ({
  kind: 'match',
  q: `球队${1 + at * 7}`,
  order: '相关',
  page: 1,
  size: 20,
})
const lists: Record<string, (at: number) => AnyCall> = {
  'by day': make(liveList, (at) => ({ ...any, size: sizeOf(at), day: dayOf(at) })),
  'by kind': make(liveList, (at) => ({ ...any, type: sports[at % 4] ?? '0', page: 1 + (at >> 2), size: sizeOf(at) })),
  'by competition': make(liveList, (at) => ({ ...any, size: sizeOf(at), group: String(1 + (at % competitions)) })),
  'by state over': make(liveList, (at) => ({ ...any, size: sizeOf(at), state: 3, page: 1 + at })),
  'by state upcoming': make(liveList, (at) => ({ ...any, state: 1, page: 1 + (at % 30), size: sizeOf(at) })),
  'by team': make(liveList, (at) => ({ ...any, size: sizeOf(at), team: String(1 + (at % 80) * 7) })),
  'by team and day': make(liveList, (at) => ({
    ...any,
    size: sizeOf(at),
    team: String(1 + (at % 80) * 7),
    day: dayOf(at),
  })),
  'offset 900': make(liveList, (at) => ({ ...any, page: 31 + at, size: sizeOf(at) })),
  'offset 900 of a competition': make(liveList, (at) => ({
    ...any,
    size: sizeOf(at),
    group: String(1 + (at % competitions)),
    page: 31,
  })),
  'offset 90000': make(liveList, (at) => ({ ...any, size: sizeOf(at), page: 3000 + at })),
  days: make(matchDays, (at) => ({ sport: '0', competition: 1 + (at % competitions) })),
  'page of a competition': make(matchCompetition, (at) => ({
    id: 1 + (at % competitions),
    season: at >= calls ? 1 + (at % competitions) : 0,
    size: 10,
  })),
  'page of a team': make(matchTeam, (at) => ({ id: 1 + (at % 80) * 7, size: 5 })),
  sports: make(indexSports, (at) => ({ count: 1 + (at % 20) })),
  'search of a team': make(indexSearch, searchOf),
}

/** The server process of the database, whose backends may be replaced by others. */
async function databasePid(): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0) ?? 0
}

await seed()
// Or the database writes what was seeded while calls are measured.
await pool.query('checkpoint')
const database = await databasePid()
console.log('list                          server  database  together  ratio')
const together: Record<string, number> = {}
const ratios: Record<string, number> = {}
// The first calls are compiled, and fill the database's caches.
for (let at = 0; at < 30; at++) for (const of of Object.values(lists)) await of(calls + at)()
for (const [name, of] of Object.entries(lists)) {
  const before = { server: cpuMs().all, database: treeCpuMsOf(database) }
  for (let at = 0; at < calls; at++) await of(at)()
  const server = (cpuMs().all - before.server) / calls
  const databaseMs = (treeCpuMsOf(database) - before.database) / calls
  together[name] = server + databaseMs
  const reference = median(referenceMs(20))
  ratios[name] = (server + databaseMs) / reference
  const figures = [server, databaseMs, server + databaseMs, (server + databaseMs) / reference].map((each) =>
    round(each).toFixed(2).padStart(8),
  )
  console.log(name.padEnd(28), ...figures)
}

/** A double round robin. */
function standingsMs(): number {
  const random = seededRandom(20)
  const teams = Array.from({ length: 20 }, (_, id) => ({ id: id + 1, name: `球队${id}` }))
  const results = teams.flatMap((home) =>
    teams.flatMap((away): MatchResult[] => {
      if (home === away) return []
      const score: [number, number] = [Math.floor(random() * 4), Math.floor(random() * 4)]
      return [{ home: home.id, away: away.id, score, points: score, awarded: null, startSec: nowSec }]
    }),
  )
  const rules = { win: 3, draw: 1, loss: 0, byScore: [], rankBy: ['points', 'head-points', 'difference'] as const }
  const times = Array.from({ length: 200 }, () => {
    const begun = cpuMs().own
    standingsOf({ ...rules, rankBy: [...rules.rankBy] }, teams, results)
    return cpuMs().own - begun
  })
  return median(times)
}

const standings = standingsMs()
const worst = Math.max(...Object.entries(ratios).map(([name, ratio]) => (notLists.has(name) ? 0 : ratio)))
report('matches-lists', {
  matches,
  lists: Object.fromEntries(Object.entries(together).map(([name, ms]) => [name, round(ms)])),
  ratios: Object.fromEntries(Object.entries(ratios).map(([name, ratio]) => [name, round(ratio)])),
  standingsMs: round(standings, 3),
})
check({
  [`every list costs at most ${promised.ratio} × reference`]: worst <= promised.ratio,
  [`every page costs at most ${promised.pageRatio} × reference`]: [...pages].every(
    (name) => (ratios[name] ?? Infinity) <= promised.pageRatio,
  ),
  [`a table costs at most ${promised.standingsMs} ms`]: standings <= promised.standingsMs,
})
await app.close()
await close()
