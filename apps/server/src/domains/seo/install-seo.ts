import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCurrent } from '../../platform/conditional.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import type { Feeds } from './feeds.ts'
import type { KeptFile } from './kept-files.ts'
import { robotsText } from './robots-rules.ts'
import { sitemapNamed } from './sitemap-rules.ts'
import type { Sitemaps } from './sitemaps.ts'

/** A crawler comes for all sitemaps of a million titles and is not turned away. */
const limit = { points: 120, perSec: 60 }
/** It names the host that it was asked at, and a proxy may pass on any: nobody in between shall keep it for others. */
const cacheControl = 'private, max-age=600'

const types = {
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  gzip: 'application/gzip',
  feed: 'application/rss+xml; charset=utf-8',
} as const

export interface SeoHttp {
  limits: RateLimits
  /** Scheme and host that the station is known by to whoever asks. */
  originOf: (request: FastifyRequest) => string
}

/** Serves what crawlers and feed readers ask for. */
export function installSeo(app: FastifyInstance, sitemaps: Sitemaps, feeds: Feeds, http: SeoHttp): void {
  const originOf = async (request: FastifyRequest): Promise<string> => {
    await http.limits.spend('crawl', request.ip, limit)
    return http.originOf(request)
  }

  app.get('/robots.txt', async (request, reply) =>
    reply
      .type(types.text)
      .header('cache-control', cacheControl)
      .send(robotsText(await originOf(request))),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    send(request, reply, types.xml, await sitemaps.index(await originOf(request))),
  )
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const named = sitemapNamed(request.params.file)
    if (named === null) return reply.callNotFound()
    const origin = await originOf(request)
    const file = await (named === 'pages' ? sitemaps.pages(origin) : sitemaps.titles(origin, named.at))
    return send(request, reply, types.gzip, file)
  })
  const sendFeed = async (request: FastifyRequest, reply: FastifyReply, shelfId: number | null) => {
    const isTraditional = new URLSearchParams(request.url.split('?')[1]).get('lang') === 't'
    const feed = await feeds.feed(await originOf(request), isTraditional ? 't' : 's', shelfId)
    return send(request, reply, types.feed, feed)
  }
  app.get('/rss.xml', (request, reply) => sendFeed(request, reply, null))
  app.get<{ Params: { file: string } }>('/rss/:file', async (request, reply) => {
    const id = /^([1-9]\d{0,8})\.xml$/.exec(request.params.file)?.[1]
    return id === undefined ? reply.callNotFound() : sendFeed(request, reply, Number(id))
  })
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, file: KeptFile | null): FastifyReply {
  if (!file) {
    reply.callNotFound()
    return reply
  }
  const { bytes, etag, modifiedMs } = file
  reply.headers({ etag, 'last-modified': new Date(modifiedMs).toUTCString(), 'cache-control': cacheControl })
  return isCurrent(request.headers, file) ? reply.code(304).send() : reply.type(type).send(bytes)
}
