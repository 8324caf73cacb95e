import type { Live } from './domains/live/index.ts'
import { retentionSec } from './domains/live/playlists/playlist-names.ts'
import { awaitsEncoder, type RecordedStream } from './domains/recorder/index.ts'

/** The parts of television that determine the lines. */
type Lines = Pick<Live, 'lineup' | 'sources'>

/** The recorded lines of channels, with their sources. */
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
    // An encoder can connect only while a process waits for it, so a line that has only encoders always runs.
    const isReady = from.length > 0 && from.every(({ address }) => awaitsEncoder(address))
    return { ...line, onDemand: line.onDemand && !isReady, sources: from }
  })
}
