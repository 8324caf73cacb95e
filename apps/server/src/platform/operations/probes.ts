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
  /** Opens the details to who is not of the house; undefined opens them to nobody else. */
  token: string | undefined
  /** Whether the proxies in front of us are known, so that an address is the visitor's own. */
  proxiesAreKnown: boolean
}

const retryAfterSec = 5
const ownRanges = new Set(['loopback', 'private', 'uniqueLocal'])
const proxyHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/**
 * `/healthz` (the process is up), `/readyz` (it can serve), `/metrics`. The first two tell everybody yes or no; reasons
 * and numbers are for the house and for who has the token.
 */
export function installProbes(app: FastifyInstance, needs: ProbesNeeds): void {
  const mayKnow = (request: FastifyRequest): boolean =>
    isOfTheHouse(request, needs.proxiesAreKnown) || hasToken(request, needs.token)

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
    return reply.send(mayKnow(request) ? { status, reasons } : { status })
  })

  app.get('/metrics', async (request, reply) => {
    await needs.limits.consume('probe', request.ip, defaultLimits.call)
    if (!mayKnow(request)) throw new RefusalError('NoSuchAddress')
    const { type, body } = await needs.metrics.text()
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}

/** From this machine or a private network, and not through a proxy that we do not know: its visitors are anybody. */
function isOfTheHouse({ ip, headers }: FastifyRequest, proxiesAreKnown: boolean): boolean {
  if (!proxiesAreKnown && proxyHeaders.some((name) => headers[name] !== undefined)) return false
  return ipaddr.isValid(ip) && ownRanges.has(ipaddr.process(ip).range())
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
