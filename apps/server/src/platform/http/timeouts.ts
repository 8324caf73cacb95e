import type { FastifyHttpOptions } from 'fastify'
import type { Server } from 'node:http'

/** How long a client may take, in milliseconds. */
export interface HttpTimeouts {
  /** To send the header of a request. */
  headersMs: number
  /** To send a whole request. The largest bodies are a quarter of a megabyte. */
  requestMs: number
  /** Without reading anything of a reply, or while it waits for one. A player that has paused asks again for the rest. */
  idleMs: number
  /** Between two requests. Longer than nginx keeps its own connections, so that it never sends into a closed one. */
  keepAliveMs: number
  /** How often requests that take too long are looked for. */
  checkEveryMs: number
}

const defaultTimeouts: HttpTimeouts = {
  headersMs: 15_000,
  requestMs: 60_000,
  idleMs: 60_000,
  keepAliveMs: 72_000,
  checkEveryMs: 5000,
}

/** Options of a Fastify server that closes the connections of clients who send nothing, or read nothing, for too long. */
export const timeoutOptions = (timeouts = defaultTimeouts): FastifyHttpOptions<Server> => ({
  connectionTimeout: timeouts.idleMs,
  keepAliveTimeout: timeouts.keepAliveMs,
  requestTimeout: timeouts.requestMs,
  http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkEveryMs },
})
