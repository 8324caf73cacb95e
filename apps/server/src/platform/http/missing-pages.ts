import { maxId } from '@yunmu/contract/constants'
import type { OldAddress, Page } from '@yunmu/urls'
import type { FastifyRequest } from 'fastify'

/** Requests of addresses of an older system that lead nowhere. Their ids may be those of other things of the station. */
const missing = new WeakMap<FastifyRequest, Page>()

/** Lets the pages answer 404, whatever the address seems to name. */
export function markMissing(request: FastifyRequest, kind: OldAddress['kind']): void {
  const page: Page = kind === 'category' ? { name: 'tabs', type: maxId } : { name: 'details', pidId: 0, id: maxId }
  missing.set(request, page)
}

/** A page that does not exist, to be shown in place of what a request's address seems to name; null for other requests. */
export const missingPageOf = (request: FastifyRequest): Page | null => missing.get(request) ?? null
