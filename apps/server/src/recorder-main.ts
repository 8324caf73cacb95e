import { join } from 'node:path'
import { readConfig } from './config.ts'
import { createLineupReader } from './domains/live/channel-lineup.ts'
import { createChannelStore } from './domains/live/channel-store.ts'
import type { LiveTables } from './domains/live/live-tables.ts'
import { openPlatform } from './platform/open-platform.ts'
import { createLogger } from './platform/process/logger.ts'
import { recorderOf, recordingNeedsOf } from './station-recorder.ts'

/** The process that records. Started by the station, which it follows to its end. */
const root = join(import.meta.dirname, '../../..')

// The station was killed, maybe before we came to listen. What runs is left to the recorder of the next one.
process.on('disconnect', () => process.exit(0))
if (process.send !== undefined && !process.connected) process.exit(0)

const config = readConfig(process.env, root)
const log = createLogger({ level: config.logLevel })
// On a full disk as well: it removes the oldest recordings.
const platform = await openPlatform({ config, log, print: (line) => log.info(line), ignoreFullDisk: true })
// Of the station only what says what to record: while this comes up, viewers wait for the next segment.
const channels = createChannelStore(platform.db.withTables<LiveTables>())
const lines = { lineup: createLineupReader(channels, platform.events), sources: channels.sources }
const work = recorderOf(platform).recordingService(recordingNeedsOf(platform, lines))

const end = async (): Promise<void> => {
  await work.stop(true)
  await platform.close()
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
