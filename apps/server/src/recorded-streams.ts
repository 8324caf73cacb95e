import type { Live } from './domains/live/index.ts'
import { isShowingMatch, recordedPad, retentionSec } from './domains/live/playlists/playlist-names.ts'
import type { KeptSpan } from './domains/matches/index.ts'
import { awaitsEncoder, type RecordedStream } from './domains/recorder/index.ts'

/** The parts of television that determine the lines. */
type Lines = Pick<Live, 'lineup' | 'sources'>

/**
 * The recorded lines of channels, with their sources. While a match is shown, the first line of its channel is recorded
 * whether or not somebody watches. A channel that only a match shows has no sources at other times, and is left out if
 * nothing of it is kept. Hidden channels and disabled lines have no sources: what was recorded of them stays.
 * @param keptSpans what is kept of channels for recordings of matches
 */
export async function recordedStreams(
  live: Lines,
  keptSpans: () => Promise<readonly KeptSpan[]>,
  nowMs: number,
): Promise<RecordedStream[]> {
  const { playable, hidden } = await live.lineup()
  const keptOf = Map.groupBy(await keptSpans(), ({ channelId }) => channelId)
  const lines = [...playable.values(), ...hidden].flatMap((channel) => {
    const spans = keptOf.get(channel.id) ?? []
    const kept = spans.map(({ fromMs, untilMs }) => ({
      fromMs: fromMs - recordedPad.beforeMs,
      untilMs: untilMs + recordedPad.afterMs,
    }))
    const showsMatch = isShowingMatch(spans, nowMs)
    const isOfMatch = channel.matchId !== null
    if (isOfMatch && spans.length === 0) return []
    return [...channel.streams, ...channel.disabledStreams]
      .filter(({ kind }) => kind === 'recorded')
      .map(({ id, onDemand, disabled }, at) => ({
        id,
        onDemand: onDemand && !(showsMatch && at === 0),
        isOfMatch,
        retentionHours: retentionSec(channel) / 3600,
        kept,
        isOpen: !channel.hidden && !disabled && (!isOfMatch || showsMatch),
      }))
  })
  if (lines.length === 0) return []
  const sources = await live.sources(lines.map(({ id }) => id))
  return lines.map(({ isOpen, ...line }) => {
    const from = isOpen ? (sources.get(line.id) ?? []) : []
    // An encoder can connect only while a process waits for it, so a line that has only encoders always runs.
    const isReady = from.length > 0 && from.every(({ address }) => awaitsEncoder(address))
    return { ...line, onDemand: line.onDemand && !isReady, sources: from }
  })
}
