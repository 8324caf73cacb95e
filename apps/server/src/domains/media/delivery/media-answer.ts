import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { matchesTag } from '../../../platform/http/conditional.ts'
import { commonHeaders } from '../../../platform/http/security-headers.ts'
import { readRange } from './byte-range.ts'
import type { FoundFile } from './file-memory.ts'

/** Header fields by name, in lower case. */
export type Headers = Record<string, string | number>

export const keptForEver = 'public, max-age=31536000, immutable'

export type MediaAnswer =
  | { kind: 'refused'; status: 403 | 404 | 410 | 503; retryAfterSec: number }
  | { kind: 'moved'; location: string }
  | {
      kind: 'found'
      file: NonNullable<FoundFile>
      type: string
      cacheControl: string
      /** Without quotes; absent where the answer is made anew each time. */
      etag?: string
    }

const sentences = {
  403: 'forbidden',
  404: 'not found',
  410: 'expired',
  416: 'range not satisfiable',
  503: 'busy',
} as const

/** What is refused with 503 may be asked for again after so many seconds. */
export const refused = (status: 403 | 404 | 410 | 503, retryAfterSec = 2): MediaAnswer => ({
  kind: 'refused',
  status,
  retryAfterSec,
})

/**
 * Writes an answer straight to the socket: a segment in memory is sent as it lies there, nothing is copied.
 * Returns how many bytes of a file go out.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: MediaAnswer,
  extra: Headers,
): number {
  const headers = { ...commonHeaders, ...extra }
  if (answer.kind === 'found') return sendFound(request, response, answer, headers)
  if (answer.kind === 'refused') {
    const again = answer.status === 503 ? { 'retry-after': String(answer.retryAfterSec) } : {}
    sendText(response, answer.status, { ...headers, ...again })
  } else {
    response.writeHead(301, { ...headers, location: answer.location, 'cache-control': 'public, max-age=300' })
    response.end()
  }
  return 0
}

function sendText(response: ServerResponse, status: keyof typeof sentences, headers: Headers): void {
  const text = sentences[status]
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': text.length,
    'cache-control': 'no-store',
  })
  response.end(text)
}

type Found = Extract<MediaAnswer, { kind: 'found' }>

function sendFound(
  request: IncomingMessage,
  response: ServerResponse,
  { file, type, cacheControl, etag }: Found,
  extra: Headers,
): number {
  const tag = etag === undefined ? undefined : `"${etag}"`
  const headers = { ...extra, 'cache-control': cacheControl, ...(tag === undefined ? {} : { etag: tag }) }
  if (tag !== undefined && matchesTag(request.headers['if-none-match'], tag)) {
    response.writeHead(304, headers)
    response.end()
    return 0
  }
  const size = 'bytes' in file ? file.bytes.length : file.size
  const range = rangeOf(request, size, tag)
  if (range === 'unsatisfiable') {
    sendText(response, 416, { ...extra, 'content-range': `bytes */${size}` })
    return 0
  }
  const first = range?.first ?? 0
  const end = range ? range.last + 1 : size
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-type': type,
    'content-length': end - first,
    'accept-ranges': 'bytes',
    ...(range ? { 'content-range': `bytes ${first}-${range.last}/${size}` } : {}),
  })
  if (request.method === 'HEAD' || end === first) {
    response.end()
    return 0
  }
  if ('bytes' in file) response.end(range ? file.bytes.subarray(first, end) : file.bytes)
  // A file that shrinks or a viewer who leaves ends the connection; the status is sent already.
  else pipeline(createReadStream(file.path, { start: first, end: end - 1 }), response, () => {})
  return end - first
}

/** The part that is asked for; the whole where If-Range (RFC 9110, 13.1.5) names another state of the file. */
function rangeOf(request: IncomingMessage, size: number, tag: string | undefined): ReturnType<typeof readRange> {
  if (request.method !== 'GET') return null
  const condition = request.headers['if-range']
  return condition === undefined || condition === tag ? readRange(request.headers.range, size) : null
}
