import type { FastifyRequest } from 'fastify'
import { RefusalError } from './refusal-error.ts'

/** A browser names the page that asks. Another site's page may not ask in our visitor's name. */
export function refuseForeignOrigin(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const { origin } = request.headers
  if (origin === undefined) return
  const same = URL.canParse(origin) && new URL(origin).host === request.host
  if (!same && !allowed.has(origin)) throw new RefusalError('ForeignOrigin')
}
