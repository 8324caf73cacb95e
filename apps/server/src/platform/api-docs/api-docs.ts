import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { apiPageStyle, renderApiPage } from './api-page.ts'
import { openApiOf, type CallShelves } from './openapi.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import { documentHeaders } from '../http/security-headers.ts'

const styleDigest = createHash('sha256').update(apiPageStyle).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

/** Serves what outside programs need to know: `/docs/api` for people, `/docs/api/openapi.json` for machines. */
export function installApiDocs(
  app: FastifyInstance,
  { shelves, version, limits }: { shelves: CallShelves; version: string; limits: RateLimits },
): void {
  let page: string | undefined
  let document: string | undefined
  app.get('/docs/api', async (request, reply) => {
    await limits.consume('page', request.ip, defaultLimits.page)
    page ??= renderApiPage(shelves)
    return reply
      .type('text/html; charset=utf-8')
      .headers(documentHeaders)
      .header('content-security-policy', pagePolicy)
      .send(page)
  })
  app.get('/docs/api/openapi.json', async (request, reply) => {
    await limits.consume('page', request.ip, defaultLimits.page)
    document ??= JSON.stringify(openApiOf(shelves, version))
    return reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(document)
  })
}
