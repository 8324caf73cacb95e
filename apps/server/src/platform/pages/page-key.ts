import { themeValues, type Script, type Theme } from '@yunmu/contract'
import { pageUrl, parseUrl } from '@yunmu/urls'
import type { FastifyRequest } from 'fastify'
import { isMinorsBrowser } from '../audience.ts'
import { withScript } from '../http/canonical-redirects.ts'
import { cookieOf, scriptOf } from '../http/script.ts'
import { missingPageOf } from '../http/missing-pages.ts'
import { originOf } from '../http/site-origin.ts'
import { RefusalError } from '../http/refusal-error.ts'

/** Everything that a page depends on, besides the site's content. */
export interface PageRequest {
  /** Scheme and host: the head contains the page's own address. */
  origin: string
  /** The canonical address, with known parameters only. */
  url: string
  script: Script
  theme: Theme
  signedIn: boolean
  /** Whether the browser is in minors' mode. */
  isMinor: boolean
}

/** Parses which page a request is for. Refuses a malformed address with MalformedRequest. */
export function parsePageRequest(request: FastifyRequest, siteUrl: string): PageRequest {
  const { url, headers } = request
  if (!url.startsWith('/')) throw new RefusalError('MalformedRequest')
  const [path = '/', query = ''] = url.split('?')
  const page = missingPageOf(request) ?? parseUrl(url)
  return {
    origin: originOf(request, siteUrl),
    // An unknown parameter must not create another cached page.
    url: withScript(page ? pageUrl(page) : path, url),
    script: scriptOf(new URLSearchParams(query).get('lang') ?? undefined, headers),
    theme: themeValues.find((value) => value === cookieOf(headers.cookie, 'theme')) ?? 'b',
    signedIn: cookieOf(headers.cookie, 'in') === '1',
    isMinor: isMinorsBrowser(headers),
  }
}
