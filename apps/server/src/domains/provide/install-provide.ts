import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { forAudience, isMinorsBrowser } from '../../platform/audience.ts'
import type { CachedValue, ValueCache } from '../../platform/caching/value-cache.ts'
import type { HttpServices } from '../../platform/domain-module.ts'
import { overloadPauseSec } from '../../platform/http/admission/load.ts'
import { matchesTag } from '../../platform/http/conditional.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { Clock } from '../../platform/process/clock.ts'
import { provideReply, type ReplyParts } from './provide-reply.ts'
import { parseProvideQuery, pathPairs, type ProvideQuery } from './provide-rules.ts'

/** A reply as it is sent. */
export interface ProvideBody {
  bytes: Buffer
  etag: string
  type: string
}

export interface ProvideParts extends ReplyParts {
  cache: ValueCache<ProvideBody>
  clock: Clock
}

/** Programs that collect read page after page. */
const limit = { points: 600, perSec: 60 }
/** Replies that were not in memory. */
const builtLimit = { points: 240, perSec: 60 }
/** Those that read many titles to choose by what is not in memory. */
const heavyLimit = { points: 20, perSec: 60 }
const playLimit = { points: 240, perSec: 60 }

const types = { json: 'application/json; charset=utf-8', xml: 'application/xml; charset=utf-8' } as const
const text = 'text/plain; charset=utf-8'
const anyOrigin = { 'access-control-allow-origin': '*' }
const maxBodyBytes = 16 * 1024
const path = '/api.php/provide/vod'
const maxKnownAddresses = 10_000

/** Serves the collection interface and the addresses that it names. */
export function installProvide(app: FastifyInstance, parts: ProvideParts, http: HttpServices): void {
  installQueries(app, parts, http)
  installPlaying(app, parts, http)
}

function installQueries(app: FastifyInstance, parts: ProvideParts, http: HttpServices): void {
  const { cache, clock, site } = parts
  const { limits, originOf, overloaded } = http
  /** Keys of replies by the address that was asked for, so that its parameters are parsed once. */
  const keys = new LRUCache<string, string>({ max: maxKnownAddresses })

  const send = (request: FastifyRequest, reply: FastifyReply, { bytes, etag, type }: ProvideBody): FastifyReply => {
    void reply.headers({ ...anyOrigin, etag, 'cache-control': 'no-cache' })
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(bytes)
  }

  const build = async (
    request: FastifyRequest,
    query: ProvideQuery,
    key: string,
    origin: string,
  ): Promise<ProvideBody> => {
    if (overloaded()) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
    await limits.consume('provide.built', request.ip, builtLimit)
    const isHeavy = query.word !== '' || query.isEnded !== null || query.from.length > 0
    if (isHeavy) await limits.consume('provide.heavy', request.ip, heavyLimit)
    const audience = { isMinor: isMinorsBrowser(request.headers) }
    return cache.get(key, () =>
      forAudience(audience, async () => {
        const body = Buffer.from(await provideReply(parts, query, { origin, nowMs: clock.nowMs() }))
        const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
        return { bytes: body, etag, type: query.isXml ? types.xml : types.json }
      }),
    )
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (limits.isLimited(request.ip)) await limits.consume('provide', request.ip, limit)
    if (!(await site.current()).provideOpen) return reply.headers(anyOrigin).type(text).send('closed')
    const origin = originOf(request)
    const audience = isMinorsBrowser(request.headers) ? 'minor' : 'all'
    const address = request.method === 'POST' ? null : `${audience} ${origin} ${request.url}`
    const known = address === null ? undefined : keys.get(address)
    const cached: CachedValue<ProvideBody> | undefined = known === undefined ? undefined : cache.peek(known)
    if (cached) return send(request, reply, cached.value)
    const query = parseProvideQuery(pairsOf(request))
    const key = JSON.stringify([audience, origin, query])
    const body = cache.peek(key)?.value ?? (await build(request, query, key, origin))
    if (address !== null) keys.set(address, key)
    return send(request, reply, body)
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const url of [path, `${path}/`, `${path}/*`])
      scope.route({ method: ['GET', 'POST'], url, bodyLimit: maxBodyBytes, handler: answer })
  })
}

/** The parameters of the path, the query and the body; the later ones win. */
function pairsOf(request: FastifyRequest): (readonly [string, string])[] {
  const [address = '', query = ''] = request.url.split('?', 2)
  return [...pathPairs(address.slice(path.length)), ...new URLSearchParams(query), ...bodyPairs(request.body)]
}

/** The parameters of a form or a flat JSON object. */
function bodyPairs(body: unknown): (readonly [string, string])[] {
  if (typeof body !== 'string') return []
  if (!body.trimStart().startsWith('{')) return [...new URLSearchParams(body)]
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).map(([key, each]) => [key, String(each)] as const)
  } catch {
    return []
  }
}

interface PlayParams {
  id: string
  line: string
  file: string
}

const idPattern = /^[1-9]\d{0,9}$/

function installPlaying(app: FastifyInstance, { playAddress, site, clock }: ProvideParts, http: HttpServices): void {
  app.get<{ Params: PlayParams }>('/api.php/play/:id/:line/:file', async (request, reply) => {
    await http.limits.consume('provide.play', request.ip, playLimit)
    void reply.headers({ ...anyOrigin, 'cache-control': 'no-store' })
    const { id, line, file } = request.params
    const level = /^([1-9]\d{0,9})\.m3u8$/.exec(file)?.[1]
    const isOpen = (await site.current()).provideOpen
    if (!isOpen || level === undefined || ![id, line].every((part) => idPattern.test(part)))
      return sendError(reply, 404)
    const place = { id: Number(id), line: Number(line), level: Number(level) }
    const audience = { isMinor: isMinorsBrowser(request.headers) }
    try {
      const address = await forAudience(audience, () => playAddress(place, clock.nowMs()))
      return reply.redirect(address.startsWith('/') ? `${http.originOf(request)}${address}` : address, 302)
    } catch (err) {
      if (!(err instanceof RefusalError)) throw err
      return sendError(reply, statusOf(err))
    }
  })
}

/** Players show no pages: they get a status and a word. */
function statusOf({ refusal }: RefusalError): 403 | 404 | 503 {
  if (refusal === 'VipNeeded' || refusal === 'PlayPasswordNeeded') return 403
  return refusal === 'EpisodeNotReady' ? 503 : 404
}

const sendError = (reply: FastifyReply, status: 403 | 404 | 503): FastifyReply =>
  reply.code(status).type(text).send({ 403: 'forbidden', 404: 'not found', 503: 'not ready' }[status])
