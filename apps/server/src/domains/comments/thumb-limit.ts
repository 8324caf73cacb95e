import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { defineRequest, type WorkerChannel } from '../../platform/process/worker-channel.ts'

/** More than anybody can read and judge. */
const limit = { points: 40, duration: 60 }

const thumbRequest = defineRequest('comments.thumb', z.object({ userId: z.int() }), z.boolean())

/** Whether a user may judge one more comment now. Counted over all web workers, in the main process. */
export function createThumbLimit(channel: WorkerChannel): (userId: number) => Promise<boolean> {
  const limiter = new RateLimiterMemory(limit)
  const consume = channel.runInMain(thumbRequest, async ({ userId }) => {
    try {
      await limiter.consume(userId)
      return true
    } catch (err) {
      if (err instanceof RateLimiterRes) return false
      throw err
    }
  })
  return (userId) => consume({ userId })
}
