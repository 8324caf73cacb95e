import type { Admission, WorkVisitor } from './admission.ts'

export interface SharedRun<Result> {
  visitor: WorkVisitor
  /** Identifies everything that the result depends on. */
  key: string
  work: () => Promise<Result>
}

/**
 * Runs work once that is the same for several visitors. Each has its own place in the queue, so that one who leaves
 * does not affect the others; the work runs when the first of them gets a slot, and its result is sent to all.
 */
export interface SharedWork<Result> {
  /** @throws RefusalError `Overloaded`, see `Admission` */
  run(shared: SharedRun<Result>): Promise<Result>
}

interface KeyState<Result> {
  /** Absent while all wait for a slot. */
  running?: Promise<Result>
  /** Aborted when the work has started: waiting requests join it. */
  started: AbortController
  requests: number
}

/** Wraps a promise so that returning it does not await it. */
interface Started<Result> {
  result: Promise<Result>
}

const startedReason = new Error('the work has started')

export function createSharedWork<Result>(admission: Admission): SharedWork<Result> {
  const states = new Map<string, KeyState<Result>>()

  const runningOf = (state: KeyState<Result>): Promise<Result> | undefined => state.running

  const start = async (key: string, state: KeyState<Result>, work: () => Promise<Result>): Promise<Started<Result>> => {
    // Two requests may get a slot at the same moment. The second frees its slot at once.
    if (state.running) return { result: state.running }
    const result = work()
    state.running = result
    state.started.abort(startedReason)
    await result.catch(() => undefined)
    states.delete(key)
    return { result }
  }

  return {
    async run({ visitor, key, work }) {
      const state = states.get(key) ?? { started: new AbortController(), requests: 0 }
      const running = runningOf(state)
      if (running) return running
      states.set(key, state)
      state.requests++
      try {
        const left = AbortSignal.any([visitor.left, state.started.signal])
        const { result } = await admission.run({ ...visitor, left }, () => start(key, state, work))
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
