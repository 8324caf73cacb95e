import Fastify from 'fastify'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { timeoutOptions, type HttpTimeouts } from './timeouts.ts'

const patient: HttpTimeouts = {
  headersMs: 50_000,
  requestMs: 50_000,
  idleMs: 50_000,
  keepAliveMs: 50_000,
  checkEveryMs: 20,
}
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** A server, and a client that sent it these bytes. */
async function talk(timeouts: Partial<HttpTimeouts>, sent: string): Promise<{ near: Socket; far: Socket }> {
  const app = Fastify({ ...timeoutOptions({ ...patient, ...timeouts }), forceCloseConnections: true })
  app.post('/', async () => 'received')
  app.get('/large', async () => Buffer.alloc(64 * 1024 * 1024))
  open.push(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const far = new Promise<Socket>((resolve) => app.server.once('connection', resolve))
  const near = connect(Number(new URL(url).port), '127.0.0.1')
  near.on('error', () => undefined).write(sent)
  return { near, far: await far }
}
const textOf = async (socket: Socket): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('[M04] a request whose header never ends is closed', async () => {
  const { near } = await talk({ headersMs: 50 }, 'GET / HTTP/1.1\r\nHost: a\r\n')
  expect(await textOf(near)).toMatch(/^HTTP\/1.1 408 /)
})

test('[M04] a request whose body never ends is closed', async () => {
  const { near } = await talk(
    { headersMs: 50, requestMs: 50 },
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nbody',
  )
  expect(await textOf(near)).toMatch(/^HTTP\/1.1 408 /)
})

test('[M04] a client that does not read its reply is disconnected', async () => {
  const { near, far } = await talk({ idleMs: 50 }, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  near.pause()
  await once(far, 'close')
  expect(far.destroyed).toBe(true)
  near.destroy()
})
