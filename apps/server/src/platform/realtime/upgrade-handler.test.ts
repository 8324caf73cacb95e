import { danmakuUp, realtimePath } from '@yunmu/contract'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { openPage } from '../../testing/realtime-page.ts'
import { buildRealtimeStation } from './station-pages.fixture.ts'

const { t, address, soon, rawSocket } = await buildRealtimeStation()
test('a page of another site is refused, one of this site and of an allowed one is accepted', async () => {
  await expect(openPage(address, { origin: 'https://evil.example' })).rejects.toThrow('403')
  const own = await openPage(address, { origin: address.replace('ws:', 'http:').replace(realtimePath, '') })
  expect(await own.hello()).toBe(0)
  const friend = await openPage(address, { origin: 'https://friend.example' })
  expect(await friend.hello()).toBe(0)
})

test('a request that is not a WebSocket upgrade, or to another path, is answered like any request', async () => {
  expect(await t.app.inject(realtimePath)).toMatchObject({ statusCode: 400 })
  await expect(openPage(address.replace(realtimePath, '/v1/realtime'))).rejects.toThrow('404')
  await expect(openPage(address.replace(realtimePath, '/healthz'))).rejects.toThrow('200')
})

test('a refused client that neither reads nor closes holds no connection', async () => {
  const { port } = new URL(address)
  const connections: Socket[] = []
  const keep = (socket: Socket): void => void connections.push(socket)
  t.app.server.on('connection', keep)
  const sockets = ['Origin: https://evil.example', 'Sec-WebSocket-Version: 1'].map((header) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    atFileEnd(async () => socket.destroy())
    const ask = `GET ${realtimePath} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${header}\r\n\r\n`
    socket.on('error', () => undefined).write(ask)
    return socket.resume()
  })
  await soon(() => expect(sockets.every(({ bytesRead }) => bytesRead > 0)).toBe(true))
  t.app.server.off('connection', keep)
  expect(connections).toHaveLength(2)
  await soon(() => expect(connections.every(({ destroyed }) => destroyed)).toBe(true))
})

test('a request that names another protocol in Upgrade keeps its body', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
    const head = 'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Type: application/json\r\n'
    socket.write(`POST ${danmakuUp.path} HTTP/1.1\r\n${head}Content-Length: 11\r\n\r\n{"id": "1"}`)
  })
  // The reply asks to sign in, so the frame was understood.
  expect(answer).toContain('LoginNeeded')
})

test('an address that connects repeatedly is refused for a while, and another is not', async () => {
  const from = { 'x-forwarded-for': '203.0.113.7' }
  let refused = 0
  for (let times = 0; times < 130 && refused === 0; times++) {
    const page = await openPage(address, from).catch((err: unknown) => String(err))
    if (typeof page === 'string') refused = page.includes('429') ? 1 : -1
    else page.ws.terminate()
  }
  expect(refused).toBe(1)
  const other = await openPage(address, { 'x-forwarded-for': '203.0.113.8' })
  expect(await other.hello()).toBe(0)
})

test('a frame that violates the protocol closes the connection only', async () => {
  const page = await openPage(address)
  const { socket } = await rawSocket()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // Frames from clients must be masked.
  socket.write(Buffer.from([0x81, 0x01, 0x61]))
  await closed
  expect(await page.hello()).toBe(0)
})
