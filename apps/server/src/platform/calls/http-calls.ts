import { refusalOf, type Call, type Script } from '@yunmu/contract'
import { dayOf, segmentNames } from '@yunmu/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../process/clock.ts'
import { forAudience, isMinorsBrowser } from '../audience.ts'
import { doneEnvelope } from './envelopes.ts'
import { workVisitorOf, type Admission } from '../http/admission/admission.ts'
import type { OwnChanges } from '../caching/own-changes.ts'
import { readBrowserSession } from '../http/browser-session.ts'
import { changeCookie, changeTokensOf } from '../http/change-cookie.ts'
import { refuseForeignOrigin } from '../http/foreign-origin.ts'
import type { KeyedHash } from '../process/keyed-hash.ts'
import { overloadPauseSec } from '../http/admission/load.ts'
import type { Metrics, ReplySource } from '../operations/metrics.ts'
import { authorize, viewerFor, type CallRegistry, type MountedCall, type WorkKind } from './mount-call.ts'
import { outageOf } from '../http/outages.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { sealedReply, type SealedReply } from './sealed-reply.ts'
import { midnightsUntil, type CallCache } from './call-cache.ts'
import type { ReplyFastPath } from './reply-fast-path.ts'
import { createSharedWork } from '../http/admission/shared-work.ts'
import { scriptOf } from '../http/script.ts'
import type { SealEffort, Sealer } from './sealer.ts'
import type { createSignatureCheck } from './time-signature.ts'
import type { Viewer, ViewerReader } from './viewer.ts'
import { visitorOf } from '../http/visitor.ts'

export interface HttpCallsNeeds {
  registry: CallRegistry
  clock: Clock
  viewers: ViewerReader
  limits: RateLimits
  sealer: Sealer
  cache: CallCache<SealedReply>
  fastPath: ReplyFastPath
  ownChanges: OwnChanges
  metrics: Metrics
  /** Derives the keys that identify a visitor for one day. */
  hash: KeyedHash
  /** Whether POST requests are refused because of load, before their bodies are read. */
  overloaded: () => boolean
  /** Calls whose reply must be built wait here for a slot. */
  admissions: Record<WorkKind, Admission>
  checkSignature: ReturnType<typeof createSignatureCheck>
  /** Converts the strings of a reply to the reader's script. */
  convert: (value: unknown, script: Script) => unknown
  /** Additional origins that may send POST requests. */
  allowedOrigins: ReadonlySet<string>
}

const platformParameters = new Set(['_he', '_pl', '_si', '_vv', 'lang'])

type Query = Record<string, unknown>

/** Adds the route of every mounted call: admission, limits, signature, sealing, caching. */
export function installHttpCalls(app: FastifyInstance, needs: HttpCallsNeeds): void {
  /** The viewers of POST requests whose body is being read. */
  const postViewers = new WeakMap<FastifyRequest, Viewer | null>()
  for (const mounted of needs.registry.mounted.values()) {
    const { call, options } = mounted
    const admission = needs.admissions[options.admittedAs ?? 'call']
    const replies = createSharedWork<SealedReply>(admission)
    app.route<{ Params: Query; Querystring: Query }>({
      method: call.method,
      url: call.path,
      ...(options.maxBodyBytes === undefined ? {} : { bodyLimit: options.maxBodyBytes }),
      onRequest: async (request) => {
        // GET requests are refused where their work would start: cached replies are served whatever the load.
        if (call.method === 'GET') return
        if (needs.overloaded()) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
        postViewers.set(request, await authorisePost(request, mounted, needs))
      },
      handler: async (request, reply) => {
        const visitor = workVisitorOf(request, reply)
        const queue: WorkQueue = {
          run: (work) => admission.run(visitor, work),
          share: (key, work) => replies.run({ visitor, key, work }),
          join: (key) => replies.join(visitor, key),
        }
        const answer = await withMetrics(needs.metrics, call, () =>
          call.method === 'GET'
            ? needs.ownChanges.show(changeTokensOf(request), () => answerGet(request, mounted, needs, queue))
            : answerPost(request, mounted, postViewers.get(request) ?? null, needs, queue),
        )
        reply.header('content-type', 'application/json; charset=utf-8')
        if (answer.changeToken) reply.header('set-cookie', changeCookie(answer.changeToken, request))
        if (answer.browserCookie) reply.header('set-cookie', answer.browserCookie)
        if (answer.etag) {
          reply
            .header('etag', answer.etag)
            .header('cache-control', answer.shared ? 'public, no-cache' : 'private, no-store')
          if (answer.shared && request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
        } else reply.header('cache-control', 'private, no-store')
        return reply.send(answer.bytes)
      },
    })
  }
}

/** Records the duration and status of a call. */
async function withMetrics(metrics: Metrics, call: Call, answer: () => Promise<Answer>): Promise<Answer> {
  const startedMs = performance.now()
  let status = 200
  try {
    return await answer()
  } catch (err) {
    status = statusOf(err)
    throw err
  } finally {
    metrics.call(call.name, status, (performance.now() - startedMs) / 1000)
  }
}

const statusOf = (err: unknown): number =>
  err instanceof RefusalError ? refusalOf(err.refusal).status : outageOf(err) === null ? 500 : 503

interface Answer {
  /** A string is written in one piece with the headers, unlike a buffer. */
  bytes: Buffer | string
  etag?: string
  /** The same for every anonymous visitor. */
  shared?: boolean
  /** The call changed what cached values show. */
  changeToken?: string | null
  /** The call began the browser's session. */
  browserCookie?: string | null
}

/** The queue of a call, for one request. */
interface WorkQueue {
  /** Runs work when the request has a slot. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Makes a reply for all requests that wait for it: see `SharedWork`. */
  share(key: string, work: () => Promise<SealedReply>): Promise<SealedReply>
  join(key: string): void
}

type CallRequest = FastifyRequest<{ Params: Query; Querystring: Query }>

async function answerGet(
  request: CallRequest,
  mounted: MountedCall,
  needs: HttpCallsNeeds,
  queue: WorkQueue,
): Promise<Answer> {
  const { call, options } = mounted
  const nowMs = needs.clock.nowMs()
  await needs.limits.consume(call.name, request.ip, options.limit ?? defaultLimits.call)
  const caller = await needs.viewers.read(request.query, nowMs)
  authorize(call, caller)
  const isMinor = isMinorsBrowser(request.headers) || caller?.isMinor === true
  return forAudience({ isMinor }, () => answerGetFor({ caller, isMinor, nowMs }, request, mounted, needs, queue))
}

async function answerGetFor(
  { caller, isMinor, nowMs }: { caller: Viewer | null; isMinor: boolean; nowMs: number },
  request: CallRequest,
  mounted: MountedCall,
  needs: HttpCallsNeeds,
  queue: WorkQueue,
): Promise<Answer> {
  const { call } = mounted
  const viewer = viewerFor(call, caller)
  const path = request.url.split('?', 1)[0] ?? ''
  const { validUntilSec } = needs.checkSignature(path, request.query._vv, Math.floor(nowMs / 1000))
  const script = scriptOf(request.query.lang, request.headers)
  const send = { ...callParameters(request.query, call), ...request.params }

  let source: ReplySource = 'cache'
  // Versions change soon, and a viewer's own reply is sent once: neither is worth slow compression.
  const effort = viewer === null && !mounted.versionOf ? 'cached' : 'live'
  const makeFor = async (replyTo: typeof viewer): Promise<SealedReply> => {
    source = 'made'
    if (caller === null) await needs.limits.consume('uncached', request.ip, defaultLimits.uncached)
    if (mounted.deflated) {
      const deflated = await mounted.deflated({ send, viewer: replyTo, script, nowMs })
      const data = needs.sealer.sealDeflated(deflated, dayOf(nowMs / 1000))
      return sealedReply(JSON.stringify(doneEnvelope(data, nowMs)))
    }
    const run = { send, viewer: replyTo, visitor: visitorOf(request, nowMs, needs.hash), script, nowMs }
    return sealedReply(seal(await mounted.run(run), call, script, nowMs, needs, effort))
  }
  const key = await needs.cache.keyOf(mounted, { send, viewer, nowMs, script })
  if (key === null) {
    const made = await queue.run(() => makeFor(viewer))
    needs.metrics.reply(source)
    return { ...made }
  }
  const reply = await needs.cache.get(
    mounted,
    key,
    () => queue.share(key, () => makeFor(null)),
    () => queue.join(key),
  )
  needs.metrics.reply(source)
  // Replies with a version are not added, because the version changes soon.
  const cached = mounted.versionOf ? undefined : needs.cache.peek(key)
  if (cached && caller === null && !isMinor && request.query.lang === script)
    needs.fastPath.add(request.url, cached, { validUntilSec, midnights: midnightsUntil(nowMs) })
  return { ...reply, shared: caller === null && !isMinor }
}

/** Checks a POST request before its body is read, because bodies may be large. */
async function authorisePost(
  request: CallRequest,
  { call, options }: MountedCall,
  { clock, limits, metrics, viewers, allowedOrigins }: HttpCallsNeeds,
): Promise<Viewer | null> {
  const startedMs = performance.now()
  try {
    refuseForeignOrigin(request, allowedOrigins)
    await limits.consume(call.name, request.ip, options.limit ?? defaultLimits.call)
    const viewer = await viewers.read(request.query, clock.nowMs())
    authorize(call, viewer)
    return viewer
  } catch (err) {
    metrics.call(call.name, statusOf(err), (performance.now() - startedMs) / 1000)
    throw err
  }
}

async function answerPost(
  request: CallRequest,
  mounted: MountedCall,
  viewer: Viewer | null,
  needs: HttpCallsNeeds,
  queue: WorkQueue,
): Promise<Answer> {
  const { call } = mounted
  const nowMs = needs.clock.nowMs()
  const script = scriptOf(request.query.lang, request.headers)
  const browser = readBrowserSession(request)
  const visitor = visitorOf(request, nowMs, needs.hash, browser)
  const run = { send: request.body ?? {}, viewer, visitor, script, nowMs }
  if (mounted.limitOf) {
    const { name, ...limit } = mounted.limitOf(run.send)
    await needs.limits.consume(name, request.ip, limit)
  }
  const isMinor = isMinorsBrowser(request.headers) || viewer?.isMinor === true
  const make = (): Promise<unknown> => forAudience({ isMinor }, () => mounted.run(run))
  const { result, token } = await queue.run(() => needs.ownChanges.track(make))
  const bytes = seal(result, call, script, nowMs, needs, 'live')
  return { bytes, changeToken: token, browserCookie: browser.cookie }
}

/** The encoded envelope. */
function seal(
  data: unknown,
  call: Call,
  script: Script,
  nowMs: number,
  needs: HttpCallsNeeds,
  effort: SealEffort,
): string {
  if (call.plain) return JSON.stringify(doneEnvelope(data, nowMs))
  const json = JSON.stringify(needs.convert(data, script))
  return JSON.stringify(doneEnvelope(needs.sealer.seal(json, dayOf(nowMs / 1000), effort), nowMs))
}

/**
 * The query parameters of the call. Unknown parameters are refused, because they could only serve to bypass the cache.
 */
function callParameters(query: Query, call: Call): Query {
  const known = new Set(Object.keys('shape' in call.send && call.send.shape instanceof Object ? call.send.shape : {}))
  for (const segment of segmentNames(call.path)) known.delete(segment)
  const names = Object.keys(query).filter((name) => !platformParameters.has(name))
  if (names.some((name) => !known.has(name))) throw new RefusalError('MalformedRequest')
  return Object.fromEntries(names.map((name) => [name, query[name]]))
}
