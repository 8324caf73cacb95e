import type { Admission, WorkVisitor } from './admission.ts'

export interface SharedRun<Result> {
  visitor: WorkVisitor
  /** Names everything that the result depends on. */
  key: string
  work: () => Promise<Result>
}

/**
 * Runs work that is the same for several visitors once. Each of them has a place of their own in the queue, so that one
 * who leaves takes nobody else's place away; the work runs when the first of them gets a slot, and answers all.
 */
export interface SharedWork<Result> {
  /** @throws RefusalError `Overloaded`, see `Admission` */
  run(shared: SharedRun<Result>): Promise<Result>
}

interface KeyState<Result> {
  /** Absent while all wait for a slot. */
  running?: Promise<Result>
  /** Aborted when the work has begun: whoever waits joins it. */
  begun: AbortController
  requests: number
}

/** A promise that is not awaited on the way. */
interface Begun<Result> {
  result: Promise<Result>
}

export function createSharedWork<Result>(admission: Admission): SharedWork<Result> {
  const states = new Map<string, KeyState<Result>>()

  const runningOf = (state: KeyState<Result>): Promise<Result> | undefined => state.running

  const begin = async (key: string, state: KeyState<Result>, work: () => Promise<Result>): Promise<Begun<Result>> => {
    // Two requests may have been given a slot in the same moment. The second frees its slot at once.
    if (state.running) return { result: state.running }
    const result = work()
    state.running = result
    state.begun.abort()
    await result.catch(() => undefined)
    states.delete(key)
    return { result }
  }

  return {
    async run({ visitor, key, work }) {
      const state = states.get(key) ?? { begun: new AbortController(), requests: 0 }
      const running = runningOf(state)
      if (running) return running
      states.set(key, state)
      state.requests++
      try {
        const left = AbortSignal.any([visitor.left, state.begun.signal])
        const { result } = await admission.run({ ...visitor, left }, () => begin(key, state, work))
        return await result
      } catch (err) {
        const running = runningOf(state)
        if (running) return await running
        throw err
      } finally {
        if (--state.requests === 0 && !runningOf(state)) states.delete(key)
      }
    },
  }
}
