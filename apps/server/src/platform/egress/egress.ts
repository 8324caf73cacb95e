import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, buildConnector, request, type Dispatcher } from 'undici'
import type { EgressAccounts } from './accounts.ts'
import { checkUrl, destinationOf, EgressError, isPublicAddress, literalOf } from './egress-rules.ts'

export { EgressError, type EgressReason } from './egress-rules.ts'

/** Resolves a host name. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface EgressOptions {
  /** Maximum size of the body, for the encoded and the decoded bytes. */
  maxBytes?: number
  /** Timeout of the whole request: resolution, connection, redirects and body. */
  timeoutMs?: number
  headers?: Partial<
    Record<'accept' | 'if-none-match' | 'if-modified-since' | 'if-range' | 'range' | 'referer' | 'user-agent', string>
  >
  signal?: AbortSignal
  /** Whether a request may go to an address, besides the other checks: asked of the first one and of each redirect. */
  permits?: (url: URL) => boolean | Promise<boolean>
}

/** A request of a protocol that the operator configured. It carries credentials, so redirects are not followed. */
export interface EgressExchange extends Pick<EgressOptions, 'maxBytes' | 'timeoutMs' | 'signal'> {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Destinations, `host:port`, that this request may reach besides the operator's. */
  allow?: readonly string[]
}

export interface EgressReply {
  status: number
  /** The address after redirects, which is the base of relative addresses in the reply. */
  url: URL
  header(name: string): string | undefined
  /** The decoded body. Throws an EgressError when a limit is exceeded. */
  body: AsyncIterable<Buffer>
  bytes(): Promise<Buffer>
  /** Closes the connection at once. Whoever reads the body gets an EgressError. */
  cancel(): void
}

export interface Egress {
  /**
   * Sends a GET to an outside address. Any status except a redirect is a reply. The body need not be read: the timeout
   * frees it.
   * @throws EgressError
   */
  get(address: string, options?: EgressOptions): Promise<EgressReply>
  /**
   * One request to exactly this address, with the same checks. A redirect is returned and not followed.
   * @throws EgressError
   */
  exchange(address: string, request: EgressExchange): Promise<EgressReply>
  /**
   * Whether an address out of a document of strangers may be requested: destinations allowed by the operator only if the
   * document itself was from one, as with redirects. What `get` checks is not checked here.
   * @param document address of the reply that contained it
   */
  mayName(document: URL, address: string): boolean
  /**
   * An address with the account that it needs, for programs that request it by themselves. `get` fills it by itself.
   * @throws EgressError
   */
  fill(address: string): Promise<string>
  /** Aborts all requests. */
  close(): Promise<void>
}

const maxRedirects = 3
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const defaults = { maxBytes: 1024 * 1024, timeoutMs: 5000 }

const resolveByDns: Resolve = (hostname) => dns.promises.lookup(hostname, { all: true })

/**
 * The only client for addresses from outside. A name is resolved once and refused if any answer is not public, and the
 * connection uses the checked answers, so that DNS rebinding cannot reach internal addresses.
 */
export function createEgress(options: {
  /**
   * Destinations allowed by the operator, exact `host:port`. A redirect from another destination may not lead to them.
   */
  allow: readonly string[]
  resolve?: Resolve
  /** Of addresses with placeholders; without it they are refused as malformed by their hosts. */
  accounts?: Pick<EgressAccounts, 'fill'>
}): Egress {
  const allow = new Set(options.allow)
  const noDestinations = new Set<string>()
  const guardedAgent = new Agent({ connect: guardedConnector(options.resolve ?? resolveByDns), ...timeLimits })
  const openAgent = new Agent(timeLimits)

  const fill = async (address: string): Promise<string> => (await options.accounts?.fill(address)) ?? address

  const get = async (address: string, limits: EgressOptions = {}): Promise<EgressReply> => {
    const { maxBytes, signal, failure } = createLimits(limits)
    const { permits = () => true } = limits
    let url = checkUrl(await fill(address), allow)
    if (!(await permits(url))) throw new EgressError('host')
    let trusted = allow.has(destinationOf(url))
    for (let hop = 0; ; hop++) {
      const outgoing = { method: 'GET', headers: limits.headers ?? {} } as const
      const response = await send(url, trusted ? openAgent : guardedAgent, signal, outgoing).catch((err: unknown) => {
        throw failure(err)
      })
      if (!redirectStatuses.has(response.statusCode)) return createReply(response, url, maxBytes, failure)
      response.body.on('error', () => undefined).destroy()
      url = nextUrl(response, url, hop, trusted ? allow : noDestinations)
      if (!(await permits(url))) throw new EgressError('host')
      trusted &&= allow.has(destinationOf(url))
    }
  }
  const exchange = async (address: string, request: EgressExchange): Promise<EgressReply> => {
    const { maxBytes, signal, failure } = createLimits(request)
    const allowed = request.allow ? allow.union(new Set(request.allow)) : allow
    const url = checkUrl(address, allowed)
    const dispatcher = allowed.has(destinationOf(url)) ? openAgent : guardedAgent
    const response = await send(url, dispatcher, signal, request).catch((err: unknown) => {
      throw failure(err)
    })
    return createReply(response, url, maxBytes, failure)
  }
  return {
    get,
    exchange,
    fill,
    mayName: (document, address) =>
      allow.has(destinationOf(document)) || !URL.canParse(address) || !allow.has(destinationOf(new URL(address))),
    async close() {
      await Promise.all([guardedAgent.destroy(), openAgent.destroy()])
    },
  }
}

/** The signal limits the total time of a request instead. */
const timeLimits = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 4000 }

/** Limits of one request, starting now. */
function createLimits(limits: Pick<EgressOptions, 'maxBytes' | 'timeoutMs' | 'signal'>) {
  const { maxBytes, timeoutMs } = { ...defaults, ...limits }
  const timeout = AbortSignal.timeout(timeoutMs)
  return {
    maxBytes,
    signal: limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout,
    failure: (err: unknown): EgressError => asEgressError(err, timeout),
  }
}

/** undici ignores the signal while a request waits for its connection, so it is raced against the signal. */
async function send(
  url: URL,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  { method, headers, body }: Pick<EgressExchange, 'method' | 'body'> & Pick<EgressOptions, 'headers'>,
): Promise<Dispatcher.ResponseData> {
  signal.throwIfAborted()
  const response = request(url, {
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
    return await Promise.race([response, aborted.promise])
  } catch (err) {
    response.then(({ body }) => body.on('error', () => undefined).destroy()).catch(() => undefined)
    throw err
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function nextUrl(response: Dispatcher.ResponseData, from: URL, hop: number, allowed: ReadonlySet<string>): URL {
  const { location } = response.headers
  if (hop >= maxRedirects || typeof location !== 'string') throw new EgressError('redirect')
  if (!URL.canParse(location, from.href)) throw new EgressError('malformed')
  return checkUrl(new URL(location, from).href, allowed)
}

/** Node calls `lookup` for names only: names are checked there, literal addresses before connecting. */
function guardedConnector(resolve: Resolve): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all }, done) => {
    const resolvePublic = async (): Promise<{ address: string; family: number }[]> => {
      const found = await resolve(hostname).catch((cause: unknown) => {
        throw new EgressError('unresolved', { cause })
      })
      if (found.length === 0) throw new EgressError('unresolved')
      if (!found.every(({ address }) => isPublicAddress(address))) throw new EgressError('address')
      return found
    }
    resolvePublic().then(
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

function createReply(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  maxBytes: number,
  failure: (err: unknown) => EgressError,
): EgressReply {
  const header = (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  const cancel = (): void => void body.on('error', () => undefined).destroy()
  const refuse = (reason: 'size' | 'encoding'): never => {
    cancel()
    throw new EgressError(reason)
  }
  const decoder = createDecoder(header('content-encoding'))
  if (decoder === 'unknown') return refuse('encoding')
  if (Number(header('content-length') ?? 0) > maxBytes) return refuse('size')

  const read = async function* (): AsyncGenerator<Buffer> {
    try {
      const limited = limitBytes(body, maxBytes)
      if (decoder === null) yield* limited
      else
        yield* limitBytes(
          pipeline(Readable.from(limited), decoder, () => undefined),
          maxBytes,
        )
    } catch (err) {
      throw failure(err)
    } finally {
      cancel()
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
    cancel,
  }
}

/** The decoder of a content coding (RFC 9110, 8.4.1); null for none. Multiple codings are not supported. */
function createDecoder(coding: string | undefined): Transform | null | 'unknown' {
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

async function* limitBytes(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new EgressError('size')
    yield chunk
  }
}
