import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/** Writes the reply of the station, or something else, to the browser. */
export type Deliver = (incoming: IncomingMessage, upstream: IncomingMessage, reply: ServerResponse) => void

export interface Proxy {
  /** Origin that the browser loads pages from. */
  url: string
  close(): void
}

/** Replies as the station did, without the length, so that `deliver` may write more or less. */
export function writeHeadOf(upstream: IncomingMessage, reply: ServerResponse): void {
  const { 'content-length': _length, ...headers } = upstream.headers
  reply.writeHead(upstream.statusCode ?? 502, headers)
}

/** Opens a proxy before a station, on a free port of loopback. Bodies are not compressed. */
export async function openProxy(target: string, deliver: Deliver): Promise<Proxy> {
  const server = createServer((incoming, reply) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const options = { method: incoming.method ?? 'GET', headers }
    const outgoing = request(target + (incoming.url ?? ''), options, (upstream) => deliver(incoming, upstream, reply))
    outgoing.on('error', () => reply.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${address.port}`, close }
}
