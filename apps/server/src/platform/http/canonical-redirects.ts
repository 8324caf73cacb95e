import { homeReasonSetCookie, scriptValues } from '@yunmu/contract/constants'
import { homeUrl, isReadable, pageUrl, parseOldUrl, parseUrl, type OldAddress, type Page } from '@yunmu/urls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { workVisitorOf, type Admission } from './admission/admission.ts'
import { markMissing } from './missing-pages.ts'
import { isForPrograms } from './not-found.ts'
import { defaultLimits, type RateLimits } from './rate-limits.ts'

/** How long browsers may cache a redirect, in seconds. */
const redirectMaxAgeSec = 3600

export interface CanonicalRedirectsNeeds {
  limits: RateLimits
  /** Where addresses wait for a slot whose title must be read. */
  admission: Admission
  /**
   * Completes a page with data of the catalog: the category of a title named only by id, the name of a category given
   * by number. Null if there is no such title or category.
   */
  resolve: (page: Page) => Promise<Page | null>
  /**
   * The page of an address of an older system, to be completed. Undefined if its ids are the station's own; null if it leads
   * nowhere.
   */
  translate: (address: OldAddress) => Promise<Page | null | undefined>
  /** The page that took the place of one, to be completed; from memory. Others as they are. */
  moved: (page: Page) => Page
}

/**
 * Redirects short addresses and those of older systems to the canonical address (301), before a page is rendered. An
 * address of a missing title is left to the pages, which answer 404; an address that no page can have redirects to the
 * home page.
 */
export function installCanonicalRedirects(
  app: FastifyInstance,
  { limits, admission, resolve, moved, translate }: CanonicalRedirectsNeeds,
): void {
  const translateOld = async (
    address: OldAddress,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Page | null | undefined> => {
    await limits.consume('page', request.ip, defaultLimits.page)
    return admission.run(workVisitorOf(request, reply), () => translate(address))
  }
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request
    if ((method !== 'GET' && method !== 'HEAD') || isForPrograms(url)) return
    const old = parseOldUrl(url)
    const translated = old === null ? undefined : await translateOld(old, request, reply)
    if (translated === null && old) return markMissing(request, old.kind)
    const asked = translated ?? parseUrl(url)
    if (!asked) return isReadable(url) && !isRawData(url) ? undefined : redirectHome(reply)
    const page = moved(asked)
    const isCanonical = pathOf(url) === pathOf(pageUrl(page))
    if (isCanonical && !isIncomplete(page)) return
    await limits.consume('page', request.ip, defaultLimits.page)
    const readsTitle = isIncomplete(page) && page.name !== 'browse'
    const resolved = await (readsTitle
      ? admission.run(workVisitorOf(request, reply), () => resolve(page))
      : resolve(page))
    if (resolved === null && translated && old) return markMissing(request, old.kind)
    if (resolved === null || (isCanonical && resolved === page)) return
    return redirectPermanently(reply, withScript(pageUrl(resolved), url))
  })
}

/**
 * Answers an address that the router cannot decode, because it is not percent-encoded UTF-8 (RFC 3986): old bookmarks
 * are GBK. An address without a meaning redirects to the home page. Returns false for addresses of programs.
 */
export function answerUnreadable(request: FastifyRequest, reply: FastifyReply): boolean {
  const { method, url } = request
  if ((method !== 'GET' && method !== 'HEAD') || isForPrograms(url)) return false
  const page = parseUrl(url)
  void (page ? redirectPermanently(reply, withScript(pageUrl(page), url)) : redirectHome(reply))
  return true
}

const redirectPermanently = (reply: FastifyReply, location: string): FastifyReply =>
  reply.header('cache-control', `public, max-age=${redirectMaxAgeSec}`).redirect(location, 301)

const redirectHome = (reply: FastifyReply): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'set-cookie': homeReasonSetCookie('unknownAddress') })
    .redirect(homeUrl, 302)

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** The renderer would answer these with a page's data instead of the page. No page of ours requests it. */
const isRawData = (url: string): boolean => pathOf(url.split('#', 1)[0] ?? '').endsWith('.data')

/** Whether a canonical address lacks what `resolve` completes. */
function isIncomplete(page: Page): boolean {
  if (page.name === 'details') return page.pidId === 0
  if (page.name === 'vod') return page.pidId === 0 || page.sourceAt !== undefined
  return page.name === 'browse' && /^[\x21-\x7e]+$/.test(page.type)
}

/** Adds the requested script, if any. */
export function withScript(location: string, requestedUrl: string): string {
  const lang = new URLSearchParams(requestedUrl.split('?')[1] ?? '').get('lang')
  if (!scriptValues.some((script) => script === lang)) return location
  return `${location}${location.includes('?') ? '&' : '?'}lang=${lang}`
}
