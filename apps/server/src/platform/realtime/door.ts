import { realtimePath } from '@yunmu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServerResponse, type IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { refuseForeignOrigin } from '../http/foreign-origin.ts'
import { overloadPauseSec } from '../http/load.ts'
import { limitKey, type RateLimits } from '../http/rate-limits.ts'
import { RefusalError } from '../http/refusal-error.ts'
import { protocolBounds } from './page-socket.ts'

/** New connections of one address. A page that lost its line comes again after a while, not at once. */
const connects = { points: 120, perSec: 60 }
/** Pages that one address may have open: a household, an office, a school. */
const mostPerAddress = 200
/** Who asked is let in or refused by then, or cut off: of what asks for another protocol, Node keeps no time. */
const longestAskMs = 10_000

interface Asking {
  socket: Socket
  head: Buffer
  response: ServerResponse
  endPatience(): void
}

interface DoorNeeds {
  limits: RateLimits
  allowedOrigins: ReadonlySet<string>
  overloaded: () => boolean
  /** Somebody is connected, from an address. `socket` is the stream below. */
  welcome(ws: WebSocket, socket: Socket, address: string): void
}

/** Other protocols, and other places, are none of ours: what names one in passing (`h2c`) keeps its body and its answer. */
const asksForUs = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === realtimePath

/**
 * Where pages connect. Who asks for a WebSocket (RFC 6455) goes through the routes like any request, so that addresses,
 * limits and refusals are those of all others, and is handed over there.
 */
export function installDoor(app: FastifyInstance, needs: DoorNeeds): void {
  const server = new WebSocketServer({
    ...protocolBounds,
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
  })
  const asking = new WeakMap<IncomingMessage, Asking>()
  const perAddress = createTally()

  Object.assign(app.server, { shouldUpgradeCallback: asksForUs })
  app.server.on('upgrade', (request, socket, head) => {
    if (!(socket instanceof Socket)) {
      socket.destroy()
      return
    }
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    // The other side may never close, or not read: Node leaves both to us here.
    response.on('finish', () => socket.destroySoon())
    const patience = setTimeout(() => socket.destroy(), longestAskMs)
    const endPatience = (): void => clearTimeout(patience)
    socket.once('close', endPatience)
    asking.set(request, { socket, head, response, endPatience })
    app.routing(request, response)
  })

  app.get(realtimePath, async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeignOrigin(request, needs.allowedOrigins)
    await needs.limits.consume('realtime', request.ip, connects)
    if (needs.overloaded()) throw new RefusalError('Overloaded', { retryAfterSec: overloadPauseSec })
    const asked = asking.get(request.raw)
    if (!asked) throw new RefusalError('MalformedRequest')
    const address = limitKey(request.ip)
    if (address !== null && perAddress.count(address) >= mostPerAddress)
      throw new RefusalError('TooManyRequests', { retryAfterSec: connects.perSec })
    reply.hijack()
    const { socket, head, response, endPatience } = asked
    socket.off('close', endPatience)
    endPatience()
    response.detachSocket(socket)
    server.handleUpgrade(request.raw, socket, head, (ws) => {
      if (address !== null) {
        perAddress.add(address, 1)
        socket.once('close', () => perAddress.add(address, -1))
      }
      needs.welcome(ws, socket, request.ip)
    })
  })
}

function createTally() {
  const counts = new Map<string, number>()
  return {
    count: (key: string): number => counts.get(key) ?? 0,
    add(key: string, more: number): void {
      const count = (counts.get(key) ?? 0) + more
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
