import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { EgressError, type Egress, type EgressReply } from '../../../platform/egress/egress.ts'
import type { KeyedHash } from '../../../platform/process/keyed-hash.ts'
import {
  looksLikePlaylist,
  maxPlaylistBytes,
  parseProxyPath,
  proxyPlaylist,
  signatureBytes,
  type ProxyTarget,
} from './proxy-rules.ts'

/** The longest possible timer; streams have no time limit. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Fetches remote streams for ffmpeg under the station's egress rules, because ffmpeg resolves names and follows redirects
 * without checks. It is also configured as ffmpeg's HTTP proxy (RFC 9112, 3.2.2), so that other URLs in a stream reach it
 * and are refused. The returned server is not listening yet.
 */
export function createSourceProxy({ egress, hash }: { egress: Egress; hash: KeyedHash }): Server {
  return createServer((request, reply) => {
    handle(request, reply).catch((err: unknown) => {
      if (!reply.headersSent) reply.writeHead(err instanceof EgressError && err.reason === 'time' ? 504 : 502).end()
      else reply.destroy()
    })
  })

  async function handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = request.url?.replace(/^http:\/\/[^/]*/, '') ?? ''
    const target = request.method === 'GET' ? parseProxyPath(hash, path) : undefined
    if (!target) return void reply.writeHead(404).end()
    const closed = new AbortController()
    reply.once('close', () => closed.abort())
    const found = await fetchSource(egress, target, { range: request.headers.range, signal: closed.signal })
    // ffmpeg would play the body of a redirect, so every other status becomes an error.
    if (found.status >= 300) return void reply.writeHead(Math.max(found.status, 400)).end()
    const chunks = found.body[Symbol.asyncIterator]()
    const first = await chunks.next()
    const start = first.done === true ? Buffer.alloc(0) : first.value
    if (looksLikePlaylist(start)) return sendPlaylist(found, target, start, chunks, reply)
    const type = found.header('content-type')
    const range = found.header('content-range')
    reply.writeHead(found.status, {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(range === undefined ? {} : { 'content-range': range }),
    })
    await pipeline(Readable.from(prepend(start, chunks)), reply)
  }

  async function sendPlaylist(
    found: EgressReply,
    { userAgent }: ProxyTarget,
    start: Buffer,
    chunks: AsyncIterator<Buffer>,
    reply: ServerResponse,
  ): Promise<void> {
    const parts: Buffer[] = []
    let size = 0
    for await (const chunk of prepend(start, chunks)) {
      size += chunk.length
      if (size > maxPlaylistBytes) throw new EgressError('size')
      parts.push(chunk)
    }
    const text = proxyPlaylist(hash, Buffer.concat(parts).toString('utf8'), found.url, userAgent)
    if (text === undefined) throw new EgressError('size')
    reply.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(text)
  }
}

/** The body including its first chunk, which was consumed already. */
async function* prepend(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

/** The body, regrouped so that its first chunk is long enough to recognise a playlist. */
async function* withSignatureChunk(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | null = Buffer.alloc(0)
  for await (const chunk of body) {
    if (start !== null) start = Buffer.concat([start, chunk])
    if (start !== null && start.length < signatureBytes) continue
    yield start ?? chunk
    start = null
  }
  if (start !== null && start.length > 0) yield start
}

/** Requests a remote stream. The first chunk of the body is long enough to recognise a playlist. @throws EgressError */
export async function fetchSource(
  egress: Egress,
  { url, userAgent }: ProxyTarget,
  { range, signal }: { range?: string | undefined; signal: AbortSignal },
): Promise<EgressReply> {
  const reply = await egress.get(url, {
    maxBytes: Infinity,
    timeoutMs: maxTimerMs,
    signal,
    headers: {
      ...(range === undefined ? {} : { range }),
      ...(userAgent === '' ? {} : { 'user-agent': userAgent }),
    },
  })
  return { ...reply, body: withSignatureChunk(reply.body) }
}
