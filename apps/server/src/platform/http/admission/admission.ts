import type { FastifyReply, FastifyRequest } from 'fastify'
import { availableParallelism } from 'node:os'
import type { Metrics } from '../../operations/metrics.ts'
import { createAdmissionQueue, type AdmissionBounds, type Ticket } from './admission-queue.ts'
import { isCrawler } from './crawlers.ts'
import { requesterOf } from '../network.ts'
import { RefusalError } from '../refusal-error.ts'

/** The visitor that work is done for. */
export interface WorkVisitor {
  /** An IP address. */
  address: string
  /** The `User-Agent` header. Crawlers get a smaller budget. */
  agent: string | undefined
  /** Aborted when the visitor's connection is closed. */
  left: AbortSignal
}

/**
 * Bounds expensive work. One instance serves one kind of work (pages, pictures, searches, calls). Check the cache first,
 * and call `run` only for what must be built:
 *
 *     cache.get(key, () => admission.run(workVisitorOf(request, reply), () => render(key)))
 *
 * A cache that shares one build between requests must retry for the others if `run` refused the first, and should queue
 * through `createSharedWork`, so that others do not wait for the place of the first.
 */
export interface Admission {
  /**
   * Runs the work when a slot is free, and frees the slot when its promise settles: a stream must be read to its end
   * inside. Work that has started is finished even if the visitor leaves.
   * @throws RefusalError `Overloaded` with `retryAfterSec`: at once if the visitor's share of the queue is full or the
   * event loop is late, or after `maxWaitMs` in the queue. A visitor who left is refused too.
   */
  run<Result>(visitor: WorkVisitor, work: () => Promise<Result>): Promise<Result>
  counts(): AdmissionCounts
}

/** `running` and `waiting` are current, the others totals of this process. */
export interface AdmissionCounts {
  running: number
  waiting: number
  admitted: number
  /** The share of the queue was full, or the event loop late. */
  refused: number
  /** Waited too long. */
  expired: number
  /** Left the queue: the visitor left, or the same work was done for another request. */
  withdrawn: number
}

/** Delay before a refused visitor may retry. Crawlers respect it and are not in a hurry. */
const retryAfterSec = { person: 2, crawler: 60 }

/** Kinds of work, each with a few slots and a queue that empties within the maximum waiting time. */
export const admissionBounds = {
  /**
   * A page takes tens of milliseconds of the main thread: with two, one runs while the other waits for the database.
   */
  page: { maxRunning: 2, maxWaiting: 48, maxWaitingPerNetwork: 24, maxWaitingPerAddress: 8, maxWaitMs: 1500 },
  /** A page shows up to a hundred pictures, which browsers load one after the other. One takes a core. */
  picture: {
    maxRunning: availableParallelism() > 3 ? 2 : 1,
    maxWaiting: 480,
    maxWaitingPerNetwork: 240,
    maxWaitingPerAddress: 120,
    maxWaitMs: 20_000,
  },
  /** The search engine is one thread. A second search uses the main thread meanwhile. */
  search: { maxRunning: 2, maxWaiting: 64, maxWaitingPerNetwork: 16, maxWaitingPerAddress: 6, maxWaitMs: 1500 },
  /** Calls mostly wait for the database: as many as its pool has connections. */
  call: { maxRunning: 10, maxWaiting: 200, maxWaitingPerNetwork: 100, maxWaitingPerAddress: 40, maxWaitMs: 3000 },
} satisfies Record<string, AdmissionBounds>

interface WaitingTicket extends Ticket {
  readonly slot: PromiseWithResolvers<void>
}

/** @param overloaded whether the event loop is late: no new work is accepted */
export function createAdmission({
  bounds,
  overloaded,
}: {
  bounds: AdmissionBounds
  overloaded: () => boolean
}): Admission {
  const queue = createAdmissionQueue<WaitingTicket>(bounds)
  const totals = { admitted: 0, refused: 0, expired: 0, withdrawn: 0 }
  let expiryTimer: NodeJS.Timeout | undefined

  const refuse = (ticket: WaitingTicket, reason: 'refused' | 'expired' | 'withdrawn'): void => {
    totals[reason]++
    ticket.slot.reject(overloadedErrors[ticket.isCrawler ? 'crawler' : 'person'])
  }
  const expire = (): void => {
    for (const ticket of queue.expire(performance.now())) refuse(ticket, 'expired')
    clearTimeout(expiryTimer)
    const nextMs = queue.nextExpiryMs()
    expiryTimer = nextMs === null ? undefined : setTimeout(expire, Math.max(1, nextMs - performance.now())).unref()
  }
  const start = (ticket: WaitingTicket): void => {
    totals.admitted++
    ticket.slot.resolve()
  }
  const free = (ticket: WaitingTicket): void => {
    expire()
    queue.finish(ticket).forEach(start)
  }
  const enter = (ticket: WaitingTicket, visitor: WorkVisitor): 'running' | 'waiting' | 'refused' => {
    const entered = overloaded() ? { state: 'refused' as const } : queue.enter(ticket)
    if (entered.state === 'refused') refuse(ticket, 'refused')
    else if (visitor.left.aborted) leave(ticket)
    else if (entered.state === 'running') start(ticket)
    if (entered.state === 'waiting' && entered.evicted) refuse(entered.evicted, 'refused')
    if (entered.state === 'waiting' && expiryTimer === undefined) expire()
    return entered.state
  }
  const leave = (ticket: WaitingTicket): void => {
    if (!queue.withdraw(ticket)) queue.finish(ticket).forEach(start)
    refuse(ticket, 'withdrawn')
  }
  const waitForSlot = async (ticket: WaitingTicket, visitor: WorkVisitor): Promise<void> => {
    if (enter(ticket, visitor) !== 'waiting') return ticket.slot.promise
    const withdraw = (): void => {
      if (queue.withdraw(ticket)) refuse(ticket, 'withdrawn')
    }
    visitor.left.addEventListener('abort', withdraw)
    try {
      await ticket.slot.promise
    } finally {
      visitor.left.removeEventListener('abort', withdraw)
    }
  }

  return {
    counts: () => ({ running: queue.running, waiting: queue.waiting, ...totals }),
    async run(visitor, work) {
      const ticket: WaitingTicket = {
        ...requesterOf(visitor.address),
        isCrawler: isCrawler(visitor.agent),
        enteredMs: performance.now(),
        slot: Promise.withResolvers<void>(),
      }
      await waitForSlot(ticket, visitor)
      try {
        return await work()
      } finally {
        // The next work starts one turn of the event loop later, so that cheap requests are served in between.
        setImmediate(free, ticket)
      }
    },
  }
}

/** Made once: a crowd is refused a thousand times a second, and half of what that costs would be stack traces. */
const overloadedErrors = {
  person: new RefusalError('Overloaded', { retryAfterSec: retryAfterSec.person }),
  crawler: new RefusalError('Overloaded', { retryAfterSec: retryAfterSec.crawler }),
}
const leftReason = new Error('the visitor left')

/** The visitor who sent a request. The connection is watched only once work is to be done: cached replies need none. */
export function workVisitorOf(request: FastifyRequest, { raw }: Pick<FastifyReply, 'raw'>): WorkVisitor {
  let left: AbortSignal | undefined
  return {
    address: request.ip,
    agent: request.headers['user-agent'],
    get left() {
      left ??= signalOfClose(raw)
      return left
    },
  }
}

function signalOfClose(response: FastifyReply['raw']): AbortSignal {
  const leaving = new AbortController()
  if (response.destroyed) leaving.abort(leftReason)
  else response.once('close', () => leaving.abort(leftReason))
  return leaving.signal
}

/** One admission per kind of work; `none` runs everything at once, for work that waits in a queue of its own. */
export type Admissions = Record<keyof typeof admissionBounds | 'none', Admission>

export function createAdmissions({ overloaded, metrics }: { overloaded: () => boolean; metrics: Metrics }): Admissions {
  const create = (bounds: AdmissionBounds): Admission => createAdmission({ bounds, overloaded })
  const bounded = {
    page: create(admissionBounds.page),
    picture: create(admissionBounds.picture),
    search: create(admissionBounds.search),
    call: create(admissionBounds.call),
  }
  watchAdmissions(metrics, bounded)
  const counts = { running: 0, waiting: 0, admitted: 0, refused: 0, expired: 0, withdrawn: 0 }
  return { ...bounded, none: { run: (_visitor, work) => work(), counts: () => counts } }
}

function watchAdmissions(metrics: Metrics, admissions: Record<string, Admission>): void {
  const countsBy = (name: keyof AdmissionCounts): Record<string, number> =>
    Object.fromEntries(Object.entries(admissions).map(([kind, { counts }]) => [kind, counts()[name]]))
  const help = {
    running: 'Pieces of work that run now, by kind.',
    waiting: 'Pieces of work that wait for a slot now, by kind.',
  }
  for (const name of ['running', 'waiting'] as const)
    metrics.addGauge({ name: `yunmu_work_${name}`, help: help[name], label: 'kind', read: async () => countsBy(name) })
  const totals = {
    admitted: 'Pieces of work that were started, by kind.',
    refused: 'Requests for work that were refused at once, by kind.',
    expired: 'Requests for work that were refused after they had waited, by kind.',
    withdrawn: 'Requests for work that gave their place up while they waited, by kind.',
  }
  for (const name of ['admitted', 'refused', 'expired', 'withdrawn'] as const)
    metrics.addCounter({
      name: `yunmu_work_${name}_total`,
      help: totals[name],
      label: 'kind',
      read: () => countsBy(name),
    })
}
