import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import type { DomainModule } from './platform/domain-module.ts'
import { startModules, startSchedules, warmUpModules } from './platform/domain-modules.ts'
import { openPlatform } from './platform/open-platform.ts'
import { acquireStationLock } from './platform/database/station-lock.ts'
import { closeApp, createShutdown, type Shutdown } from './platform/process/shutdown.ts'
import { withLongStatements } from './platform/database/long-statements.ts'
import { listenBacklog } from './platform/http/timeouts.ts'
import { errorCode } from './platform/process/error-code.ts'
import { createLogger, withoutSecrets, type Logger } from './platform/process/logger.ts'
import { StartRefusal } from './platform/process/start-refusal.ts'
import { keepRecorder } from './keep-recorder.ts'
import { createStation } from './station.ts'

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

/** Starts the station. Goes no further where the end has come meanwhile. */
async function start(endings: Shutdown): Promise<void> {
  const config = readConfig(process.env, root)
  const [serves, works, records] = (['web', 'worker', 'recorder'] as const).map((role) => {
    return config.role === 'all' || config.role === role
  })
  const log = createLogger({ level: config.logLevel })
  const platform = await openPlatform({ config, log, print })
  endings.add(() => platform.close())
  if (endings.hasStarted) return
  // Instances that share a database of the operator's own are meant to be several.
  if (config.databaseUrl === undefined) endings.add(await acquireStationLock(platform.pool, config.dataDir))
  const station = createStation(platform)
  endings.add(station.close)
  // Before all else that takes its time: while nobody records, viewers wait for the next segment.
  const recorder = records ? keepRecorder(station, platform) : undefined
  endings.add(async () => recorder?.stop())
  endings.add(startSchedules(station.modules, platform))
  await withLongStatements(() => startModules(station.modules))
  const webBuildDir = join(root, 'apps/web/build')
  const app = await buildApp(platform, station, existsSync(webBuildDir) ? { webBuildDir } : {})
  endings.add(async () => {
    await Promise.all([closeApp(app, patienceMs), platform.jobs.stop(patienceMs), recorder?.stop()])
  })
  if (works && !endings.hasStarted) await platform.jobs.start()
  if (endings.hasStarted) return
  try {
    const address = new URL(await app.listen({ port: config.port, host: config.host, backlog: listenBacklog }))
    print(`云幕已开播：http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${address.port}`)
    const films = await station.demo.pendingFilmCount()
    if (films > 0) print(`正在后台制作 ${films} 部演示短片，做好一部上线一部。`)
    if (config.smtp === undefined) print('没有设置 SMTP_URL：注册验证码不会寄出，用 npm run yunmu -- outbox 查看。')
    if (serves) warmUp(app, station.modules, log)
  } catch (err) {
    if (errorCode(err) !== 'EADDRINUSE') throw err
    throw new StartRefusal(`端口 ${config.port} 已被别的程序占用。请停掉它，或用 PORT 另选一个端口。`, { cause: err })
  }
}

/** Does what the first visitors would wait for, in the background. */
function warmUp(app: FastifyInstance, modules: readonly DomainModule[], log: Logger): void {
  // The first page takes a second, in which the pages are read and compiled.
  app.inject('/').catch((err: unknown) => log.warn({ err }, 'the first page could not be made yet'))
  warmUpModules(modules, log)
}

const endings = createShutdown({ limitMs: endLimitMs, onError: complain })
const started = start(endings)

const end = async (code: 0 | 1): Promise<void> => {
  const well = await endings.run(started)
  process.exit(well ? code : 1)
}
const fail = (err: unknown): void => {
  // What else breaks while everything ends is of the same cause.
  if (!endings.hasStarted) complain(err)
  void end(1)
}

let firstSignalMs: number | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const nowMs = performance.now()
    firstSignalMs ??= nowMs
    if (nowMs - firstSignalMs > sameSignalMs) process.exit(1)
    void end(0)
  })
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
started.catch(fail)
