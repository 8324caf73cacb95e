import { createServer, type IncomingMessage } from 'node:http'
import { atFileEnd } from './at-file-end.ts'

/** What a server answers: a status with a body; an object is sent as JSON. */
export interface JsonReply {
  status?: number
  type?: string
  headers?: Readonly<Record<string, string>>
  body: unknown
}

export interface JsonServer {
  /** `http://127.0.0.1:port`. */
  origin: string
  /** `127.0.0.1:port`, for EGRESS_ALLOW. */
  destination: string
}

const notFound: JsonReply = { status: 404, body: '' }

/** A server of another program for tests, on this machine, until the end of the test file. */
export async function createJsonServer(
  answer: (url: URL, request: IncomingMessage) => JsonReply | null,
): Promise<JsonServer> {
  const server = createServer((request, response) => {
    const reply = answer(new URL(request.url ?? '/', 'http://server'), request) ?? notFound
    const { status = 200, type = 'application/json', headers = {}, body } = reply
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': type, ...headers }).end(bytes)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  atFileEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const destination = `127.0.0.1:${Number(Object(server.address()).port)}`
  return { origin: `http://${destination}`, destination }
}
