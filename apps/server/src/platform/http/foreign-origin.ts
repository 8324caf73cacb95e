import type { FastifyRequest } from 'fastify'
import { RefusalError } from './refusal-error.ts'

/** Refuses requests of other sites' pages, which browsers identify by Origin. */
export function refuseForeignOrigin(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const { origin } = request.headers
  if (origin === undefined) return
  const same = URL.canParse(origin) && new URL(origin).host === request.host
  if (!same && !allowed.has(origin)) throw new RefusalError('ForeignOrigin')
}
