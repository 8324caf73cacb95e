import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openSlowLine } from './slow-line.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('replies over the slow line are complete and in order, on several connections at once', async () => {
  const files = Array.from({ length: 8 }, (_, at) => randomBytes(at === 0 ? 0 : at * 70_000))
  const server = createServer((request, response) => response.end(files[Number(request.url?.slice(1))]))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const line = await openSlowLine(port, { downBitsPerSec: 200e6, roundTripMs: 4 })
  onTestFinished(async () => {
    await line.close()
    server.close()
  })
  const received = await Promise.all(
    files.map(async (_, at) => new Uint8Array(await (await fetch(`${line.origin}/${at}`)).arrayBuffer())),
  )
  expect(received.map(sha256)).toEqual(files.map(sha256))
})
