import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalName } from '@yunmu/contract'
import type { Envelope } from '@yunmu/contract/wire'
import { toTraditional } from '@yunmu/zh'
import { nowSec, type Clock } from '../process/clock.ts'
import { failedEnvelope, refusedEnvelope } from '../calls/envelopes.ts'
import { createBurstLog, type BurstLog } from '../process/burst-log.ts'
import type { Logger } from '../process/logger.ts'
import { failurePage, failurePageHeaders } from './failure-page.ts'
import { overloadPauseSec } from './admission/load.ts'
import { isForPrograms } from './not-found.ts'
import { outageOf } from './outages.ts'
import { RefusalError } from './refusal-error.ts'
import { scriptOf } from './script.ts'

const refusalOfStatus: Record<number, RefusalName> = {
  400: 'MalformedRequest',
  // @fastify/static refuses paths that leave its folder, are not canonical, or cannot be files.
  403: 'NoSuchAddress',
  404: 'NoSuchAddress',
  413: 'RequestTooLarge',
  415: 'UnknownMediaType',
  503: 'Overloaded',
}

const quietMs = 10_000

/** Converts Fastify's own errors (body too large, not JSON) to refusals. */
function asRefusal(err: Error | FastifyError): RefusalError | null {
  if (err instanceof RefusalError) return err
  const status = 'statusCode' in err && typeof err.statusCode === 'number' ? err.statusCode : 500
  const name = refusalOfStatus[status]
  return name ? new RefusalError(name) : null
}

/** Whether the request is for a page; everything else is answered with JSON. */
const isPage = ({ method, routeOptions, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && routeOptions.url === '/*' && !isForPrograms(url)

interface Failure {
  status: number
  envelope: Envelope
  retryAfterSec?: number | undefined
}

function send(request: FastifyRequest, reply: FastifyReply, { status, envelope, retryAfterSec }: Failure) {
  // Bypasses the route's reply schema, which would turn `data: null` into an object.
  reply.serializer((body) => String(body))
  // The route may have set headers for its own bytes.
  reply.removeHeader('content-encoding')
  reply.code(status).header('cache-control', 'no-store')
  const pauseSec = retryAfterSec ?? (status === 503 ? overloadPauseSec : undefined)
  if (pauseSec !== undefined) reply.header('retry-after', pauseSec)
  const lang = new URLSearchParams(request.url.split('?')[1] ?? '').get('lang') ?? undefined
  const script = scriptOf(lang, request.headers)
  const msg = script === 't' ? toTraditional(envelope.msg) : envelope.msg
  if (isPage(request)) return reply.headers(failurePageHeaders).send(failurePage(msg, script))
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ...envelope, msg }))
}

/**
 * Handles every request that does not succeed: refusals are answered by the contract; any other error is logged with
 * its cause and answered with a neutral sentence. While the database, the disk or a connection is unavailable the
 * status is 503 with `Retry-After`, logged once for all requests with the same cause.
 */
export function installErrorExit(app: FastifyInstance, { clock, log }: { clock: Clock; log: Logger }): void {
  const outages = logOutages(log)
  app.setErrorHandler((err: Error, request: FastifyRequest, reply) => {
    const refusal = asRefusal(err)
    if (refusal) {
      const { status, envelope } = refusedEnvelope(refusal, clock.nowMs())
      return send(request, reply, { status, envelope, retryAfterSec: refusal.retryAfterSec })
    }
    const envelope = failedEnvelope(nowSec(clock) * 1000)
    const outage = outageOf(err)
    if (outage === null) {
      log.error({ err, req: request }, 'a request failed')
      return send(request, reply, { status: 500, envelope })
    }
    // A broken connection may be the visitor's own.
    if (!reply.raw.destroyed) outages.add(outage, { err, req: request })
    return send(request, reply, { status: 503, envelope })
  })
}

function logOutages(log: Logger): BurstLog<{ err: Error; req: FastifyRequest }> {
  return createBurstLog({
    quietMs,
    onFirst: (outage, about) => log.error({ outage, ...about }, 'requests cannot be answered'),
    onEnd: (outage, count) => log.info({ outage, count }, 'requests are answered again'),
  })
}

/** The reply to a malformed address (RFC 3986), which reaches neither a route nor the error exit. */
export function answerBadAddress(reply: FastifyReply, clock: Clock): void {
  const { status, envelope } = refusedEnvelope(new RefusalError('MalformedRequest'), clock.nowMs())
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope))
}
