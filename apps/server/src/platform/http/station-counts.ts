import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { createDelayedReport } from '../process/delayed-report.ts'
import { defineNotice, type WorkerChannel } from '../process/worker-channel.ts'

/** A limit under its name. */
const NamedLimit = z.object({ name: z.string(), points: z.number(), perSec: z.number() })
export type NamedLimit = z.output<typeof NamedLimit>

/** Points that a worker accepted since its last report, by key. */
const pointsConsumed = defineNotice(
  'limits.consumed',
  z.array(z.object({ limit: NamedLimit, points: z.array(z.tuple([z.string(), z.int()])) })),
)
/** Keys whose points are consumed over all workers, with the seconds to wait. */
const pointsExhausted = defineNotice(
  'limits.exhausted',
  z.array(z.object({ limit: NamedLimit, keys: z.array(z.tuple([z.string(), z.number()])) })),
)

/** One limiter per limit. */
export function createLimiters(): { of(limit: NamedLimit): RateLimiterMemory } {
  const limiters = new Map<string, RateLimiterMemory>()
  return {
    of({ name, points, perSec }) {
      const key = keyOf({ name, points, perSec })
      const limiter = limiters.get(key) ?? new RateLimiterMemory({ points, duration: perSec })
      limiters.set(key, limiter)
      return limiter
    },
  }
}

const keyOf = ({ name, points, perSec }: NamedLimit): string => `${name} ${points} ${perSec}`

/** The points that all workers accepted. */
export interface StationCounts {
  /** One point was accepted. Reported to the main process with others, so that no request waits for it. */
  add(limit: NamedLimit, key: string): void
  /** Called when a key's points are consumed over all workers. */
  onExhausted(listener: (limit: NamedLimit, key: string, waitSec: number) => void): void
}

/** In a worker: reports accepted points, and receives the exhausted keys. */
export function createStationCounts(channel: WorkerChannel): StationCounts {
  let consumed = new Map<string, { limit: NamedLimit; points: Map<string, number> }>()
  const reportSoon = createDelayedReport(() => {
    const batch = [...consumed.values()]
    consumed = new Map()
    channel.notify(
      pointsConsumed,
      batch.map(({ limit, points }) => ({ limit, points: [...points] })),
    )
  })
  return {
    add(limit, key) {
      const limitKey = keyOf(limit)
      const { points } = consumed.get(limitKey) ?? { points: new Map<string, number>() }
      consumed.set(limitKey, { limit, points: points.set(key, (points.get(key) ?? 0) + 1) })
      reportSoon()
    },
    onExhausted(listener) {
      channel.on(pointsExhausted, (exhausted) => {
        for (const { limit, keys } of exhausted) for (const [key, waitSec] of keys) listener(limit, key, waitSec)
      })
    },
  }
}

/** In the main process: adds up the points of all workers, and sends them the exhausted keys. */
export function addUpWorkerPoints(channel: WorkerChannel): void {
  const limiters = createLimiters()
  const addUp = async (limit: NamedLimit, points: [string, number][]): Promise<[string, number][]> => {
    const limiter = limiters.of(limit)
    const exhausted: [string, number][] = []
    for (const [key, accepted] of points) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, accepted)
      if (consumedPoints >= limit.points) exhausted.push([key, Math.max(1, msBeforeNext) / 1000])
    }
    return exhausted
  }
  channel.on(pointsConsumed, (reports) => {
    const answers = reports.map(async ({ limit, points }) => ({ limit, keys: await addUp(limit, points) }))
    void Promise.all(answers).then((all) => {
      const exhausted = all.filter(({ keys }) => keys.length > 0)
      if (exhausted.length > 0) channel.notify(pointsExhausted, exhausted)
    })
  })
}
