import type { StationPlatform } from './config.ts'
import type { Live } from './domains/live/index.ts'
import { retentionSec } from './domains/live/playlists/playlist-names.ts'
import {
  awaitsEncoder,
  createRecorder,
  type RecordedStream,
  type Recorder,
  type RecorderTables,
  type RecordingNeeds,
} from './domains/recorder/index.ts'
import { createKeyedHash } from './platform/process/keyed-hash.ts'

/** Recordings, as every process of the station reads them. */
export function recorderOf({ config, db, events, clock, secrets }: StationPlatform): Recorder {
  return createRecorder(db.withTables<RecorderTables>(), {
    dataDir: config.dataDir,
    settings: config.recorder,
    events,
    clock,
    hash: createKeyedHash(secrets.mediaKey),
  })
}

/** What of television says which lines there are. */
type Lines = Pick<Live, 'lineup' | 'sources'>

/** What the one process needs that records. */
export function recordingNeedsOf(
  { config, events, clock, log, secrets, egress }: StationPlatform,
  lines: Lines,
): RecordingNeeds {
  return {
    dataDir: config.dataDir,
    settings: config.recorder,
    events,
    clock,
    log,
    egress,
    egressAllow: config.egressAllow,
    secret: secrets.mediaKey,
    hash: createKeyedHash(secrets.mediaKey),
    streams: () => recordedStreams(lines),
  }
}

/** The lines of channels that are recorded, with their sources. */
export async function recordedStreams(live: Lines): Promise<RecordedStream[]> {
  const { channels } = await live.lineup()
  const lines = channels.flatMap((channel) =>
    channel.streams
      .filter(({ kind }) => kind === 'recorded')
      .map(({ id, onDemand }) => ({ id, onDemand, retentionHours: retentionSec(channel) / 3600 })),
  )
  if (lines.length === 0) return []
  const sources = await live.sources(lines.map(({ id }) => id))
  return lines.map((line) => {
    const from = sources.get(line.id) ?? []
    // Where nobody stands ready no encoder can come, and nobody knows whether there is one.
    const isReady = from.length > 0 && from.every(({ address }) => awaitsEncoder(address))
    return { ...line, onDemand: line.onDemand && !isReady, sources: from }
  })
}
