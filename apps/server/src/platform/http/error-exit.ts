import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalName } from '@yunmu/contract'
import { nowSec, type Clock } from '../process/clock.ts'
import { failedEnvelope, refusedEnvelope } from '../calls/envelopes.ts'
import type { Logger } from '../process/logger.ts'
import { RefusalError } from './refusal-error.ts'

const refusalOfStatus: Record<number, RefusalName> = {
  400: 'MalformedRequest',
  // @fastify/static refuses paths that leave its folder, that are not canonical, or that no file can have.
  403: 'NoSuchAddress',
  404: 'NoSuchAddress',
  413: 'RequestTooLarge',
  415: 'UnknownMediaType',
  503: 'Overloaded',
}

/** What Fastify itself refuses (body too large, not JSON) in the product's own words. */
function asRefusal(err: Error | FastifyError): RefusalError | null {
  if (err instanceof RefusalError) return err
  const status = 'statusCode' in err && typeof err.statusCode === 'number' ? err.statusCode : 500
  const name = refusalOfStatus[status]
  return name ? new RefusalError(name) : null
}

/**
 * The one exit of everything that does not succeed: refusals are answered as the contract says, anything else is logged
 * with its cause and answered with a neutral sentence.
 */
export function installErrorExit(app: FastifyInstance, { clock, log }: { clock: Clock; log: Logger }): void {
  const send = (reply: FastifyReply, status: number, envelope: unknown): FastifyReply =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(envelope))

  app.setErrorHandler((err: Error, request: FastifyRequest, reply) => {
    // A route's own schema must not pass over a refusal: it would turn `data: null` into an object.
    reply.serializer((body) => String(body))
    // What a route had announced of its own bytes does not hold for these.
    reply.removeHeader('content-encoding')
    const refusal = asRefusal(err)
    if (refusal) {
      const { status, envelope } = refusedEnvelope(refusal, clock.nowMs())
      if (refusal.retryAfterSec !== undefined) reply.header('retry-after', refusal.retryAfterSec)
      return send(reply, status, envelope)
    }
    log.error({ err, req: request }, 'a request failed')
    return send(reply, 500, failedEnvelope(nowSec(clock) * 1000))
  })
}

/** What an address is answered that is not even well formed (RFC 3986): it never reaches a route, nor the exit above. */
export function answerBadAddress(reply: FastifyReply, clock: Clock): void {
  const { status, envelope } = refusedEnvelope(new RefusalError('MalformedRequest'), clock.nowMs())
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope))
}
