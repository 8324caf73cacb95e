import type { FastifyInstance } from 'fastify'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig, startHints, type StationPlatform } from './config.ts'
import { filmsLine } from './domains/demo/index.ts'
import { startModules, startSchedules, warmUpTasks } from './platform/domain-modules.ts'
import { createWarmUp } from './platform/operations/warm-up.ts'
import { openPlatform } from './platform/open-platform.ts'
import { acquireStationLock } from './platform/database/station-lock.ts'
import { closeApp, createShutdown, type Shutdown } from './platform/process/shutdown.ts'
import { withLongStatements } from './platform/database/long-statements.ts'
import { localAddress } from './platform/http/local-address.ts'
import { addUpWorkerPoints } from './platform/http/station-counts.ts'
import { addUpWorkerConnections } from './platform/realtime/connection-counts.ts'
import { listenBacklog } from './platform/http/timeouts.ts'
import { errorCode } from './platform/process/error-code.ts'
import { createLogger, withoutSecrets } from './platform/process/logger.ts'
import { StartRefusal } from './platform/process/start-refusal.ts'
import { superviseRecorder } from './supervise-recorder.ts'
import { startWebWorkers, workerListens, workersListenThemselves } from './platform/process/web-workers.ts'
import { createStation, type Station } from './station.ts'

const root = join(import.meta.dirname, '../../..')
const endLimitMs = 5000
const patienceMs = 2000
/** One Ctrl-C may arrive twice, from the terminal and from npm: a signal that follows within this time is the same. */
const sameSignalMs = 500

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Prints the operator's message for an error, once. */
const reportFailure = (err: unknown): void => {
  const text =
    err instanceof StartRefusal ? err.message : err instanceof Error ? (err.stack ?? err.message) : String(err)
  process.stderr.write(`${withoutSecrets(text)}\n`)
}

/** Starts the station, or one of its web workers. Stops early if a shutdown was requested meanwhile. */
async function start(shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env, root)
  const [serves, works, records] = (['web', 'worker', 'recorder'] as const).map((role) => {
    return config.role === 'all' || config.role === role
  })
  const log = createLogger({ level: config.logLevel })
  // A replaced worker starts even if the disk is full by now.
  const platform = await openPlatform({ config, log, print, ignoreFullDisk: cluster.isWorker })
  shutdown.add(() => platform.close())
  if (shutdown.hasStarted) return
  // Several instances may share an external database.
  if (config.databaseUrl === undefined && cluster.isPrimary)
    shutdown.add(await acquireStationLock(platform.pool, config.dataDir))
  const station = createStation(platform)
  shutdown.add(station.close)
  // First, because viewers wait for the next segment while nothing is recorded.
  const recorder = records ? superviseRecorder(station, platform) : undefined
  shutdown.add(async () => recorder?.stop())
  shutdown.add(startSchedules(station.modules, platform, { runsJobs: works === true }))
  if (cluster.isPrimary) await withLongStatements(() => startModules(station.modules))
  const usesWorkers = cluster.isPrimary && serves && config.workers > 1
  const listen = usesWorkers ? listenInWorkers : listenHere
  await listen({ platform, station, shutdown })
  shutdown.add(async () => {
    await Promise.all([platform.jobs.stop(patienceMs), recorder?.stop()])
  })
  station.demo.onFilmMade((report) => {
    const line = filmsLine(report)
    if (line !== null) print(line)
  })
  if (works && !shutdown.hasStarted) await platform.jobs.start()
  if (cluster.isWorker || shutdown.hasStarted) return
  const films = await station.demo.pendingFilms()
  if (films > 0) print(`首页头条的片子已经能看；另外 ${films} 部演示短片正在后台制作，做好一部上线一部，进度写在下面。`)
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
    const sharesPort = cluster.isWorker && workersListenThemselves
    const where = { port: config.port, host: config.host, backlog: listenBacklog, reusePort: sharesPort }
    await app.listen(where)
    const [address] = app.addresses()
    if (cluster.isPrimary) printAddress(config.host, typeof address === 'object' ? address.port : config.port)
    platform.channel.notify(workerListens, {})
  } catch (err) {
    throw portRefusal(err, config.port)
  }
  if (!servesVisitors) return
  warmUp.start([{ name: 'pages', run: () => renderFirstPage(app) }, ...warmUpTasks(station.modules)])
}

/** Serves visitors from several processes that share the port. */
async function listenInWorkers({ platform, shutdown }: Started): Promise<void> {
  const { config, log, channel } = platform
  const port = await findFreePort(config)
  addUpWorkerPoints(channel)
  addUpWorkerConnections(channel)
  const workers = startWebWorkers({ program: import.meta.filename, count: config.workers, port, channel, log })
  shutdown.add(() => workers.stop(endLimitMs - patienceMs))
  await workers.listening
  printAddress(config.host, port)
}

function printAddress(host: string, port: number): void {
  print(`云幕已开播：${localAddress(host, port)}`)
}

/**
 * The port for the workers; a free one for 0. Refuses a port in use: workers share their port, so they would also share
 * it with another station. Workers whose main process was killed end within `endLimitMs`: until then their port is
 * waited for, so that the station can be started again at once.
 */
async function findFreePort({ port, host }: { port: number; host: string }): Promise<number> {
  const server = createServer()
  for (const fromMs = performance.now(); !server.listening;) {
    try {
      server.listen(port, host)
      await once(server, 'listening')
    } catch (err) {
      if (errorCode(err) !== 'EADDRINUSE' || performance.now() - fromMs > endLimitMs) throw portRefusal(err, port)
      await delay(100)
    }
  }
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : port
}

const portRefusal = (err: unknown, port: number): unknown =>
  errorCode(err) === 'EADDRINUSE'
    ? new StartRefusal(`端口 ${port} 已被别的程序占用。请停掉它，或用 PORT 另选一个端口。`, { cause: err })
    : err

/** The first page takes a second, in which modules are loaded and compiled. */
async function renderFirstPage(app: FastifyInstance): Promise<void> {
  const { statusCode } = await app.inject('/')
  if (statusCode >= 500) throw new Error(`the first page was answered with status ${statusCode}`)
}

const shutdown = createShutdown({ limitMs: endLimitMs, onError: reportFailure })
const started = start(shutdown)

const end = async (code: 0 | 1): Promise<void> => {
  const well = await shutdown.run(started)
  process.exit(well ? code : 1)
}
const fail = (err: unknown): void => {
  // Further errors during shutdown have the same cause.
  if (!shutdown.hasStarted) reportFailure(err)
  void end(1)
}

let firstSignalMs: number | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A terminal signals all processes; workers are stopped by the main process.
    if (cluster.isWorker && signal !== 'SIGTERM') return
    const nowMs = performance.now()
    firstSignalMs ??= nowMs
    if (nowMs - firstSignalMs > sameSignalMs) process.exit(1)
    void end(0)
  })
}
// The main process was killed; its successor starts its own workers. Without the first line the cluster module would exit
// here: in the middle of replies, and with the port open for as long as an exit takes, which is seconds while the compile
// cache is written for the first time. Requests in that time would wait for an answer that never comes.
const { worker } = cluster
if (worker)
  process.prependListener('disconnect', () => {
    worker.exitedAfterDisconnect = true
    void end(0)
  })
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
started.catch(fail)
