import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metrics } from './metrics.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import type { NotReady } from './readiness.ts'
import { RefusalError } from '../http/refusal-error.ts'

export interface ProbesNeeds {
  limits: RateLimits
  metrics: Metrics
  readiness: () => Promise<NotReady[]>
  /** A token that permits the details to external callers; undefined permits none. */
  token: string | undefined
  /** Whether trusted proxies are configured, so that the client address is reliable. */
  hasTrustedProxies: boolean
}

const retryAfterSec = 5
const internalRanges = new Set(['loopback', 'private', 'uniqueLocal'])
const proxyHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/**
 * `/healthz` (the process runs), `/readyz` (it can serve), `/metrics`. The first two answer everybody; reasons and
 * metrics are shown only to internal callers and those with the token.
 */
export function installProbes(app: FastifyInstance, needs: ProbesNeeds): void {
  const canSeeDetails = (request: FastifyRequest): boolean =>
    isInternal(request, needs.hasTrustedProxies) || hasToken(request, needs.token)

  app.get('/healthz', async (request, reply) => {
    await needs.limits.consume('probe', request.ip, defaultLimits.call)
    return reply.header('cache-control', 'no-store').send({ status: 'up' })
  })

  app.get('/readyz', async (request, reply) => {
    await needs.limits.consume('probe', request.ip, defaultLimits.call)
    const reasons = await needs.readiness()
    reply.header('cache-control', 'no-store')
    if (reasons.length > 0) reply.code(503).header('retry-after', retryAfterSec)
    const status = reasons.length > 0 ? 'not ready' : 'ready'
    return reply.send(canSeeDetails(request) ? { status, reasons } : { status })
  })

  app.get('/metrics', async (request, reply) => {
    await needs.limits.consume('probe', request.ip, defaultLimits.call)
    if (!canSeeDetails(request)) throw new RefusalError('NoSuchAddress')
    const { type, body } = await needs.metrics.text()
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}

/** From this machine or a private network, and not through an unknown proxy, whose clients may be anybody. */
function isInternal({ ip, headers }: FastifyRequest, hasTrustedProxies: boolean): boolean {
  if (!hasTrustedProxies && proxyHeaders.some((name) => headers[name] !== undefined)) return false
  return ipaddr.isValid(ip) && internalRanges.has(ipaddr.process(ip).range())
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
