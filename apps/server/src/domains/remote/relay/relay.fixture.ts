import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { atFileEnd } from '../../../testing/at-file-end.ts'

/** A server on the loopback address that counts who connects. */
export interface OutsideServer {
  /** `http://127.0.0.1:port` */
  origin: string
  /** `127.0.0.1:port` */
  destination: string
  /** Connections so far. */
  connections(): number
  /** Replies that are being sent now. */
  sending(): number
  /** Requests so far, as `GET /path` with the Range header. */
  requests: string[]
}

/** Starts a server that is closed after the test file. */
export async function startOutside(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<OutsideServer> {
  let connections = 0
  let sending = 0
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`.trimEnd())
    sending++
    response.on('close', () => sending--)
    answer(request, response)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  atFileEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const destination = `127.0.0.1:${address.port}`
  return {
    origin: `http://${destination}`,
    destination,
    connections: () => connections,
    sending: () => sending,
    requests,
  }
}
