import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { openPage, type RealtimePage } from '../../testing/realtime-page.ts'
import { PageSocket, type PageSocketListener } from './page-socket.ts'

/** Both ends of a connection. */
export interface Connected {
  page: PageSocket
  ws: WebSocket
  socket: Socket
  client: RealtimePage
}

/** A WebSocket server that creates `PageSocket`s, without the rest of realtime. */
export async function openConnections(): Promise<{
  connect(listener?: Partial<PageSocketListener>): Promise<Connected>
}> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  atFileEnd(async () => server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    async connect(listener = {}) {
      const connected = new Promise<{ ws: WebSocket; socket: Socket }>((resolve) => {
        server.once('connection', (ws, request) => resolve({ ws, socket: request.socket }))
      })
      const client = await openPage(`ws://127.0.0.1:${address.port}`)
      const { ws, socket } = await connected
      const noListener = { onFrame: () => {}, onClose: () => {}, onWrite: () => {}, onDrop: () => {} }
      return { page: new PageSocket(ws, socket, '127.0.0.1', { ...noListener, ...listener }), ws, socket, client }
    },
  }
}
