import { buildApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { startSchedules } from '../../apps/server/src/platform/domain-modules.ts'
import { openPlatform } from '../../apps/server/src/platform/open-platform.ts'
import { createLogger } from '../../apps/server/src/platform/process/logger.ts'
import { createStation } from '../../apps/server/src/station.ts'

/**
 * The server of a station without its pages, which start faster, to be killed. Settings are in the environment; prints a
 * line when it takes calls and runs jobs. Waits long for the database, which has just lost the connections of the last one.
 */
const config = readConfig(process.env, '/')
const log = createLogger({ level: config.logLevel })
const platform = await openPlatform({ config, log, print: () => undefined, longStatements: true })
const station = createStation(platform)
startSchedules(station.modules, platform, { runsJobs: true })
const app = await buildApp(platform, station, { lagMs: () => 0 })
await app.listen({ port: config.port, host: '127.0.0.1' })
await platform.jobs.start()
process.stdout.write('ready\n')
