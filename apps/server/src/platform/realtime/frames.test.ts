import { toScript } from '@yunmu/zh'
import { expect, test } from 'vitest'
import { WebSocketServer, WebSocket } from 'ws'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { framesOf, textFrame } from './frames.ts'

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 300_000])('a text of %i bytes arrives unchanged', async (bytes) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const sockets = new WebSocketServer({ noServer: true })
  const text = '云'.repeat(Math.floor(bytes / 3)) + 'a'.repeat(bytes % 3)
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, () => {
      socket.write(textFrame(text))
      socket.write(textFrame('end'))
    })
  })
  const page = new WebSocket(`ws://127.0.0.1:${port}`)
  const received: string[] = []
  page.on('message', (data: Buffer) => received.push(data.toString()))
  await new Promise<void>((resolve) => {
    page.on('message', () => {
      if (received.length === 2) resolve()
    })
  })
  expect(received).toEqual([text, 'end'])
  page.terminate()
  server.close()
})

test('a frame is built once for each script that is read', () => {
  let conversions = 0
  const frames = framesOf({ room: 'live:1', gone: ['头发'] }, (value, script) => {
    conversions++
    return JSON.parse(toScript(JSON.stringify(value), script))
  })
  expect(frames('t')).toBe(frames('t'))
  expect(frames('t').toString()).toContain('頭髮')
  expect(frames('s').toString()).toContain('头发')
  expect(conversions).toBe(2)
})
