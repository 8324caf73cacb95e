import { createFairQueue, type FairQueueBounds, type Requester } from './fair-queue.ts'

export interface AdmissionBounds extends FairQueueBounds {
  /** Maximum number of tasks that run at the same time. */
  maxRunning: number
  maxWaitMs: number
}

/** A request for a slot, identified by object identity. */
export interface Ticket extends Requester {
  readonly isCrawler: boolean
  readonly enteredMs: number
}

export type EnterResult<Item> = { state: 'running' } | { state: 'waiting'; evicted: Item | null } | { state: 'refused' }

/**
 * A semaphore with a short fair queue. Pure state: the caller passes the time and starts what it is given. Times are
 * milliseconds of any monotonic clock.
 */
export interface AdmissionQueue<Item extends Ticket> {
  readonly running: number
  readonly waiting: number
  enter(ticket: Item): EnterResult<Item>
  /** Frees the slot of a finished ticket. Returns the tickets that start now. */
  finish(ticket: Item): Item[]
  /**
   * Removes a waiting ticket: its visitor left, or the same work was done for another request. False if it is not
   * waiting.
   */
  withdraw(ticket: Item): boolean
  /** Removes and returns the tickets that have waited for `maxWaitMs`. */
  expire(nowMs: number): Item[]
  /** When the oldest waiting ticket expires; null if none waits. */
  nextExpiryMs(): number | null
}

/** Crawlers run one at a time, and may occupy this share of the queue. */
const crawlerShare = 1 / 4
/** While visitors wait, one crawler is started per this many of them. */
const visitorsPerCrawler = 4

export function createAdmissionQueue<Item extends Ticket>(bounds: AdmissionBounds): AdmissionQueue<Item> {
  const visitors = createFairQueue<Item>(bounds)
  const maxCrawlers = Math.max(1, Math.floor(bounds.maxWaiting * crawlerShare))
  const crawlers = createFairQueue<Item>({ ...bounds, maxWaiting: maxCrawlers })
  /** In order of entry: all have the same maximum waiting time. */
  const byEntryTime = new Set<Item>()
  const running = new Set<Item>()
  let runningCrawlers = 0
  let visitorsInARow = 0

  const start = (ticket: Item): void => {
    running.add(ticket)
    if (ticket.isCrawler) runningCrawlers++
    visitorsInARow = ticket.isCrawler ? 0 : visitorsInARow + 1
  }
  const canCrawlerRun = (): boolean => runningCrawlers === 0
  const takeNext = (): Item | undefined => {
    const isCrawlersTurn = visitors.size === 0 || visitorsInARow >= visitorsPerCrawler
    const crawler = canCrawlerRun() && isCrawlersTurn ? crawlers.take() : undefined
    return crawler ?? visitors.take()
  }
  const canStartAtOnce = ({ isCrawler }: Ticket): boolean =>
    running.size < bounds.maxRunning && visitors.size === 0 && (!isCrawler || (canCrawlerRun() && crawlers.size === 0))

  const withdraw = (ticket: Item): boolean => {
    byEntryTime.delete(ticket)
    return (ticket.isCrawler ? crawlers : visitors).remove(ticket)
  }
  return {
    get running() {
      return running.size
    },
    get waiting() {
      return byEntryTime.size
    },
    withdraw,
    enter(ticket) {
      if (canStartAtOnce(ticket)) {
        start(ticket)
        return { state: 'running' }
      }
      const added = (ticket.isCrawler ? crawlers : visitors).add(ticket)
      if (!added.isAdded) return { state: 'refused' }
      if (added.evicted) byEntryTime.delete(added.evicted)
      byEntryTime.add(ticket)
      return { state: 'waiting', evicted: added.evicted }
    },
    finish(ticket) {
      if (!running.delete(ticket)) return []
      if (ticket.isCrawler) runningCrawlers--
      const started: Item[] = []
      while (running.size < bounds.maxRunning) {
        const next = takeNext()
        if (!next) break
        byEntryTime.delete(next)
        start(next)
        started.push(next)
      }
      return started
    },
    expire(nowMs) {
      const expired: Item[] = []
      for (const ticket of byEntryTime) {
        if (nowMs - ticket.enteredMs < bounds.maxWaitMs) break
        expired.push(ticket)
        withdraw(ticket)
      }
      return expired
    },
    nextExpiryMs() {
      for (const { enteredMs } of byEntryTime) return enteredMs + bounds.maxWaitMs
      return null
    },
  }
}
