import fastifyStatic from '@fastify/static'
import { refusalOf, themeValues, type RenderPage, type Script, type Theme } from '@yunmu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { nowSec, type Clock } from '../process/clock.ts'
import type { EventKind } from '../events/events.ts'
import type { KeyedHash } from '../process/keyed-hash.ts'
import type { Logger } from '../process/logger.ts'
import { overloadPauseSec } from '../http/load.ts'
import { isForPrograms } from '../http/not-found.ts'
import { acceptsGzip, gzipStream } from './page-gzip.ts'
import { cutPage, fillStream, makeNonce, makeStandIns, type PageShell, type StandIns } from './page-shell.ts'
import type { createPageCalls } from './page-calls.ts'
import { defaultLimits, type RateLimits } from '../http/rate-limits.ts'
import { midnightsBy, type ReplyCache } from '../caching/reply-cache.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { cookieOf, scriptOf } from '../http/script.ts'
import { documentHeaders, pagePolicy } from '../http/security-headers.ts'
import { originOf } from '../http/site-origin.ts'
import { visitorOf } from '../http/visitor.ts'

/** The server's half of the web build. */
interface WebBuild {
  renderPage: RenderPage
}

/** A page as everybody gets it. */
export interface Page {
  status: number
  headers: Record<string, string>
  shell: PageShell
}

export interface PagesNeeds {
  buildDir: string
  clock: Clock
  log: Logger
  limits: RateLimits
  siteKey: string
  /** Makes the key by which a visitor of one day is known. */
  hash: KeyedHash
  calls: ReturnType<typeof createPageCalls>
  cache: ReplyCache<Page>
  /** Whether pages that are not kept are turned away now. */
  overloaded: () => boolean
  /** Pages are made from everything that visitors see. */
  cachedUntil: readonly EventKind[]
  mediaOrigins: readonly string[]
  /** Scheme and host that the operator set for the station; empty takes those of the request. */
  siteUrl: string
}

/** All that a page depends on, beside what is on the site. */
interface Asked {
  /** Scheme and host: the head names the page's own address. */
  origin: string
  url: string
  script: Script
  theme: Theme
  signedIn: boolean
}

/** Serves the web build: its hashed assets for ever, and every other address as a page rendered here. */
export async function installPages(app: FastifyInstance, needs: PagesNeeds): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(needs.buildDir, 'client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: 31_536_000_000,
    index: false,
    preCompressed: true,
  })
  const standIns = makeStandIns()
  const renderAsked = await createRenderer(needs, standIns)
  /** Pages on their way, which nobody renders once more meanwhile. */
  const onTheWay = new Map<string, Promise<Page>>()
  const wayOf = (key: string): string => `${needs.cache.staleCount()} ${key}`
  const find = (key: string): Promise<Page> | undefined =>
    needs.cache.peek(key, needs.cachedUntil) ?? onTheWay.get(wayOf(key))
  const share = (key: string, response: Promise<Response>): void => {
    const way = wayOf(key)
    const whole = response.then((given) => wholePage(given.clone(), standIns))
    onTheWay.set(way, whole)
    const settle = (page?: Page): void => {
      onTheWay.delete(way)
      if (page?.status === 200 && way === wayOf(key)) void needs.cache.get(key, needs.cachedUntil, async () => page)
    }
    // Whoever waits for it hears of a failure; here it is only no page to keep.
    whole.then(settle, () => settle())
  }

  app.get('/*', async (request, reply) => {
    if (isForPrograms(request.url)) return reply.callNotFound()
    await needs.limits.consume('page', request.ip, defaultLimits.page)
    const asked = askedOf(request, needs.siteUrl)
    const key = `${midnightsBy(needs.clock.nowMs())} ${JSON.stringify(asked)}`
    if (!find(key)) {
      if (needs.overloaded()) return sendBusy(reply)
      await needs.limits.consume('made', request.ip, defaultLimits.made)
    }
    const nonce = makeNonce()
    const packed = acceptsGzip(request.headers['accept-encoding'])
    reply.headers({
      ...documentHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-language, accept-encoding',
      ...(packed && { 'content-encoding': 'gzip' }),
      'content-security-policy': pagePolicy(nonce, { media: needs.mediaOrigins }),
    })
    const shared = find(key)
    if (shared) {
      const { status, headers, shell } = await shared
      const bytes = shell[packed ? 'gzip' : 'plain'](nonce, nowSec(needs.clock))
      return reply.code(status).headers(headers).send(bytes)
    }
    const rendered = renderAsked(asked, request)
    share(key, rendered)
    const response = await rendered
    reply.code(response.status).headers(ownHeaders(response))
    const filled = Readable.from(fillStream(textOf(response), standIns, nonce, nowSec(needs.clock)))
    return reply.send(packed ? gzipStream(filled) : filled)
  })
}

/** Where a page leads on to, if it does. Nothing else that a route may say reaches the visitor. */
function ownHeaders({ headers }: Response): Record<string, string> {
  const location = headers.get('location')
  return location === null ? {} : { location }
}

async function wholePage(response: Response, standIns: StandIns): Promise<Page> {
  return {
    status: response.status,
    headers: ownHeaders(response),
    shell: cutPage(await response.text(), standIns),
  }
}

/** Tells a person, not a program, that too many are here. */
function sendBusy(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ ...documentHeaders, 'retry-after': overloadPauseSec, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="zh-Hans"><title>云幕</title><p>${refusalOf('Overloaded').msg}。</p></html>`)
}

/** Renders pages with the web build, with stand-ins in the place of nonce and clock. */
async function createRenderer(
  needs: PagesNeeds,
  standIns: StandIns,
): Promise<(asked: Asked, request: FastifyRequest) => Promise<Response>> {
  const { renderPage }: WebBuild = await import(pathToFileURL(join(needs.buildDir, 'server/index.js')).href)
  return async ({ origin, url, script, theme, signedIn }, request) => {
    const nowMs = needs.clock.nowMs()
    const { status, location, html } = await renderPage(`${origin}${url}`, {
      make: needs.calls({ viewer: null, visitor: visitorOf(request, nowMs, needs.hash), script, nowMs }),
      script,
      theme,
      signedIn,
      nonce: standIns.nonce,
      boot: { siteKey: needs.siteKey, now: standIns.now },
      origin,
      onError: (err) => needs.log.error({ err, req: request }, 'a page was not rendered'),
    })
    return new Response(html, { status, headers: location === null ? {} : { location } })
  }
}

function askedOf(request: FastifyRequest, siteUrl: string): Asked {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  if (!request.url.startsWith('/')) throw new RefusalError('MalformedRequest')
  const theme = themeValues.find((value) => value === cookieOf(request.headers.cookie, 'theme')) ?? 'b'
  return {
    origin: originOf(request, siteUrl),
    url: request.url,
    script: scriptOf(query.get('lang') ?? undefined, request.headers),
    theme,
    signedIn: cookieOf(request.headers.cookie, 'in') === '1',
  }
}

async function* textOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  yield* response.body.pipeThrough(new TextDecoderStream())
}
