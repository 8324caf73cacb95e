import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { apiPageStyle, renderApiPage } from './api-page.ts'
import { openApiOf, type CallsByDomain, type ProgramCalls } from './openapi.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import { documentHeaders } from '../http/security-headers.ts'

const styleDigest = createHash('sha256').update(apiPageStyle).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

/** Serves the documentation of the API: `/docs/api` for people, `/docs/api/openapi.json` for programs. */
export function installApiDocs(
  app: FastifyInstance,
  {
    callsByDomain,
    programCalls,
    version,
    limits,
  }: { callsByDomain: CallsByDomain; programCalls: ProgramCalls; version: string; limits: RateLimits },
): void {
  let page: string | undefined
  let document: string | undefined
  app.get('/docs/api', async (request, reply) => {
    await limits.consume('page', request.ip, defaultLimits.page)
    page ??= renderApiPage(callsByDomain, programCalls)
    return reply
      .type('text/html; charset=utf-8')
      .headers(documentHeaders)
      .header('content-security-policy', pagePolicy)
      .send(page)
  })
  app.get('/docs/api/openapi.json', async (request, reply) => {
    await limits.consume('page', request.ip, defaultLimits.page)
    document ??= JSON.stringify(openApiOf(callsByDomain, programCalls, version))
    return reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(document)
  })
}
