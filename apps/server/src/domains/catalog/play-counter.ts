import type { Clock } from '../../platform/process/clock.ts'
import type { Play, PlaysStore } from './plays-store.ts'

/** Buffers plays in memory and writes them in batches, to bound the number of writes. */
export interface PlayCounter {
  /** False if a play of this title by this visitor is buffered already. */
  add(play: Play): boolean
  /** Writes the buffered plays. After a failure they stay buffered until the next call. */
  flush(): Promise<void>
}

export function createPlayCounter(options: {
  store: Pick<PlaysStore, 'count'>
  clock: Clock
  onCounted: (titleIds: number[]) => void
}): PlayCounter {
  let pending = new Map<string, Play>()
  return {
    add(play) {
      const key = `${play.titleId} ${play.visitor}`
      if (pending.has(key)) return false
      pending.set(key, play)
      return true
    },
    async flush() {
      const batch = pending
      if (batch.size === 0) return
      pending = new Map()
      try {
        const counted = await options.store.count([...batch.values()], options.clock.nowMs())
        if (counted.length > 0) options.onCounted(counted)
      } catch (err) {
        pending = new Map([...batch, ...pending])
        throw err
      }
    },
  }
}
