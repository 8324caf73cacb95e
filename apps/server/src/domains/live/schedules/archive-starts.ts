import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import type { RecordedStreams } from '../live-needs.ts'
import type { Schedules } from './schedules.ts'

/** Where what the lines of channels have of their own begins, Unix milliseconds; channels that have nothing are left out. */
export type ArchiveStarts = (channels: readonly LineupChannel[], nowMs: number) => Promise<Map<number, number>>

/** A beginning moves with what is removed, and comes once. */
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
    // What keeps nothing need not be asked.
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
