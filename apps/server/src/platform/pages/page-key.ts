import { themeValues, type Script, type Theme } from '@yunmu/contract'
import { pageUrl, parseUrl } from '@yunmu/urls'
import type { FastifyRequest } from 'fastify'
import { cookieOf, scriptOf } from '../http/script.ts'
import { originOf } from '../http/site-origin.ts'
import { RefusalError } from '../http/refusal-error.ts'

/** All that a page depends on, beside what is on the site. */
export interface PageRequest {
  /** Scheme and host: the head names the page's own address. */
  origin: string
  /** The canonical address: with the parameters that pages know, and no other. */
  url: string
  script: Script
  theme: Theme
  signedIn: boolean
}

/** Reads from a request which page it asks for. Refuses with MalformedRequest what is no address of a host. */
export function pageRequestOf(request: FastifyRequest, siteUrl: string): PageRequest {
  const { url, headers } = request
  if (!url.startsWith('/')) throw new RefusalError('MalformedRequest')
  const [path = '/', query = ''] = url.split('?')
  const page = parseUrl(url)
  return {
    origin: originOf(request, siteUrl),
    // A parameter that no page knows neither makes another page nor caches one.
    url: page ? pageUrl(page) : path,
    script: scriptOf(new URLSearchParams(query).get('lang') ?? undefined, headers),
    theme: themeValues.find((value) => value === cookieOf(headers.cookie, 'theme')) ?? 'b',
    signedIn: cookieOf(headers.cookie, 'in') === '1',
  }
}
