import type { FastifyInstance } from 'fastify'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { readConfig, startHints, type StationPlatform } from './config.ts'
import { startModules, startSchedules, warmUpTasks } from './platform/domain-modules.ts'
import { createWarmUp } from './platform/operations/warm-up.ts'
import { openPlatform } from './platform/open-platform.ts'
import { acquireStationLock } from './platform/database/station-lock.ts'
import { closeApp, createShutdown, type Shutdown } from './platform/process/shutdown.ts'
import { withLongStatements } from './platform/database/long-statements.ts'
import { localAddress } from './platform/http/local-address.ts'
import { listenBacklog } from './platform/http/timeouts.ts'
import { errorCode } from './platform/process/error-code.ts'
import { createLogger, withoutSecrets } from './platform/process/logger.ts'
import { StartRefusal } from './platform/process/start-refusal.ts'
import { keepRecorder } from './keep-recorder.ts'
import { startWebWorkers } from './platform/process/web-workers.ts'
import { createStation, type Station } from './station.ts'

const root = join(import.meta.dirname, '../../..')
const endLimitMs = 5000
const patienceMs = 2000
/** One Ctrl-C may come twice, from the terminal and from npm: what follows this soon is the same. */
const sameSignalMs = 500

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** What went wrong, once, as the operator reads it. */
const complain = (err: unknown): void => {
  const text =
    err instanceof StartRefusal ? err.message : err instanceof Error ? (err.stack ?? err.message) : String(err)
  process.stderr.write(`${withoutSecrets(text)}\n`)
}

/** Starts the station, or one of its web workers. Goes no further where the end has come meanwhile. */
async function start(shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env, root)
  const [serves, works, records] = (['web', 'worker', 'recorder'] as const).map((role) => {
    return config.role === 'all' || config.role === role
  })
  const log = createLogger({ level: config.logLevel })
  // A worker that follows one that ended serves on, whatever became of the disk meanwhile.
  const platform = await openPlatform({ config, log, print, ignoreFullDisk: cluster.isWorker })
  shutdown.add(() => platform.close())
  if (shutdown.hasStarted) return
  // Instances that share a database of the operator's own are meant to be several.
  if (config.databaseUrl === undefined && cluster.isPrimary)
    shutdown.add(await acquireStationLock(platform.pool, config.dataDir))
  const station = createStation(platform)
  shutdown.add(station.close)
  // Before all else that takes its time: while nobody records, viewers wait for the next segment.
  const recorder = records ? keepRecorder(station, platform) : undefined
  shutdown.add(async () => recorder?.stop())
  shutdown.add(startSchedules(station.modules, platform))
  if (cluster.isPrimary) await withLongStatements(() => startModules(station.modules))
  const usesWorkers = cluster.isPrimary && serves && config.workers > 1
  const listen = usesWorkers ? listenInWorkers : listenHere
  await listen({ platform, station, shutdown })
  shutdown.add(async () => {
    await Promise.all([platform.jobs.stop(patienceMs), recorder?.stop()])
  })
  if (works && !shutdown.hasStarted) await platform.jobs.start()
  if (cluster.isWorker || shutdown.hasStarted) return
  const films = await station.demo.pendingFilmCount()
  if (films > 0) print(`正在后台制作 ${films} 部演示短片，做好一部上线一部。`)
  for (const hint of startHints(config)) print(hint)
}

interface Started {
  platform: StationPlatform
  station: Station
  shutdown: Shutdown
}

/** Serves visitors from this process. */
async function listenHere({ platform, station, shutdown }: Started): Promise<void> {
  const { config, log } = platform
  const webBuildDir = join(root, 'apps/web/build')
  const servesVisitors = config.role === 'all' || config.role === 'web'
  const warmUp = createWarmUp(log)
  shutdown.add(async () => warmUp.stop())
  const app = await buildApp(platform, station, {
    ...(existsSync(webBuildDir) ? { webBuildDir } : {}),
    ...(servesVisitors ? { isWarm: warmUp.isDone } : {}),
  })
  shutdown.add(() => closeApp(app, patienceMs))
  if (shutdown.hasStarted) return
  try {
    await app.listen({ port: config.port, host: config.host, backlog: listenBacklog })
    const [address] = app.addresses()
    if (cluster.isPrimary) printAddress(config.host, typeof address === 'object' ? address.port : config.port)
  } catch (err) {
    throw portRefusal(err, config.port)
  }
  if (!servesVisitors) return
  warmUp.start([{ name: 'pages', run: () => renderFirstPage(app) }, ...warmUpTasks(station.modules)])
}

/** Serves visitors from several processes that share the port. */
async function listenInWorkers({ platform, shutdown }: Started): Promise<void> {
  const { config, log, metrics } = platform
  await requireFreePort(config)
  metrics.serveWorkers()
  const workers = startWebWorkers({ program: import.meta.filename, count: config.workers, log })
  shutdown.add(() => workers.stop(endLimitMs - patienceMs))
  printAddress(config.host, (await workers.listening).port)
}

function printAddress(host: string, port: number): void {
  print(`云幕已开播：${localAddress(host, port)}`)
}

/** A worker would meet a port that is taken, and could not say so in the operator's words. */
async function requireFreePort({ port, host }: { port: number; host: string }): Promise<void> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (err) {
    throw portRefusal(err, port)
  }
  server.close()
  await once(server, 'close')
}

const portRefusal = (err: unknown, port: number): unknown =>
  errorCode(err) === 'EADDRINUSE'
    ? new StartRefusal(`端口 ${port} 已被别的程序占用。请停掉它，或用 PORT 另选一个端口。`, { cause: err })
    : err

/** The first page takes a second, in which the pages are read and compiled. */
async function renderFirstPage(app: FastifyInstance): Promise<void> {
  const { statusCode } = await app.inject('/')
  if (statusCode >= 500) throw new Error(`the first page was answered ${statusCode}`)
}

const shutdown = createShutdown({ limitMs: endLimitMs, onError: complain })
const started = start(shutdown)

const end = async (code: 0 | 1): Promise<void> => {
  const well = await shutdown.run(started)
  process.exit(well ? code : 1)
}
const fail = (err: unknown): void => {
  // What else breaks while everything ends is of the same cause.
  if (!shutdown.hasStarted) complain(err)
  void end(1)
}

let firstSignalMs: number | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A terminal sends its signals to all processes; workers are ended by the main one.
    if (cluster.isWorker && signal !== 'SIGTERM') return
    const nowMs = performance.now()
    firstSignalMs ??= nowMs
    if (nowMs - firstSignalMs > sameSignalMs) process.exit(1)
    void end(0)
  })
}
// The main process was killed: the next one starts workers of its own.
if (cluster.isWorker) process.on('disconnect', () => void end(0))
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
started.catch(fail)
