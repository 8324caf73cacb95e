import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import type { RecordedStreams } from '../live-needs.ts'
import type { Schedules } from './schedules.ts'

/** Start of the recordings or schedules of channels, Unix milliseconds, by channel id. Channels without any are omitted. */
export type ArchiveStarts = (channels: readonly LineupChannel[], nowMs: number) => Promise<Map<number, number>>

/** Starts move slowly, when old recordings are deleted. */
const maxAgeMs = 30_000

export function createArchiveStarts({
  recorded,
  schedules,
}: {
  recorded: Pick<RecordedStreams, 'archiveStarts'>
  schedules: Pick<Schedules, 'firstStartMs'>
}): ArchiveStarts {
  const recordings = createSharedRead(() => recorded.archiveStarts(), { maxAgeMs })
  return async (channels, nowMs) => {
    const found = new Map<number, number>()
    // Avoids the query if no channel has replay.
    const withReplay = channels.filter(({ replayDays }) => replayDays > 0)
    if (withReplay.length === 0) return found
    const recordedMs = await recordings.get(nowMs)
    for (const { id, streams } of withReplay) {
      const starts = await Promise.all(
        streams.map(async (stream) =>
          stream.kind === 'linear' ? schedules.firstStartMs(stream.id) : recordedMs.get(stream.id),
        ),
      )
      const firstMs = Math.min(...starts.map((ms) => ms ?? Infinity))
      if (firstMs < Infinity) found.set(id, firstMs)
    }
    return found
  }
}
