import { scriptValues } from '@yunmu/contract/constants'
import { homeUrl, isReadable, pageUrl, parseUrl, type Page } from '@yunmu/urls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForPrograms } from './not-found.ts'
import { defaultLimits, type RateLimits } from './rate-limits.ts'

/** How long a browser may go to where an old address led without asking again, in seconds. */
const rememberedSec = 3600

export interface AddressDoorNeeds {
  limits: RateLimits
  /**
   * Puts in what only the catalogue knows: the category of a title that an address names by id alone, the name of a
   * category that it numbers. Null where there is no such thing.
   */
  resolve: (page: Page) => Promise<Page | null>
}

/**
 * Sends whoever asks by a short form, or by an address of an older system, on to the canonical address (301), before any
 * page is made. What names nothing that is there is left to the pages, which say so; what no page can be called leads home.
 */
export function installAddressDoor(app: FastifyInstance, { limits, resolve }: AddressDoorNeeds): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request
    if ((method !== 'GET' && method !== 'HEAD') || isForPrograms(url)) return
    const page = parseUrl(url)
    if (!page) return isReadable(url) && !isRawData(url) ? undefined : sendHome(reply)
    const isCanonical = pathOf(url) === pathOf(pageUrl(page))
    if (isCanonical && !isOpen(page)) return
    await limits.consume('page', request.ip, defaultLimits.page)
    const resolved = await resolve(page)
    if (resolved === null || (isCanonical && resolved === page)) return
    return sendOn(reply, withScript(pageUrl(resolved), url))
  })
}

/**
 * Answers an address that the router cannot read, because it is not percent-encoded UTF-8 (RFC 3986): old bookmarks are
 * GBK. What means nothing leads home. False for what is no page.
 */
export function answerUnreadable(request: FastifyRequest, reply: FastifyReply): boolean {
  const { method, url } = request
  if ((method !== 'GET' && method !== 'HEAD') || isForPrograms(url)) return false
  const page = parseUrl(url)
  void (page ? sendOn(reply, withScript(pageUrl(page), url)) : sendHome(reply))
  return true
}

const sendOn = (reply: FastifyReply, location: string): FastifyReply =>
  reply.header('cache-control', `public, max-age=${rememberedSec}`).redirect(location, 301)

const sendHome = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store').redirect(homeUrl, 302)

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** The renderer would answer these with what a page is made from, instead of the page. No page of ours asks for it. */
const isRawData = (url: string): boolean => pathOf(url.split('#', 1)[0] ?? '').endsWith('.data')

/** Whether an address leaves open what `resolve` puts in, though its form is the canonical one. */
function isOpen(page: Page): boolean {
  if (page.name === 'details') return page.pidId === 0
  if (page.name === 'vod') return page.pidId === 0 || page.sourceAt !== undefined
  return page.name === 'browse' && /^[\x21-\x7e]+$/.test(page.type)
}

/** The address of the same page in the script that was asked for, where one was. */
function withScript(location: string, asked: string): string {
  const lang = new URLSearchParams(asked.split('?')[1] ?? '').get('lang')
  if (!scriptValues.some((script) => script === lang)) return location
  return `${location}${location.includes('?') ? '&' : '?'}lang=${lang}`
}
