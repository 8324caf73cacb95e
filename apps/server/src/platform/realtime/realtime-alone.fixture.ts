import Fastify from 'fastify'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { localBus } from '../../testing/local-bus.ts'
import { listening } from '../../testing/realtime-page.ts'
import { createEvents } from '../events/events.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { createMetrics, type Metrics } from '../operations/metrics.ts'
import { systemClock } from '../process/clock.ts'
import { createLogger } from '../process/logger.ts'
import { localChannel } from '../process/worker-channel.ts'
import { createUpFrameRegistry } from './mount-up.ts'
import type { RealtimeNeeds } from './realtime-needs.ts'
import { createRealtime, type Realtime } from './realtime.ts'

/** A listening server that has realtime alone, of a station without users and danmaku in which every room exists. */
export async function openRealtimeAlone(
  given: Partial<Pick<RealtimeNeeds, 'ups' | 'viewerOf' | 'canJoin' | 'recent'>> = {},
): Promise<{ address: string; realtime: Realtime; metrics: Metrics }> {
  const app = Fastify({ trustProxy: 'loopback' })
  const metrics = createMetrics()
  const realtime = createRealtime({
    log: createLogger({ level: 'silent' }),
    metrics,
    ups: createUpFrameRegistry(),
    clock: systemClock,
    limits: createRateLimits(),
    channel: localChannel(),
    allowedOrigins: new Set(),
    events: createEvents(localBus, (err) => {
      throw err
    }),
    overloaded: () => false,
    viewerOf: async () => null,
    canJoin: async () => true,
    crowd: () => 0,
    recent: async () => [],
    heldAuthors: async () => new Map(),
    convert: (value) => value,
    ...given,
  })
  realtime.install(app)
  atFileEnd(() => app.close())
  return { address: await listening(app), realtime, metrics }
}
