import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { defineRequest, type WorkerChannel } from '../process/worker-channel.ts'
import type { RateLimit } from './rate-limits.ts'

/**
 * A limit that is exact over all web workers, because the main process counts: returns whether one more point of a key
 * was accepted.
 * @param name `<domain>.<what>`
 */
export function createStationLimit(
  channel: WorkerChannel,
  name: string,
  { points, perSec }: RateLimit,
): (key: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points, duration: perSec })
  const request = defineRequest(name, z.object({ key: z.string() }), z.boolean())
  const consume = channel.runInMain(request, async ({ key }) => {
    try {
      await limiter.consume(key)
      return true
    } catch (err) {
      if (err instanceof RateLimiterRes) return false
      throw err
    }
  })
  return (key) => consume({ key })
}
