import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { matchesTag } from './conditional.ts'
import { commonHeaders } from './security-headers.ts'
import { parseRange } from './byte-range.ts'

/** Header fields by lower-case name. */
export type Headers = Record<string, string | number>

export const cachedForever = 'public, max-age=31536000, immutable'

/** Nothing of what needs a password stays behind in caches, that of the browser included. */
export const neverCached = 'private, no-store'

/** The bytes of a file; its path and size if the bytes were not wanted or are too many; null if there is no file. */
export type FoundFile = { bytes: Buffer } | { path: string; size: number } | null

/** A file that is put together while it is sent. */
export interface ComposedFile {
  size: number
  /** The bytes from `first` to before `end`. */
  open(first: number, end: number): AsyncIterable<Buffer>
}

export type RefusalStatus = 403 | 404 | 410 | 502 | 503

export type MediaReply =
  | { kind: 'refused'; status: RefusalStatus; retryAfterSec: number }
  | { kind: 'moved'; location: string }
  | {
      kind: 'found'
      file: NonNullable<FoundFile> | ComposedFile
      type: string
      cacheControl: string
      /** The folder of the tier in which a file of an asset is stored, for a proxy that sends it itself. */
      storedTier?: string
      /** Without quotes; absent for a reply that is generated for each request. */
      etag?: string
      /** Whether ranges of it are not sent. */
      isWhole?: boolean
    }

const messages = {
  403: 'forbidden',
  404: 'not found',
  410: 'expired',
  416: 'range not satisfiable',
  502: 'the other host does not answer',
  503: 'busy',
} as const

/** A plain-text refusal; a 503 may be retried after `retryAfterSec`. */
export const refusal = (status: RefusalStatus, retryAfterSec = 2): MediaReply => ({
  kind: 'refused',
  status,
  retryAfterSec,
})

/**
 * Writes a reply directly to the socket; a cached segment is sent without a copy. Returns the number of file bytes
 * sent.
 */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: MediaReply,
  extra: Headers,
): number {
  const headers = { ...commonHeaders, ...extra }
  if (reply.kind === 'found') return sendFound(request, response, reply, headers)
  if (reply.kind === 'refused') {
    const retryHeader = reply.status === 503 ? { 'retry-after': String(reply.retryAfterSec) } : {}
    sendText(response, reply.status, { ...headers, ...retryHeader })
  } else {
    response.writeHead(301, { ...headers, location: reply.location, 'cache-control': 'public, max-age=300' })
    response.end()
  }
  return 0
}

function sendText(response: ServerResponse, status: keyof typeof messages, headers: Headers): void {
  const text = messages[status]
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': text.length,
    'cache-control': 'no-store',
  })
  response.end(text)
}

type Found = Extract<MediaReply, { kind: 'found' }>

function sendFound(
  request: IncomingMessage,
  response: ServerResponse,
  { file, type, cacheControl, etag, storedTier, isWhole }: Found,
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
  const range = isWhole ? null : rangeOf(request, size, tag)
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
    ...(isWhole ? {} : { 'accept-ranges': 'bytes' }),
    ...(request.method === 'HEAD' && storedTier !== undefined ? { 'x-media-tier': storedTier } : {}),
    ...(range ? { 'content-range': `bytes ${first}-${range.last}/${size}` } : {}),
  })
  if (request.method === 'HEAD' || end === first) {
    response.end()
    return 0
  }
  if ('bytes' in file) response.end(range ? file.bytes.subarray(first, end) : file.bytes)
  // If the file shrinks or the viewer disconnects, the connection is closed: the status has already been sent.
  else {
    const bytes =
      'open' in file
        ? Readable.from(file.open(first, end), { objectMode: false })
        : createReadStream(file.path, { start: first, end: end - 1 })
    pipeline(bytes, response, () => {})
  }
  return end - first
}

/** The requested range; the whole file if If-Range (RFC 9110, 13.1.5) names another version of it. */
function rangeOf(request: IncomingMessage, size: number, tag: string | undefined): ReturnType<typeof parseRange> {
  if (request.method !== 'GET') return null
  const condition = request.headers['if-range']
  return condition === undefined || condition === tag ? parseRange(request.headers.range, size) : null
}
