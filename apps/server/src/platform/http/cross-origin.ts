import type { IncomingMessage, ServerResponse } from 'node:http'
import { commonHeaders } from './security-headers.ts'
import type { Headers } from './file-reply.ts'

const preflightSec = 86_400

/** Which pages of other origins may read media (the CORS protocol of the Fetch standard). */
export interface CrossOrigin {
  headersFor(request: IncomingMessage): Headers
  /** Answers the preflight request that a browser sends before a Range request. */
  sendPreflight(request: IncomingMessage, response: ServerResponse): void
}

export function createCrossOrigin(allowedOrigins: readonly string[]): CrossOrigin {
  const allowed = new Set(allowedOrigins)
  const headersFor = ({ headers: { origin } }: IncomingMessage): Headers => {
    if (allowed.size === 0) return {}
    if (origin === undefined || !allowed.has(origin)) return { vary: 'origin' }
    return {
      vary: 'origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'content-range, accept-ranges, etag',
    }
  }
  return {
    headersFor,
    sendPreflight(request, response) {
      const headers: Headers = { ...commonHeaders, ...headersFor(request), allow: 'GET, HEAD, OPTIONS' }
      if ('access-control-allow-origin' in headers) {
        headers['access-control-allow-methods'] = 'GET, HEAD'
        headers['access-control-allow-headers'] = 'range, if-none-match, if-range'
        headers['access-control-max-age'] = preflightSec
      }
      response.writeHead(204, headers)
      response.end()
    },
  }
}
