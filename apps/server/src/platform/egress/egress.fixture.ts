import { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { createEgress, EgressError, type Egress, type EgressOptions, type EgressReason } from './egress.ts'

export const host = '127.0.0.1'
const routes: Record<string, RequestListener> = {
  '/plain': (_request, response) => response.end('你好'),
  '/echo': (request, response) => response.end(JSON.stringify(request.headers)),
  '/echo-body': (request, response) => {
    response.writeHead(200, { method: request.method, told: request.headers.authorization })
    request.pipe(response)
  },
  '/missing': (_request, response) => response.writeHead(404).end('no'),
  '/gzip': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
  '/brotli': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('packed')),
  '/bomb': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
  '/twice-packed': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('x'))),
  '/cut': (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed').subarray(0, 12)),
  '/long': (_request, response) => response.writeHead(200, { 'content-length': 1e9 }).flushHeaders(),
  '/endless': (_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    }
    response.on('drain', write)
    write()
  },
  '/slow': (_request, response) => {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => undefined,
  '/to-plain': (_request, response) => response.writeHead(302, { location: '/plain' }).end(),
  '/to-itself': (_request, response) => response.writeHead(302, { location: '/to-itself' }).end(),
  '/to-nowhere': (_request, response) => response.writeHead(302).end(),
  '/to-metadata': (_request, response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/to-file': (_request, response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
  '/to-other-port': (_request, response) => response.writeHead(302, { location: `http://${host}:1/` }).end(),
}

export const server = createServer((request, response) => {
  const route = routes[request.url ?? '']
  if (route) route(request, response)
  else response.writeHead(500).end()
})
export let base: string
export let egress: Egress

/** Starts a server and a client that may reach it, for all tests of the file. */
export function setUpEgress(): void {
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    base = `http://${host}:${port}`
    egress = createEgress({ allow: [`${host}:${port}`] })
  })
  afterAll(async () => {
    await egress.close()
    server.closeAllConnections()
    server.close()
  })
}

/** The reason of the refusal, or `reply`. Reads the body to its end. */
export async function reasonOf(
  address: string,
  options?: EgressOptions,
  from = egress,
): Promise<EgressReason | 'reply'> {
  try {
    await (await from.get(address, options)).bytes()
    return 'reply'
  } catch (err) {
    if (err instanceof EgressError) return err.reason
    throw err
  }
}

/** A client whose name resolution returns the given answers. */
export function createResolvingClient(...answers: string[][]): { client: Egress; lookups: () => number } {
  let lookups = 0
  const client = createEgress({
    allow: [],
    resolve: async () =>
      (answers[Math.min(lookups++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
  })
  onTestFinished(() => client.close())
  return { client, lookups: () => lookups }
}
