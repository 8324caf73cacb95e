import { indexSearch } from '@yunmu/contract'
import { addressOf, queryOf, signPath } from '@yunmu/contract/wire'
import { detailsUrl, homeUrl } from '@yunmu/urls'
import { sql } from 'kysely'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PageLoad, PageLoadResult } from './lib/page-load.ts'
import { childrenOf, cpuMsOf, mainThreadCpuMsOf, parentOf } from './lib/process-cpu.ts'
import { report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seededRandom } from './lib/seeded-random.ts'
import { inventName, inventTexts } from './lib/title-names.ts'
import { seedTitles } from './seed.ts'

/**
 * What a second web worker brings: pages a second with `WORKERS=1` and with `WORKERS=2`, CPU time of a search, and memory.
 * The load's own CPU time, and that of whatever else the machine does, is left out by counting CPU time: a page costs the
 * main thread of the process that serves it so many milliseconds, and a process is full when that thread fills a core. Where
 * there are not enough cores for these threads, the database and the helper threads (compression, garbage collection), the
 * cores are full before: the second figure. Needs a web build. Linux only.
 *
 *     node bench/workers.ts [titles]
 *
 * Exits with 1 if two workers serve less than 1.7 times the pages of one, cached ones or not.
 */
const titleCount = Number(process.argv[2] ?? 100_000)
const minRatio = 1.7
const coldPages = 1500
const cachedPages = 15_000
const searches = 1500
/** For each worker, until its code is compiled. */
const warmUpPages = 500
const warmUpCached = 4000
/** For each worker, so that each has as much to do at once. */
const connectionsPerWorker = 12
const main = join(import.meta.dirname, '../apps/server/src/main.ts')

const { platform, close } = await openScratchStation()
const random = seededRandom(11)
const { rows: backends } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(platform.db)
const databaseId = parentOf(backends[0]?.pid ?? 0) ?? 0

interface Running {
  base: string
  /** The processes that serve visitors. */
  serving: number[]
  /** All processes of the station but the database's. */
  all: number[]
  stop(): Promise<void>
}

async function startStation(workers: number): Promise<Running> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      YUNMU_DATA: platform.config.dataDir,
      DEMO: '0',
      PORT: '0',
      WORKERS: String(workers),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  const pid = child.pid ?? 0
  const find = (): string | undefined => /http:\/\/[\d.]+:\d+/.exec(text)?.[0]
  while (find() === undefined && child.exitCode === null) await delay(50)
  const base = find()
  if (base === undefined) throw new Error('the station ended')
  const isReady = async (): Promise<boolean> =>
    (await fetch(`${base}/readyz`, { headers: { connection: 'close' } })).status === 200
  /** The kernel spreads connections over the workers at random: so many in a row reach each of them. */
  for (let inARow = 0; inARow < 16 * workers;) inARow = (await isReady()) ? inARow + 1 : (await delay(100), 0)
  const isWorker = (each: number): boolean => readFileSync(`/proc/${each}/environ`, 'utf8').includes('NODE_UNIQUE_ID=')
  const forked = childrenOf(pid).filter(isWorker)
  return {
    base,
    serving: workers === 1 ? [pid] : forked,
    all: [pid, ...forked],
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function send(load: PageLoad): Promise<PageLoadResult> {
  const child = fork(join(import.meta.dirname, 'lib/page-load.ts'))
  child.send(load)
  const result = new Promise<PageLoadResult>((resolve) => child.once('message', resolve))
  const finished = await result
  child.kill()
  return finished
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** CPU milliseconds so far, by process. */
const cpuByProcess = (pids: readonly number[]): Map<number, number> =>
  new Map(pids.flatMap((pid): [number, number][] => (isAlive(pid) ? [[pid, cpuMsOf(pid)]] : [])))

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/task/${pid}`)

/** What processes used since, without those that have ended: the database ends some of its own. */
const usedSince = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  sum([...after].map(([pid, cpuMs]) => cpuMs - (before.get(pid) ?? 0)))

function cpuOf({ serving, all }: Running) {
  return {
    serving: sum(serving.map(mainThreadCpuMsOf)),
    main: cpuByProcess(all.slice(0, 1)),
    all: cpuByProcess(all),
    database: cpuByProcess([databaseId, ...childrenOf(databaseId)]),
  }
}

/** What a page or search costs, and how many a second the station can serve. */
async function measure(running: Running, urls: readonly string[]) {
  const connections = connectionsPerWorker * running.serving.length
  const before = cpuOf(running)
  const { pages, otherReplies, wallMs, cpuMs } = await send({ urls, connections })
  const after = cpuOf(running)
  const perPage = (part: 'main' | 'all' | 'database'): number => usedSince(before[part], after[part]) / pages
  const servingMs = (after.serving - before.serving) / pages
  const wholeMs = perPage('all') + perPage('database')
  const cores = availableParallelism()
  return {
    pages,
    otherReplies,
    servingMs: round(servingMs, 3),
    stationMs: round(perPage('all'), 3),
    mainProcessMs: round(perPage('main'), 3),
    databaseMs: round(perPage('database'), 3),
    /** As it was, the load included. */
    measuredPerSec: round((1000 * pages) / wallMs, 0),
    loadCpuMs: round(cpuMs / pages, 3),
    capacityPerSec: round((1000 * running.serving.length) / servingMs, 0),
    capacityOfCoresPerSec: round((1000 * cores) / wholeMs, 0),
  }
}

/** Megabytes that the station's processes hold, shared ones counted once (proportional set size). */
const memoryMb = ({ all }: Running): { all: number; main: number } => {
  const [main = 0, ...workers] = all.map((pid) => {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
  })
  return { all: round(main + sum(workers), 0), main: round(main, 0) }
}

function searchUrl(): string {
  const { path, rest } = addressOf(indexSearch, {
    kind: 'all',
    q: inventName(random),
    order: '相关',
    page: 1,
    size: 24,
  })
  const _vv = signPath(platform.secrets.siteKey, path, Date.now() / 1000)
  return `${path}?${queryOf({ ...rest, lang: 's', _vv })}`
}

async function measureWith(workers: number, titles: readonly { id: number; pidId: number; name: string }[]) {
  const running = await startStation(workers)
  try {
    const { base } = running
    const connections = connectionsPerWorker * workers
    const idleMb = memoryMb(running)
    const repeat = (url: string, count: number): string[] => Array.from({ length: count }, () => base + url)
    const pages = titles.map((title) => base + detailsUrl(title))
    const warmUp = pages.splice(0, warmUpPages * workers)
    await send({ urls: warmUp, connections })
    const cold = await measure(running, pages.slice(0, coldPages))
    await send({ urls: repeat(homeUrl, warmUpCached * workers), connections })
    return {
      memoryMb: idleMb,
      cold,
      cached: await measure(running, repeat(homeUrl, cachedPages)),
      search: await measure(
        running,
        Array.from({ length: searches }, () => base + searchUrl()),
      ),
      memoryAfterMb: memoryMb(running),
    }
  } finally {
    await running.stop()
  }
}

try {
  await seedTitles(platform.db, titleCount, 1, inventTexts)
  await sql`vacuum analyze title, title_listing`.execute(platform.db)
  const ids = Array.from({ length: 3 * (coldPages + warmUpPages) }, () => 1 + Math.floor(random() * titleCount))
  const { rows } = await sql<{ id: number; pidId: number; name: string }>`
    select id, pid_id as "pidId", name from title where id = any(${ids}::int[])`.execute(platform.db)
  const part = coldPages + warmUpPages
  const one = await measureWith(1, rows.slice(0, part))
  const two = await measureWith(2, rows.slice(part))
  const ratioOf = (kind: 'cold' | 'cached'): number => round(two[kind].capacityPerSec / one[kind].capacityPerSec)
  const isEnough = ratioOf('cold') >= minRatio && ratioOf('cached') >= minRatio
  report('workers', {
    titles: titleCount,
    one,
    two,
    ratioCold: ratioOf('cold'),
    ratioCached: ratioOf('cached'),
    /** What a search costs more because the index is in another process. */
    searchInMainUs: round(1000 * (two.search.stationMs - one.search.stationMs), 0),
    result: `${isEnough ? 'PASS' : 'FAIL'}: two workers serve ${minRatio} times the pages of one`,
  })
  process.exitCode = isEnough ? 0 : 1
} finally {
  await close()
}
