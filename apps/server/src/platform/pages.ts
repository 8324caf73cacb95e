import fastifyStatic from '@fastify/static'
import { themeValues, type PageContext, type Script, type Theme } from '@yunmu/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import { nowSec, type Clock } from './clock.ts'
import type { EventKind } from './events.ts'
import { isForPrograms } from './not-found.ts'
import { acceptsGzip, gzipStream } from './page-gzip.ts'
import { cutPage, fillStream, makeNonce, makeStandIns, type PageShell, type StandIns } from './page-shell.ts'
import type { createPageCalls } from './page-calls.ts'
import { defaultLimits, type RateLimits } from './rate-limits.ts'
import type { ReplyCache } from './reply-cache.ts'
import { RefusalError } from './refusal-error.ts'
import { cookieOf, scriptOf } from './script.ts'
import { documentHeaders, pagePolicy } from './security-headers.ts'
import { visitorOf } from './visitor.ts'

/** The web build exports the key under which its loaders look for the page context. */
interface WebBuild extends ServerBuild {
  entry: ServerBuild['entry'] & { module: ServerBuild['entry']['module'] & { pageContext: RouterContext<PageContext> } }
}

export interface PagesNeeds {
  buildDir: string
  clock: Clock
  limits: RateLimits
  siteKey: string
  calls: ReturnType<typeof createPageCalls>
  cache: ReplyCache<PageShell>
  /** Pages are made from everything that visitors see. */
  cachedUntil: readonly EventKind[]
  mediaOrigins: readonly string[]
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

  app.get('/*', async (request, reply) => {
    if (isForPrograms(request.url)) return reply.callNotFound()
    await needs.limits.spend('page', request.ip, defaultLimits.page)
    const asked = askedOf(request)
    const nonce = makeNonce()
    const packed = acceptsGzip(request.headers['accept-encoding'])
    const headers = {
      ...documentHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-language, accept-encoding',
      ...(packed && { 'content-encoding': 'gzip' }),
      'content-security-policy': pagePolicy(nonce, { media: needs.mediaOrigins }),
    }
    const key = JSON.stringify(asked)
    const kept = asked.signedIn ? undefined : needs.cache.peek(key, needs.cachedUntil)
    if (kept) return reply.headers(headers).send((await kept)[packed ? 'gzip' : 'plain'](nonce, nowSec(needs.clock)))

    const staleCount = needs.cache.staleCount()
    const response = await renderAsked(asked, request)
    const location = response.headers.get('location')
    if (location !== null) return reply.redirect(location, response.status)
    reply.code(response.status).headers(headers)
    for (const name of ['x-robots-tag']) if (response.headers.has(name)) reply.header(name, response.headers.get(name))
    const chunks: string[] = []
    const keep = !asked.signedIn && response.status === 200
    const current = (): boolean => staleCount === needs.cache.staleCount()
    const text = collect(textOf(response), chunks, () => {
      if (keep && current())
        void needs.cache.get(key, needs.cachedUntil, async () => cutPage(chunks.join(''), standIns))
    })
    const filled = Readable.from(fillStream(text, standIns, nonce, nowSec(needs.clock)))
    return reply.send(packed ? gzipStream(filled) : filled)
  })
}

/** Renders pages with the web build, with stand-ins in the place of nonce and clock. */
async function createRenderer(
  needs: PagesNeeds,
  standIns: StandIns,
): Promise<(asked: Asked, request: FastifyRequest) => Promise<Response>> {
  const build: WebBuild = await import(pathToFileURL(join(needs.buildDir, 'server/index.js')).href)
  const render = createRequestHandler(build, 'production')
  return ({ origin, url, script, theme, signedIn }, request) => {
    const nowMs = needs.clock.nowMs()
    const context = new RouterContextProvider()
    context.set(build.entry.module.pageContext, {
      make: needs.calls({ viewer: null, visitor: visitorOf(request, nowMs), script, nowMs }),
      script,
      theme,
      signedIn,
      nonce: standIns.nonce,
      boot: { siteKey: needs.siteKey, now: standIns.now },
      origin,
    })
    return render(new Request(`${origin}${url}`), context)
  }
}

function askedOf(request: FastifyRequest): Asked {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  if (!isHost(request.host) || !request.url.startsWith('/')) throw new RefusalError('MalformedRequest')
  const theme = themeValues.find((value) => value === cookieOf(request.headers.cookie, 'theme')) ?? 'b'
  return {
    origin: `${request.protocol}://${request.host}`,
    url: request.url,
    script: scriptOf(query.get('lang') ?? undefined, request.headers),
    theme,
    signedIn: cookieOf(request.headers.cookie, 'in') === '1',
  }
}

/** Whether a Host field (RFC 9110, 7.2) names a host, and a port where it does, and nothing else. */
const isHost = (host: string): boolean => /^[^/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)

async function* textOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  yield* response.body.pipeThrough(new TextDecoderStream())
}

/** Passes chunks on and keeps them; `done` runs when the last one has passed. */
async function* collect(source: AsyncIterable<string>, chunks: string[], done: () => void): AsyncGenerator<string> {
  for await (const chunk of source) {
    chunks.push(chunk)
    yield chunk
  }
  done()
}
