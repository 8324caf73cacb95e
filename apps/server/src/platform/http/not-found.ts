import type { FastifyInstance } from 'fastify'
import { defaultLimits, type RateLimits } from './rate-limits.ts'
import { RefusalError } from './refusal-error.ts'

/** Addresses of programs. Unknown ones are never answered with a page. */
const forPrograms = /^\/(?:v1|pub|common|danmaku|media|realtime|auth|assets|healthz|readyz|metrics)(?:[/?]|$)/

/** Whether an address belongs to programs and cannot be a page. */
export function isForPrograms(url: string): boolean {
  return forPrograms.test(url)
}

/** Answers unknown addresses, with a rate limit of their own against guessing. */
export function installNotFound(app: FastifyInstance, { limits }: { limits: RateLimits }): void {
  app.setNotFoundHandler(async (request) => {
    await limits.consume('not-found', request.ip, defaultLimits.notFound)
    throw new RefusalError('NoSuchAddress')
  })
}
