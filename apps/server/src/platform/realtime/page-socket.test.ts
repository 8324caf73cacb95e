import { once } from 'node:events'
import { expect, test } from 'vitest'
import { textFrame } from './frames.ts'
import { openConnections } from './realtime.fixture.ts'

const lines = await openConnections()
const beat = textFrame('{"beat":1}')

test('a page that answers pings but reads nothing is disconnected, even if nothing more is sent', async () => {
  const dropped: string[] = []
  const { page, ws, socket, client } = await lines.connect({ onDrop: (why) => void dropped.push(why) })
  page.hasSentFrame = true
  client.ws.pause()
  const frame = textFrame(JSON.stringify({ beat: 1, filler: 'a'.repeat(60_000) }))
  while (socket.writableLength < 100_000) {
    page.write(frame)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let beats = 0; beats < 4 && dropped.length === 0; beats++) {
    page.tick(beat, 1)
    if (dropped.length > 0) break
    client.ws.pong()
    await once(ws, 'pong')
  }
  expect(dropped).toEqual(['slow'])
})

test('a page that reads stays connected, and a closing one is left alone', async () => {
  const dropped: string[] = []
  const { page, ws, socket, client } = await lines.connect({ onDrop: (why) => void dropped.push(why) })
  page.hasSentFrame = true
  for (let beats = 0; beats < 4; beats++) {
    page.tick(beat, 1)
    await once(ws, 'pong')
  }
  page.close(1001, 'bye')
  const written = socket.bytesWritten
  for (let beats = 0; beats < 4; beats++) page.tick(beat, 1)
  expect(socket.bytesWritten).toBe(written)
  expect(await client.ended()).toBe(1001)
  expect(dropped).toEqual([])
})

test('a page that sends is not pinged; a silent one is, and is disconnected', async () => {
  const dropped: string[] = []
  let said = 0
  const { page, client } = await lines.connect({
    onDrop: (why) => void dropped.push(why),
    onFrame: (speaking) => {
      speaking.hasSentFrame = true
      said++
    },
  })
  let pings = 0
  client.ws.on('ping', () => pings++)
  for (let beats = 1; beats <= 3; beats++) {
    client.sayRaw('{}')
    await expect.poll(() => said).toBe(beats)
    page.tick(beat, 1)
  }
  // Bytes arrive in order, so no ping was sent before.
  page.write(beat)
  await client.until((frame) => 'beat' in frame)
  expect(pings).toBe(0)
  client.ws.pause()
  page.tick(beat, 1)
  page.tick(beat, 1)
  expect(dropped).toEqual(['dead'])
})

test('accepted frames are acknowledged with the heartbeat, refused ones at once with those before', async () => {
  const { page, client } = await lines.connect()
  page.hasSentFrame = true
  const taken = (count: number): void => {
    for (let at = 0; at < count; at++) page.acknowledge()
  }
  taken(2)
  page.refuse(15)
  taken(50)
  page.tick(beat, 2)
  taken(1)
  page.tick(beat, 2)
  page.tick(beat, 2)
  page.write(beat)
  await client.until((frame) => 'beat' in frame)
  expect(client.heard).toEqual([{ taken: 2, notTaken: 15 }, { taken: 51 }, { beat: 1 }])
})
