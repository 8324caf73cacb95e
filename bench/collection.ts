import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { databaseUrlOf } from '../apps/server/src/testing/database-url.ts'
import { cpuMs } from './lib/cpu.ts'
import { check, report, round } from './lib/report.ts'
import { openScratchDatabase, type ScratchDatabase } from './lib/scratch-database.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * Collecting a source, served by a program of its own that has faults of real ones: time, CPU and memory of the first run,
 * of a second one after one in a hundred changed, and of their undo, which must return equal rows. Then, with fewer titles,
 * three runs at once of which processes are killed: the same titles as an undisturbed run, none twice.
 *
 * node bench/collection.ts [titles 300000] [titles of the kills 20000] [kills 10]
 */
const titles = Number(process.argv[2] ?? 300_000)
const fewer = Number(process.argv[3] ?? 20_000)
const kills = Number(process.argv[4] ?? 10)
const goals = { minutes: 30, megabytes: 500, share: 1 / 20 }

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
    cpuSec = Math.max(cpuSec, cpuMs([pid]) / 1000)
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`a command ended with ${code}: ${output}`)
  return { sec: round((performance.now() - begun) / 1000), cpuSec: round(cpuSec), peakMb: Math.round(peakMb), output }
}

/** The rows of all that runs change, as numbers and sums of hashes. */
async function fingerprint({ pool }: ScratchDatabase, isWhole = true): Promise<string> {
  const tables = isWhole
    ? ['title', 'source', 'episode', 'episode_address', 'title_listing']
    : [
        `(select name, alias, pid_id, type_id, year, area, lang, genres, directors, actors, intro, remarks, letter from title)`,
        `(select title.name, title.year, source.name, source.position from source join title on title.id = title_id)`,
        `(select title.name, title.year, source.name, level, episode.name, url from episode join source on source.id = source_id
          join title on title.id = title_id join episode_address on episode_id = episode.id)`,
      ]
  const parts: string[] = []
  for (const table of tables) {
    const { rows } = await pool.query<{ found: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(each::text, 0)), 0) || ' ' ||
         coalesce(sum(hashtextextended(each::text, 7)), 0) as found from ${table} as each`,
    )
    parts.push(rows[0]?.found ?? '')
  }
  return parts.join('\n')
}

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

const large = await withSource(titles, async (source, database, run) => {
  // What a command costs that does nothing: a running station has started already.
  const start = await measured(run('collect', 'list'))
  const empty = await fingerprint(database)
  const first = await measured(run('collect', 'run', '源'))
  const added = await countOf(database, 'title')
  const afterFirst = await fingerprint(database)
  await database.pool.query('vacuum analyze')
  await fetch(`http://127.0.0.1:${source.port}/change`, { method: 'POST' })
  const firstRun = await lastRun(database)
  const second = await measured(run('collect', 'run', '源'))
  const { rows } = await database.pool.query<{ counts: Record<string, number> }>(
    'select counts from collection_run order by id desc limit 1',
  )
  const secondCounts = rows[0]?.counts ?? {}
  const whole = await measured(run('collect', 'run', '源', '--full'))
  const undoSecond = await measured(run('collect', 'undo', String(Number(firstRun) + 1)))
  const isSecondUndone = (await fingerprint(database)) === afterFirst
  const undoFirst = await measured(run('collect', 'undo', firstRun))
  const isFirstUndone = (await fingerprint(database)) === empty
  return { start, added, first, second, secondCounts, whole, undoSecond, undoFirst, isSecondUndone, isFirstUndone }
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
    const isEqual = (await fingerprint(database, false)) === expected
    return { killed, isEqual, added, runs: await countOf(database, 'collection_run') }
  })
}

try {
  const chaos = kills > 0 ? await killedRuns() : null
  const figures = ({ sec, cpuSec, peakMb }: Spent) => ({ sec, cpuSec, peakMb })
  const secondShare = (large.second.sec - large.start.sec) / (large.first.sec - large.start.sec)
  report('collection', {
    titles,
    start: figures(large.start),
    first: { ...figures(large.first), perSec: Math.round(titles / large.first.sec) },
    second: { ...figures(large.second), counts: large.secondCounts },
    whole: figures(large.whole),
    undo: { second: figures(large.undoSecond), first: figures(large.undoFirst) },
    kills: chaos,
  })
  check({
    [`exactly ${titles} titles`]: large.added === titles,
    [`the first run takes at most ${goals.minutes} minutes`]: large.first.sec <= goals.minutes * 60,
    [`and at most ${goals.megabytes} MB`]: large.first.peakMb <= goals.megabytes,
    'a second run with 1 % changed costs at most 1/20, but for the start': secondShare <= goals.share,
    'it changes exactly those': large.secondCounts['changed'] === Math.ceil(titles / 100),
    'undo returns equal rows': large.isSecondUndone && large.isFirstUndone,
    ...(chaos === null
      ? {}
      : { [`${chaos.killed} kills of three runs at once: equal rows`]: chaos.isEqual && chaos.added === fewer }),
  })
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
