import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { databaseUrlOf } from '../apps/server/src/testing/database-url.ts'
import { addVisits, openVisitedStation, visitFigures, type PageKind, type Visits } from './lib/collection-visitors.ts'
import { cpuMsOf } from './lib/process-cpu.ts'
import { check, report, round } from './lib/report.ts'
import { openScratchDatabase, type ScratchDatabase } from './lib/scratch-database.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * Collecting a source, served by a program of its own that has faults of real ones: time, CPU and memory of the first run,
 * of a second one after one in a hundred changed, and of their undo, which must return equal rows of all tables but those
 * that are about the runs themselves, without what is in the bin. Meanwhile a station serves visitors: how long pages take
 * before and during the first run, and how many of them are cached. Then, with fewer titles, three runs at once of which
 * processes are killed: the same titles as an undisturbed run, none twice.
 *
 * node bench/collection.ts [titles 300000] [titles of the kills 20000] [kills 10] [0: without visitors]
 */
const titles = Number(process.argv[2] ?? 300_000)
const fewer = Number(process.argv[3] ?? 20_000)
const kills = Number(process.argv[4] ?? 10)
const hasVisitors = process.argv[5] !== '0'
const goals = { minutes: 30, megabytes: 500, share: 1 / 20, visitors: 2 }
/** Pages of a hundred titles that are there before the first run, for visitors. */
const firstPages = 10
const visitedTitles = 60
const roundsBefore = 2

const root = join(import.meta.dirname, '..')
const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-bench-collection-'))

interface Source {
  port: number
  process: ChildProcess
}

async function startSource(count: number): Promise<Source> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lib/collection-source.ts'), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { port: Number(String(line)), process: child }
}

/** Runs a command of the station in a process of its own. */
function yunmu(url: string, port: number, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(root, 'apps/server/src/cli/main.ts'), ...args], {
    env: { ...process.env, YUNMU_DATA: dataDir, DATABASE_URL: url, EGRESS_ALLOW: `127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

interface Spent {
  sec: number
  /** Of the command; the database's is not in it. */
  cpuSec: number
  peakMb: number
  /** The load of the machine at the end: other programs lengthen the time. */
  load: number
  output: string
}

const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function measured(child: ChildProcess): Promise<Spent> {
  const begun = performance.now()
  let [output, peakMb, cpuSec] = ['', 0, 0]
  child.stdout?.on('data', (data) => void (output += String(data)))
  child.stderr?.on('data', (data) => process.stderr.write(String(data)))
  const pid = child.pid ?? 0
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(pid))
    cpuSec = Math.max(cpuSec, cpuMsOf(pid) / 1000)
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`a command ended with ${code}: ${output}`)
  const sec = round((performance.now() - begun) / 1000)
  return { sec, cpuSec: round(cpuSec), peakMb: Math.round(peakMb), load: round(loadavg()[0] ?? 0, 1), output }
}

/**
 * Tables of the runs themselves and of the audit log, of hosts and of words of filters, which stay known, and of what a station
 * writes besides.
 */
const otherTables = new Set([
  'collection_source',
  'collection_run',
  'collection_change',
  'remote_host',
  'facet',
  'audit_entry',
])
const isOther = (table: string): boolean => otherTables.has(table) || /migration|outbox|job|schedule/.test(table)

/** What three runs must agree on, whatever ids titles have. */
const comparedRows = [
  `(select name, alias, pid_id, type_id, year, area, lang, genres, directors, actors, intro, remarks, letter from title)`,
  `(select title.name, title.year, source.name, source.position from source join title on title.id = title_id)`,
  `(select title.name, title.year, source.name, level, episode.name, url from episode join source on source.id = source_id
    join title on title.id = title_id join episode_address on episode_id = episode.id)`,
]

/**
 * The number of rows of each table that runs change, and two sums of hashes of the rows, which do not depend on their order.
 * Titles that an undo put into the bin do not count, nor does what is deleted with them.
 */
async function fingerprint({ pool }: ScratchDatabase, isWhole = true): Promise<Map<string, string>> {
  const { rows: all } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const tables = isWhole ? all.map(({ name }) => name).filter((name) => !isOther(name)) : comparedRows
  const found = new Map<string, string>()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('delete from collection_item where removed_sec is not null')
    await client.query('delete from title where deleted_sec is not null')
    for (const table of tables) {
      const { rows } = await client.query<{ found: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(each::text, 0)), 0) || ' ' ||
           coalesce(sum(hashtextextended(each::text, 7)), 0) as found from ${table} as each`,
      )
      found.set(table, rows[0]?.found ?? '')
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  return found
}

/** The tables that differ. */
const differences = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...one].filter(([table, found]) => other.get(table) !== found).map(([table]) => table)

const countOf = async ({ pool }: ScratchDatabase, table: string): Promise<number> =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? 0

const lastRun = async ({ pool }: ScratchDatabase): Promise<string> =>
  String((await pool.query<{ id: number }>('select max(id) as id from collection_run')).rows[0]?.id)

async function withSource<Result>(
  count: number,
  work: (source: Source, database: ScratchDatabase, run: (...args: string[]) => ChildProcess) => Promise<Result>,
) {
  const [source, database] = [await startSource(count), await openScratchDatabase()]
  const run = (...args: string[]): ChildProcess => yunmu(databaseUrlOf(database), source.port, args)
  try {
    await measured(
      run('collect', 'add', '源', `http://127.0.0.1:${source.port}/api.php/provide/vod/`, '--every', 'off'),
    )
    return await work(source, database, run)
  } finally {
    source.process.kill()
    await database.close()
  }
}

/** Figures as they come: a whole bench takes an hour on a busy machine. */
function note<Value extends object>(name: string, figures: Value): Value {
  process.stderr.write(`${name}: ${JSON.stringify({ ...figures, output: undefined })}\n`)
  return figures
}

/** Lets visitors look at a station on the database, before work begins and until it has ended. */
async function visitedWhile<Result>(database: ScratchDatabase, work: () => Promise<Result>) {
  const station = await openVisitedStation({ YUNMU_DATA: dataDir, DATABASE_URL: databaseUrlOf(database) })
  try {
    const { rows: visited } = await database.pool.query<{ id: number; pidId: number }>(
      'select id, pid_id as "pidId" from title order by id limit $1',
      [visitedTitles],
    )
    // Pages that are compiled and cached.
    await station.visit(visited)
    let before = await station.visit(visited)
    for (let at = 1; at < roundsBefore; at++) before = addVisits(before, await station.visit(visited))
    note('visitors before', visitFigures(before))
    let isOver = false
    const ended = work().finally(() => (isOver = true))
    let during: Visits | null = null
    for (;;) {
      const found = await station.visit(visited)
      if (isOver) break
      during = during === null ? found : addVisits(during, found)
      note('visitors so far', visitFigures(during))
    }
    const figures = { before: visitFigures(before), during: during === null ? null : visitFigures(during) }
    return { result: await ended, ...figures, stationMb: Math.round(peakOf(station.pid)) }
  } finally {
    await station.stop()
  }
}

const large = await withSource(titles, async (source, database, run) => {
  // What a command costs that does nothing: a running station has started already.
  const start = note('start', await measured(run('collect', 'list')))
  const empty = await fingerprint(database)
  await measured(run('collect', 'run', '源', '--pages', String(firstPages)))
  await measured(run('remote', 'hosts', 'allow', 'v.bench.example', 'direct'))
  const someRun = await lastRun(database)
  const some = await fingerprint(database)
  const work = () => measured(run('collect', 'run', '源'))
  const visitors = hasVisitors ? await visitedWhile(database, work) : null
  const first = note('first', visitors?.result ?? (await work()))
  const added = await countOf(database, 'title')
  const afterFirst = await fingerprint(database)
  await database.pool.query('vacuum analyze')
  await fetch(`http://127.0.0.1:${source.port}/change`, { method: 'POST' })
  const firstRun = await lastRun(database)
  const second = note('second', await measured(run('collect', 'run', '源')))
  const { rows } = await database.pool.query<{ counts: Record<string, number> }>(
    'select counts from collection_run order by id desc limit 1',
  )
  const secondCounts = rows[0]?.counts ?? {}
  const whole = note('whole', await measured(run('collect', 'run', '源', '--full')))
  const undoSecond = note('undo of the second', await measured(run('collect', 'undo', String(Number(firstRun) + 1))))
  const differ = { second: differences(afterFirst, await fingerprint(database)), first: [''], some: [''] }
  const undoFirst = note('undo of the first', await measured(run('collect', 'undo', firstRun)))
  differ.first = differences(some, await fingerprint(database))
  await measured(run('collect', 'undo', someRun))
  differ.some = differences(empty, await fingerprint(database))
  note('tables that differ', differ)
  return {
    start,
    added,
    first,
    second,
    secondCounts,
    whole,
    undoSecond,
    undoFirst,
    differ,
    visitors: visitors && { before: visitors.before, during: visitors.during, stationMb: visitors.stationMb },
  }
})

/** Three runs at once, one of which is killed now and then and begun again. */
async function killedRuns(): Promise<{ killed: number; isEqual: boolean; added: number; runs: number }> {
  const expected = await withSource(fewer, async (_source, database, run) => {
    await measured(run('collect', 'run', '源'))
    return fingerprint(database, false)
  })
  return withSource(fewer, async (_source, database, run) => {
    const random = seededRandom(11)
    let killed = 0
    const keepRunning = async (): Promise<void> => {
      for (;;) {
        const child = run('collect', 'run', '源')
        child.stdout?.resume()
        child.stderr?.resume()
        const end = once(child, 'close')
        const isLucky = killed >= kills
        if (!isLucky) {
          killed++
          await Promise.race([end, delay(1500 + random() * 6000)])
          child.kill('SIGKILL')
        }
        const [code] = await end
        if (code === 0) return
      }
    }
    await Promise.all([keepRunning(), keepRunning(), keepRunning()])
    const added = await countOf(database, 'title')
    const isEqual = differences(expected, await fingerprint(database, false)).length === 0
    return { killed, isEqual, added, runs: await countOf(database, 'collection_run') }
  })
}

/** Nothing to check where the run was too short for visitors. */
function visitorGoals(): Record<string, boolean> {
  const { before, during } = large.visitors ?? {}
  if (!before || !during) return {}
  const isFast = (kind: PageKind): boolean => during[kind].p99 <= goals.visitors * before[kind].p99
  return {
    [`visitors' p99 is at most ${goals.visitors} times that of before`]:
      isFast('home') && isFast('lists') && isFast('titles'),
    'pages of titles stay cached': during.titles.cached >= before.titles.cached - 0.05,
  }
}

try {
  const chaos = kills > 0 ? await killedRuns() : null
  const figures = ({ sec, cpuSec, peakMb, load }: Spent) => ({ sec, cpuSec, peakMb, load })
  const secondShare = (large.second.sec - large.start.sec) / (large.first.sec - large.start.sec)
  report('collection', {
    titles,
    start: figures(large.start),
    first: { ...figures(large.first), perSec: Math.round(titles / large.first.sec) },
    second: { ...figures(large.second), counts: large.secondCounts },
    whole: figures(large.whole),
    undo: { second: figures(large.undoSecond), first: figures(large.undoFirst) },
    differ: large.differ,
    visitors: large.visitors,
    kills: chaos && { ...chaos, titles: fewer },
  })
  check({
    [`exactly ${titles} titles`]: large.added === titles,
    [`the first run takes at most ${goals.minutes} minutes`]: large.first.sec <= goals.minutes * 60,
    [`and at most ${goals.megabytes} MB`]: large.first.peakMb <= goals.megabytes,
    'a second run with 1 % changed costs at most 1/20, but for the start': secondShare <= goals.share,
    'it changes exactly those': large.secondCounts['changed'] === Math.ceil(titles / 100),
    'undo returns equal rows': Object.values(large.differ).flat().length === 0,
    ...visitorGoals(),
    ...(chaos === null
      ? {}
      : { [`${chaos.killed} kills of three runs at once: equal rows`]: chaos.isEqual && chaos.added === fewer }),
  })
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
