import { realtimePath } from '@yunmu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServerResponse, type IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { refuseForeignOrigin } from '../http/foreign-origin.ts'
import { overloadPauseSec } from '../http/admission/load.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { RefusalError } from '../http/refusal-error.ts'
import type { ConnectionCounts } from './connection-counts.ts'
import { protocolBounds } from './page-socket.ts'

/** New connections per address. Pages reconnect after a delay, so a household stays below. */
const connectLimit = { points: 120, perSec: 60 }
/** Deadline of an upgrade request, because Node applies no timeouts to upgraded sockets. */
const upgradeTimeoutMs = 10_000

interface PendingUpgrade {
  socket: Socket
  head: Buffer
  response: ServerResponse
  clearUpgradeTimeout(): void
}

interface UpgradeNeeds {
  limits: RateLimits
  connections: ConnectionCounts
  allowedOrigins: ReadonlySet<string>
  overloaded: () => boolean
  /** Called for each new connection. `socket` is the stream below `ws`. */
  onConnection(ws: WebSocket, socket: Socket, address: string): void
}

/**
 * Node must not treat other upgrade requests (`h2c`, other paths) as upgrades: they are served as ordinary requests.
 */
const isRealtimeUpgrade = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === realtimePath

/**
 * Handles WebSocket upgrades (RFC 6455). The request passes the ordinary routes first, so that addresses, limits and
 * refusals work as everywhere, and its socket is then handed over.
 */
export function installUpgradeHandler(app: FastifyInstance, needs: UpgradeNeeds): void {
  const server = new WebSocketServer({
    ...protocolBounds,
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
  })
  const pending = new WeakMap<IncomingMessage, PendingUpgrade>()

  Object.assign(app.server, { shouldUpgradeCallback: isRealtimeUpgrade })
  app.server.on('upgrade', (request, socket, head) => {
    if (!(socket instanceof Socket)) {
      socket.destroy()
      return
    }
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    // Destroys the socket after the reply, because Node leaves closing an upgraded socket to us.
    response.on('finish', () => socket.destroySoon())
    const timeout = setTimeout(() => socket.destroy(), upgradeTimeoutMs)
    const clearUpgradeTimeout = (): void => clearTimeout(timeout)
    socket.once('close', clearUpgradeTimeout)
    pending.set(request, { socket, head, response, clearUpgradeTimeout })
    app.routing(request, response)
  })

  app.get(realtimePath, async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignOrigin(request, needs.allowedOrigins)
    await needs.limits.consume('realtime', request.ip, connectLimit)
    if (needs.overloaded()) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
    const upgrade = pending.get(request.raw)
    if (!upgrade) throw new RefusalError('MalformedRequest')
    if (needs.connections.isFull(request.ip))
      throw new RefusalError('TooManyRequests', { retryAfterSec: connectLimit.perSec })
    reply.hijack()
    const { socket, head, response, clearUpgradeTimeout } = upgrade
    socket.off('close', clearUpgradeTimeout)
    clearUpgradeTimeout()
    response.detachSocket(socket)
    server.handleUpgrade(request.raw, socket, head, (ws) => {
      socket.once('close', needs.connections.add(request.ip))
      needs.onConnection(ws, socket, request.ip)
    })
  })
}
