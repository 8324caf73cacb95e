import { createFairQueue, type FairQueueBounds, type Requester } from './fair-queue.ts'

export interface AdmissionBounds extends FairQueueBounds {
  /** How many pieces of work run at the same time. */
  maxRunning: number
  maxWaitMs: number
}

/** A request for a slot. It is identified by its object. */
export interface Ticket extends Requester {
  readonly isCrawler: boolean
  readonly enteredMs: number
}

export type EnterResult<Item> = { state: 'running' } | { state: 'waiting'; evicted: Item | null } | { state: 'refused' }

/**
 * A semaphore with a short fair queue. Pure state: the caller passes the time and starts what it is given.
 * Times are milliseconds of any monotonic clock.
 */
export interface AdmissionQueue<Item extends Ticket> {
  readonly running: number
  readonly waiting: number
  enter(ticket: Item): EnterResult<Item>
  /** Frees the slot of a ticket that ran. Returns the tickets that run from now on. */
  finish(ticket: Item): Item[]
  /** Removes a waiting ticket: its visitor has left, or somebody else does the same work. False when it is not waiting. */
  withdraw(ticket: Item): boolean
  /** Removes and returns the tickets that have waited for `maxWaitMs`. */
  expire(nowMs: number): Item[]
  /** When the oldest waiting ticket expires; null when none waits. */
  nextExpiryMs(): number | null
}

/** Crawlers run one at a time and take this part of the waiting places. */
const crawlerShare = 1 / 4
/** While people wait, a crawler is started after so many of them. */
const peoplePerCrawler = 4

export function createAdmissionQueue<Item extends Ticket>(bounds: AdmissionBounds): AdmissionQueue<Item> {
  const people = createFairQueue<Item>(bounds)
  const maxCrawlers = Math.max(1, Math.floor(bounds.maxWaiting * crawlerShare))
  const crawlers = createFairQueue<Item>({ ...bounds, maxWaiting: maxCrawlers })
  /** In the order of arrival: all wait for the same time. */
  const arrivals = new Set<Item>()
  const running = new Set<Item>()
  let runningCrawlers = 0
  let peopleInARow = 0

  const start = (ticket: Item): void => {
    running.add(ticket)
    if (ticket.isCrawler) runningCrawlers++
    peopleInARow = ticket.isCrawler ? 0 : peopleInARow + 1
  }
  const canCrawlerRun = (): boolean => runningCrawlers === 0
  const takeNext = (): Item | undefined => {
    const isCrawlersTurn = people.size === 0 || peopleInARow >= peoplePerCrawler
    const crawler = canCrawlerRun() && isCrawlersTurn ? crawlers.take() : undefined
    return crawler ?? people.take()
  }
  const canStartAtOnce = ({ isCrawler }: Ticket): boolean =>
    running.size < bounds.maxRunning && people.size === 0 && (!isCrawler || (canCrawlerRun() && crawlers.size === 0))

  const withdraw = (ticket: Item): boolean => {
    arrivals.delete(ticket)
    return (ticket.isCrawler ? crawlers : people).remove(ticket)
  }
  return {
    get running() {
      return running.size
    },
    get waiting() {
      return arrivals.size
    },
    withdraw,
    enter(ticket) {
      if (canStartAtOnce(ticket)) {
        start(ticket)
        return { state: 'running' }
      }
      const added = (ticket.isCrawler ? crawlers : people).add(ticket)
      if (!added.isAdded) return { state: 'refused' }
      if (added.evicted) arrivals.delete(added.evicted)
      arrivals.add(ticket)
      return { state: 'waiting', evicted: added.evicted }
    },
    finish(ticket) {
      if (!running.delete(ticket)) return []
      if (ticket.isCrawler) runningCrawlers--
      const started: Item[] = []
      while (running.size < bounds.maxRunning) {
        const next = takeNext()
        if (!next) break
        arrivals.delete(next)
        start(next)
        started.push(next)
      }
      return started
    },
    expire(nowMs) {
      const late: Item[] = []
      for (const ticket of arrivals) {
        if (nowMs - ticket.enteredMs < bounds.maxWaitMs) break
        late.push(ticket)
        withdraw(ticket)
      }
      return late
    },
    nextExpiryMs() {
      for (const { enteredMs } of arrivals) return enteredMs + bounds.maxWaitMs
      return null
    },
  }
}
