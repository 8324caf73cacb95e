import { join } from 'node:path'
import { readConfig } from './config.ts'
import { openGround } from './open-ground.ts'
import { createLogger } from './platform/logger.ts'
import { createStation } from './station.ts'
import { recordingNeedsOf } from './station-recorder.ts'

/** The process that records. Started by the station, which it follows to its end. */
const root = join(import.meta.dirname, '../../..')

// The station was killed, maybe before we came to listen. What runs is left to the recorder of the next one.
process.on('disconnect', () => process.exit(0))
if (process.send !== undefined && !process.connected) process.exit(0)

const config = readConfig(process.env, root)
const log = createLogger({ level: config.logLevel })
const ground = await openGround({ config, log, say: (line) => log.info(line) })
const station = createStation(ground)
const work = station.recorder.work(recordingNeedsOf(ground, station.live))

const end = async (): Promise<void> => {
  await work.stop(true)
  await ground.close()
  process.exit(0)
}
const fail = (err: unknown): void => {
  log.fatal({ err }, 'the recorder cannot go on')
  process.exit(1)
}
process.on('SIGTERM', () => void end().catch(fail))
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
await work.run()
