import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import type { BookChannel } from '../channel-book.ts'
import type { RecordedStreams } from '../live-needs.ts'
import type { Schedules } from './schedules.ts'

/** Where what the lines of channels have of their own begins, Unix milliseconds; channels that have nothing are left out. */
export type Beginnings = (channels: readonly BookChannel[], nowMs: number) => Promise<Map<number, number>>

/** A beginning moves with what is removed, and comes once. */
const readEveryMs = 30_000

export function createBeginnings({
  recorded,
  schedules,
}: {
  recorded: Pick<RecordedStreams, 'beginnings'>
  schedules: Pick<Schedules, 'beginsAt'>
}): Beginnings {
  const recordings = createSharedRead(() => recorded.beginnings(), { maxAgeMs: readEveryMs })
  return async (channels, nowMs) => {
    const found = new Map<number, number>()
    // What keeps nothing need not be asked.
    const keeping = channels.filter(({ replayDays }) => replayDays > 0)
    if (keeping.length === 0) return found
    const recordedMs = await recordings.get(nowMs)
    for (const { id, streams } of keeping) {
      const began = await Promise.all(
        streams.map(async (stream) =>
          stream.kind === 'linear' ? schedules.beginsAt(stream.id) : recordedMs.get(stream.id),
        ),
      )
      const firstMs = Math.min(...began.map((ms) => ms ?? Infinity))
      if (firstMs < Infinity) found.set(id, firstMs)
    }
    return found
  }
}
