import type { FastifyHttpOptions } from 'fastify'
import type { Server } from 'node:http'

/** Timeouts of clients, in milliseconds. */
export interface HttpTimeouts {
  /** For the header of a request. */
  headersMs: number
  /** For a whole request. The largest bodies are a quarter of a megabyte. */
  requestMs: number
  /** Without reading any byte of a reply, or while waiting for one. A paused player requests the rest again later. */
  idleMs: number
  /** Between two requests. Longer than nginx keeps idle connections, so that nginx never sends into a closed one. */
  keepAliveMs: number
  /** Interval of the checks. */
  checkEveryMs: number
}

/**
 * Connections that wait to be accepted while the event loop is busy. Where there is no room for one, its client tries again
 * after one second, then three.
 */
export const listenBacklog = 4096

const defaultTimeouts: HttpTimeouts = {
  headersMs: 15_000,
  requestMs: 60_000,
  idleMs: 60_000,
  keepAliveMs: 72_000,
  checkEveryMs: 5000,
}

/** Options of a Fastify server that closes connections of clients that neither send nor read for too long. */
export const timeoutOptions = (timeouts = defaultTimeouts): FastifyHttpOptions<Server> => ({
  connectionTimeout: timeouts.idleMs,
  keepAliveTimeout: timeouts.keepAliveMs,
  requestTimeout: timeouts.requestMs,
  http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkEveryMs },
})
