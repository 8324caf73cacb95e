import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { createEgress } from '../../../platform/egress/egress.ts'
import { createKeyedHash } from '../../../platform/process/keyed-hash.ts'
import { parseProxyPath, proxyPath } from './proxy-rules.ts'
import { createSourceProxy } from './source-proxy.ts'

const hash = createKeyedHash('s'.repeat(32))

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const asked: string[] = []
const foreign = createServer((request, reply) => {
  asked.push(`${request.url} ${request.headers.range ?? ''} ${request.headers['user-agent']}`)
  if (request.url === '/inside') return void reply.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end()
  if (request.url === '/huge') return void reply.end(`#EXTM3U\n${'x'.repeat(2 * 1024 * 1024)}`)
  if (request.url === '/drops.m3u8') {
    reply.write('#EX')
    return void setTimeout(() => reply.end('TM3U\n#EXTINF:2,\nseg.ts\n'), 50)
  }
  if (request.url === '/odd.m3u8') return void reply.writeHead(305).end('#EXTM3U\n#EXTINF:2,\nseg.ts\n')
  if (request.url === '/list.m3u8') return void reply.end('#EXTM3U\n#EXTINF:2,\nseg.ts\n')
  reply.writeHead(206, { 'content-type': 'video/mp2t', 'content-range': 'bytes 0-2/9' }).end('abc')
})
const outside = await listen(foreign)
const egress = createEgress({ allow: [outside] })
const proxy = createSourceProxy({ egress, hash })
const inside = await listen(proxy)
afterAll(async () => {
  foreign.close()
  proxy.close()
  proxy.closeAllConnections()
  await egress.close()
})

const through = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://${inside}${proxyPath(hash, { url, userAgent: 'VLC' })}`, { headers })

/** Sends a request as to an HTTP proxy, with the absolute URL in the request line. */
async function statusOf(address: string): Promise<number | undefined> {
  const [host, port] = inside.split(':')
  const asking = request({ host, port, path: address }).end()
  const [reply]: IncomingMessage[] = await once(asking, 'response')
  reply?.resume()
  return reply?.statusCode
}

test('[G03] without an authenticated path nothing is fetched', async () => {
  for (const path of ['/', `/http://${outside}/seg.ts`, `/?url=http://${outside}/seg.ts`])
    expect((await fetch(`http://${inside}${path}`)).status).toBe(404)
  expect(await statusOf(`http://${outside}/seg.ts`)).toBe(404)
  const sealed = proxyPath(hash, { url: `http://${outside}/seg.ts`, userAgent: '' })
  expect((await fetch(`http://${inside}${sealed}`, { method: 'POST' })).status).toBe(404)
  expect(asked).toEqual([])
})

test('[G03] an authenticated internal address, a redirect to one, and an endless playlist are refused', async () => {
  for (const url of ['http://127.0.0.1/x', 'http://10.0.0.1/x', 'file:///etc/passwd', `http://${outside}/inside`])
    expect((await through(url)).status).toBe(502)
  expect((await through(`http://${outside}/huge`)).status).toBe(502)
})

test("[G03] segments pass unchanged, requested with the provider's user agent", async () => {
  const reply = await through(`http://${outside}/seg.ts`, { range: 'bytes=0-2' })
  expect([reply.status, reply.headers.get('content-range'), await reply.text()]).toEqual([206, 'bytes 0-2/9', 'abc'])
  expect(asked.at(-1)).toBe('/seg.ts bytes=0-2 VLC')
})

test('[G03] a playlist with an error status is not forwarded', async () => {
  const reply = await through(`http://${outside}/odd.m3u8`)
  expect([reply.status, await reply.text()]).toEqual([400, ''])
})

test.each(['list.m3u8', 'drops.m3u8'])(
  '[G03] a playlist (%s) is rewritten with addresses of the proxy',
  async (name) => {
    const reply = await through(`http://${outside}/${name}`)
    expect(reply.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    const line = (await reply.text()).split('\n').find((each) => each.startsWith('/')) ?? ''
    expect(parseProxyPath(hash, line)).toEqual({ url: `http://${outside}/seg.ts`, userAgent: 'VLC' })
    expect(await (await fetch(`http://${inside}${line}`)).text()).toBe('abc')
    expect(await statusOf(`http://any.example${line}`)).toBe(206)
  },
)
