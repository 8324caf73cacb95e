import { join } from 'node:path'
import { readConfig } from './config.ts'
import { createLineupReader } from './domains/live/channel-lineup.ts'
import { createChannelStore } from './domains/live/channel-store.ts'
import type { LiveTables } from './domains/live/live-tables.ts'
import type { MatchesTables } from './domains/matches/matches-tables.ts'
import { recordingsChanged } from './domains/matches/matches-events.ts'
import { createMatchRecordingStore } from './domains/matches/recordings/recording-store.ts'
import { createRecorder } from './domains/recorder/index.ts'
import { createSharedRead } from './platform/caching/shared-read.ts'
import { openPlatform } from './platform/open-platform.ts'
import { createLogger } from './platform/process/logger.ts'
import { recordedStreams } from './recorded-streams.ts'

/** Entry point of the recorder process, which the station starts and whose end it follows. */
/** How late the recorder knows of a match if an event is lost. */
const keptAgeMs = 30_000
const root = join(import.meta.dirname, '../../..')

// The station was killed, perhaps before this handler was installed. Running ffmpeg processes are left to the next
// recorder.
process.on('disconnect', () => process.exit(0))
if (process.send !== undefined && !process.connected) process.exit(0)

const config = readConfig(process.env, root)
const log = createLogger({ level: config.logLevel })
// Also starts on a full disk, because it deletes the oldest recordings.
const platform = await openPlatform({ config, log, print: (line) => log.info(line), ignoreFullDisk: true })
// Loads only the part of the station that determines what to record, because viewers wait for the next segment.
const channels = createChannelStore(platform.db.withTables<LiveTables>())
const lines = { lineup: createLineupReader(channels, platform.events), sources: channels.sources }
const { kept: readKept } = createMatchRecordingStore(platform.db.withTables<MatchesTables>())
const kept = createSharedRead(readKept, { maxAgeMs: keptAgeMs })
platform.events.on(recordingsChanged, () => kept.invalidate())
const work = createRecorder(platform, { settings: config.recorder }).recordingService(platform, {
  streams: () => recordedStreams(lines, () => kept.get(platform.clock.nowMs()), platform.clock.nowMs()),
})

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
