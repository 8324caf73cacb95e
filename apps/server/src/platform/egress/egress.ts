import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, buildConnector, request, type Dispatcher } from 'undici'
import { checkUrl, destinationOf, EgressError, isPublicAddress, literalOf } from './egress-rules.ts'

export { EgressError, type EgressReason } from './egress-rules.ts'

/** The addresses of a host name. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface EgressOptions {
  /** Most bytes of the body, counted as they travel and again unpacked. */
  maxBytes?: number
  /** Time for everything: resolving, connecting, redirects and the whole body. */
  timeoutMs?: number
  headers?: Partial<
    Record<'accept' | 'if-none-match' | 'if-modified-since' | 'range' | 'referer' | 'user-agent', string>
  >
  signal?: AbortSignal
}

/** A request of a protocol that the operator set up: it carries credentials, so it is never led anywhere else. */
export interface EgressExchange extends Pick<EgressOptions, 'maxBytes' | 'timeoutMs' | 'signal'> {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface EgressReply {
  status: number
  /** Where the reply came from, after redirects: what relative addresses in it are relative to. */
  url: URL
  header(name: string): string | undefined
  /** The unpacked body. Ends with an EgressError where a limit is passed. */
  body: AsyncIterable<Buffer>
  bytes(): Promise<Buffer>
}

export interface Egress {
  /**
   * Fetches an outside address by GET. Any status but a redirect is a reply. Whoever does not read its body need not
   * end it: the time limit does.
   * @throws EgressError
   */
  get(address: string, options?: EgressOptions): Promise<EgressReply>
  /**
   * One request to exactly this address, under the same guard. A redirect is a reply and is not followed.
   * @throws EgressError
   */
  exchange(address: string, request: EgressExchange): Promise<EgressReply>
  /** Breaks off everything that is under way. */
  close(): Promise<void>
}

const longestRedirects = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const defaults = { maxBytes: 1024 * 1024, timeoutMs: 5000 }

const resolveByDns: Resolve = (hostname) => dns.promises.lookup(hostname, { all: true })

/**
 * The one client for addresses that come from outside. A name is resolved once, refused where any answer is not public,
 * and the connection goes to the checked answers, so that a second answer cannot lead inside (DNS rebinding).
 */
export function createEgress(options: {
  /** Destinations of the operator's own, exact `host:port`. A redirect from elsewhere may not lead to them. */
  allow: readonly string[]
  resolve?: Resolve
}): Egress {
  const allow = new Set(options.allow)
  const nothing = new Set<string>()
  const guarded = new Agent({ connect: guardedConnector(options.resolve ?? resolveByDns), ...timeLimits })
  const open = new Agent(timeLimits)

  const get = async (address: string, given: EgressOptions = {}): Promise<EgressReply> => {
    const { maxBytes, signal, failure } = boundsOf(given)
    let url = checkUrl(address, allow)
    let trusted = allow.has(destinationOf(url))
    for (let hop = 0; ; hop++) {
      const what = { method: 'GET', headers: given.headers ?? {} } as const
      const sent = await send(url, trusted ? open : guarded, signal, what).catch((err: unknown) => {
        throw failure(err)
      })
      if (!redirectStatuses.has(sent.statusCode)) return replyOf(sent, url, maxBytes, failure)
      sent.body.on('error', () => undefined).destroy()
      url = nextUrl(sent, url, hop, trusted ? allow : nothing)
      trusted &&= allow.has(destinationOf(url))
    }
  }
  const exchange = async (address: string, request: EgressExchange): Promise<EgressReply> => {
    const { maxBytes, signal, failure } = boundsOf(request)
    const url = checkUrl(address, allow)
    const dispatcher = allow.has(destinationOf(url)) ? open : guarded
    const sent = await send(url, dispatcher, signal, request).catch((err: unknown) => {
      throw failure(err)
    })
    return replyOf(sent, url, maxBytes, failure)
  }
  return {
    get,
    exchange,
    async close() {
      await Promise.all([guarded.destroy(), open.destroy()])
    },
  }
}

/** The total time of a fetch is limited by its signal. */
const timeLimits = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4000 }

/** The limits of one fetch, counted from now. */
function boundsOf(given: Pick<EgressOptions, 'maxBytes' | 'timeoutMs' | 'signal'>) {
  const { maxBytes, timeoutMs } = { ...defaults, ...given }
  const timeout = AbortSignal.timeout(timeoutMs)
  return {
    maxBytes,
    signal: given.signal ? AbortSignal.any([timeout, given.signal]) : timeout,
    failure: (err: unknown): EgressError => asEgressError(err, timeout),
  }
}

/** A request that waits for its connection does not hear its signal: this one does. */
async function send(
  url: URL,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  { method, headers, body }: Pick<EgressExchange, 'method' | 'body'> & Pick<EgressOptions, 'headers'>,
): Promise<Dispatcher.ResponseData> {
  signal.throwIfAborted()
  const sent = request(url, {
    dispatcher,
    signal,
    method,
    headers: { 'user-agent': 'Yunmu', 'accept-encoding': 'gzip, br', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([sent, aborted.promise])
  } catch (err) {
    sent.then(({ body }) => body.on('error', () => undefined).destroy()).catch(() => undefined)
    throw err
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function nextUrl(sent: Dispatcher.ResponseData, from: URL, hop: number, allowed: ReadonlySet<string>): URL {
  const { location } = sent.headers
  if (hop >= longestRedirects || typeof location !== 'string') throw new EgressError('redirect')
  if (!URL.canParse(location, from.href)) throw new EgressError('malformed')
  return checkUrl(new URL(location, from).href, allowed)
}

/** Node asks no resolver about a literal address: names are checked in the lookup, literals before the connection. */
function guardedConnector(resolve: Resolve): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all }, done) => {
    const answer = async (): Promise<{ address: string; family: number }[]> => {
      const found = await resolve(hostname).catch((cause: unknown) => {
        throw new EgressError('unresolved', { cause })
      })
      if (found.length === 0) throw new EgressError('unresolved')
      if (!found.every(({ address }) => isPublicAddress(address))) throw new EgressError('address')
      return found
    }
    answer().then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (err: Error) => done(err, ''),
    )
  }
  const connect = buildConnector({ lookup })
  return (target, done) => {
    const literal = literalOf(target.hostname)
    if (literal !== undefined && !isPublicAddress(literal)) return done(new EgressError('address'), null)
    connect(target, done)
  }
}

function asEgressError(err: unknown, timeout: AbortSignal): EgressError {
  if (err instanceof EgressError) return err
  if (timeout.aborted) return new EgressError('time', { cause: err })
  return new EgressError('network', { cause: err })
}

function replyOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  maxBytes: number,
  failure: (err: unknown) => EgressError,
): EgressReply {
  const header = (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  const refuse = (reason: 'size' | 'encoding'): never => {
    body.on('error', () => undefined).destroy()
    throw new EgressError(reason)
  }
  const unpack = unpackerOf(header('content-encoding'))
  if (unpack === 'unknown') return refuse('encoding')
  if (Number(header('content-length') ?? 0) > maxBytes) return refuse('size')

  const read = async function* (): AsyncGenerator<Buffer> {
    try {
      const travelled = capped(body, maxBytes)
      if (unpack === null) yield* travelled
      else
        yield* capped(
          pipeline(Readable.from(travelled), unpack, () => undefined),
          maxBytes,
        )
    } catch (err) {
      throw failure(err)
    } finally {
      body.on('error', () => undefined).destroy()
    }
  }
  return {
    status: statusCode,
    url,
    header,
    body: { [Symbol.asyncIterator]: read },
    async bytes() {
      const chunks: Buffer[] = []
      for await (const chunk of read()) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
  }
}

/** The way back from a content coding (RFC 9110, 8.4.1); null where there is none. A coding upon a coding is not known. */
function unpackerOf(coding: string | undefined): Transform | null | 'unknown' {
  switch (coding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      return 'unknown'
  }
}

async function* capped(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new EgressError('size')
    yield chunk
  }
}
