import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCurrent } from '../../platform/http/conditional.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { Feeds } from './feeds.ts'
import type { OriginFile, OriginFiles } from './origin-files.ts'
import { robotsText } from './robots-rules.ts'
import type { SeoNeeds } from './seo-needs.ts'
import { parseSitemapName } from './sitemap-rules.ts'
import type { Sitemaps } from './sitemaps.ts'

/** Allows a crawler to fetch all sitemaps of a million titles. */
const limit = { points: 120, perSec: 60 }
/** Allows a crawler to fetch the sitemaps of three million titles at one host, but not at invented hosts. */
const compressionLimit = { points: 60, perSec: 600 }
/**
 * Private, because replies contain the request's host, which a proxy may pass unchecked: shared caches must not store
 * them.
 */
const cacheControl = 'private, max-age=600'

const types = {
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  gzip: 'application/gzip',
  feed: 'application/rss+xml; charset=utf-8',
} as const

export interface SeoFiles extends Pick<SeoNeeds, 'robots'> {
  sitemaps: Sitemaps
  feeds: Feeds
  withOrigin: OriginFiles
}

export interface SeoHttp {
  limits: RateLimits
  /** Scheme and host of the station in this request. */
  originOf: (request: FastifyRequest) => string
}

/** Adds the routes for crawlers and feed readers. */
export function installSeo(
  app: FastifyInstance,
  { robots, sitemaps, feeds, withOrigin }: SeoFiles,
  http: SeoHttp,
): void {
  const originOf = async (request: FastifyRequest): Promise<string> => {
    await http.limits.consume('crawl', request.ip, limit)
    return http.originOf(request)
  }

  app.get('/robots.txt', async (request, reply) =>
    reply
      .type(types.text)
      .header('cache-control', cacheControl)
      .send(robotsText(await originOf(request), await robots())),
  )
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = await originOf(request)
    const index = await sitemaps.index()
    return send(request, reply, { type: types.xml, file: index && withOrigin.plain(index, origin) })
  })
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const target = parseSitemapName(request.params.file)
    if (target === null) return reply.callNotFound()
    const origin = await originOf(request)
    const file = await (typeof target === 'string' ? sitemaps[target]() : sitemaps.titles(target.at))
    const consume = () => http.limits.consume('name-sitemap', request.ip, compressionLimit)
    return send(request, reply, { type: types.gzip, file: file && withOrigin.compressed(file, origin, consume) })
  })
  const sendFeed = async (request: FastifyRequest, reply: FastifyReply, categoryId: number | null) => {
    const isTraditional = new URLSearchParams(request.url.split('?')[1]).get('lang') === 't'
    const origin = await originOf(request)
    const feed = await feeds.feed(isTraditional ? 't' : 's', categoryId)
    return send(request, reply, { type: types.feed, file: feed && withOrigin.plain(feed, origin) })
  }
  app.get('/rss.xml', (request, reply) => sendFeed(request, reply, null))
  app.get<{ Params: { file: string } }>('/rss/:file', async (request, reply) => {
    const id = /^([1-9]\d{0,8})\.xml$/.exec(request.params.file)?.[1]
    return id === undefined ? reply.callNotFound() : sendFeed(request, reply, Number(id))
  })
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, file }: { type: string; file: OriginFile | null },
): Promise<FastifyReply> {
  if (!file) {
    reply.callNotFound()
    return reply
  }
  const { etag, modifiedMs } = file
  const head = { etag, 'last-modified': new Date(modifiedMs).toUTCString(), 'cache-control': cacheControl }
  if (isCurrent(request.headers, file)) return reply.headers(head).code(304).send()
  const bytes = await file.bytes()
  return reply.headers(head).type(type).send(bytes)
}
