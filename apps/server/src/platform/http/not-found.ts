import type { FastifyInstance } from 'fastify'
import { defaultLimits, type RateLimits } from './rate-limits.ts'
import { RefusalError } from './refusal-error.ts'

/** Addresses of programs. What is unknown below them is never answered with a page for people. */
const forPrograms = /^\/(?:v1|pub|common|danmaku|media|realtime|auth|assets|healthz|readyz|metrics)(?:[/?]|$)/

/** Whether an address could not be a page, whatever its end. */
export function isForPrograms(url: string): boolean {
  return forPrograms.test(url)
}

/** Answers addresses that nobody serves, with a limit of their own: who asks for many is guessing. */
export function installNotFound(app: FastifyInstance, { limits }: { limits: RateLimits }): void {
  app.setNotFoundHandler(async (request) => {
    await limits.consume('lost', request.ip, defaultLimits.lost)
    throw new RefusalError('NoSuchAddress')
  })
}
