import { AsyncLocalStorage } from 'node:async_hooks'
import type { Admission, WorkVisitor } from './admission.ts'
import { isCrawler } from './crawlers.ts'
import { requesterOf } from '../network.ts'

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
  /**
   * Gives a visitor who waits for the result of another's `run` a place in the queue as well, so that the work does not
   * wait within the budget of a crawler or behind all other work of one address. No effect if the work runs already, or
   * if enough addresses have a place: a crowd that waits for one page must not fill the queue.
   */
  join(visitor: WorkVisitor, key: string): void
}

/** Number of addresses that wait in the queue for the same work because they joined it. */
const maxJoined = 3

interface KeyState<Result> {
  /** Runs in the asynchronous context of its `run`, whoever gets the slot. */
  work: () => Promise<Result>
  /** Absent while all wait for a slot. */
  running?: Promise<Result>
  /** Aborted when the work has started: waiting requests join it. */
  started: AbortController
  requests: number
  /** Addresses of people with a place in the queue. */
  addresses: Set<string>
}

/** Wraps a promise so that returning it does not await it. */
interface Started<Result> {
  result: Promise<Result>
}

const startedReason = new Error('the work has started')

export function createSharedWork<Result>(admission: Admission): SharedWork<Result> {
  const states = new Map<string, KeyState<Result>>()

  const runningOf = (state: KeyState<Result>): Promise<Result> | undefined => state.running

  const start = async (key: string, state: KeyState<Result>): Promise<Started<Result>> => {
    // Two requests may get a slot at the same moment. The second frees its slot at once.
    if (state.running) return { result: state.running }
    const result = state.work()
    state.running = result
    state.started.abort(startedReason)
    await result.catch(() => undefined)
    states.delete(key)
    return { result }
  }

  const wait = async (visitor: WorkVisitor, key: string, state: KeyState<Result>): Promise<Result> => {
    state.requests++
    if (!isCrawler(visitor.agent)) state.addresses.add(requesterOf(visitor.address).address)
    try {
      const left = AbortSignal.any([visitor.left, state.started.signal])
      const { address, agent } = visitor
      const { result } = await admission.run({ address, agent, left }, () => start(key, state))
      return await result
    } catch (err) {
      const running = runningOf(state)
      if (running) return await running
      throw err
    } finally {
      if (--state.requests === 0 && !runningOf(state)) states.delete(key)
    }
  }

  return {
    async run({ visitor, key, work }) {
      const known = states.get(key)
      if (known?.running) return known.running
      const bound = AsyncLocalStorage.bind(work)
      const state = known ?? { work: bound, started: new AbortController(), requests: 0, addresses: new Set() }
      state.work = bound
      states.set(key, state)
      return wait(visitor, key, state)
    },
    join(visitor, key) {
      const state = states.get(key)
      if (!state || state.running || isCrawler(visitor.agent)) return
      const { addresses } = state
      if (addresses.size >= maxJoined || addresses.has(requesterOf(visitor.address).address)) return
      // A refusal concerns this place alone: the visitor waits for the result as before.
      wait(visitor, key, state).catch(() => undefined)
    },
  }
}
