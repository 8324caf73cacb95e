import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

export interface LineSpeed {
  /** Downstream rate of all connections together. */
  downBitsPerSec: number
  roundTripMs: number
}

/** Packet size in bytes: replies are cut so that connections share the line evenly. */
const packetBytes = 1460
/** Bytes buffered per connection before the server is paused. */
const maxWaitingBytes = 64 * 1024

/** Bytes to pass on; null when there are no more. */
type Packet = Buffer | null

/** Data that one connection has to send over the line. */
interface Queue {
  packets: Packet[]
  bytes: number
  deliver: (packet: Packet, delayMs: number) => void
}

/** Delivers items after a delay in their original order, which timers alone do not guarantee. */
function inOrder<Item>(deliver: (item: Item) => void): (item: Item, delayMs: number) => void {
  const waiting: Item[] = []
  return (item, delayMs) => {
    waiting.push(item)
    setTimeout(() => waiting.splice(0, 1).forEach(deliver), Math.max(1, delayMs))
  }
}

/** A line that sends one packet of each waiting connection in turn and delivers it half a round trip later. */
function openLine({ downBitsPerSec, roundTripMs }: LineSpeed): { send(queue: Queue): void } {
  const queues = new Set<Queue>()
  let freeAtMs = 0
  let isRunning = false
  const sendNext = (queue: Queue, nowMs: number): void => {
    const packet = queue.packets.shift() ?? null
    const bytes = packet?.length ?? 0
    freeAtMs += (bytes * 8000) / downBitsPerSec
    queue.bytes -= bytes
    queue.deliver(packet, freeAtMs + roundTripMs / 2 - nowMs)
    queues.delete(queue)
    if (queue.packets.length > 0) queues.add(queue)
  }
  const run = (): void => {
    const nowMs = performance.now()
    // Timers are coarse: packets that were due meanwhile are sent at once.
    while (freeAtMs <= nowMs) {
      const [queue] = queues
      if (!queue) break
      sendNext(queue, nowMs)
    }
    isRunning = queues.size > 0
    if (isRunning) setTimeout(run, Math.max(1, freeAtMs - performance.now()))
  }
  return {
    send(queue) {
      queues.add(queue)
      if (isRunning) return
      freeAtMs = Math.max(freeAtMs, performance.now())
      run()
    },
  }
}

/** Relays one browser connection to the station and back. */
function relay(browser: Socket, station: Socket, line: ReturnType<typeof openLine>, roundTripMs: number): void {
  const openAtMs = performance.now() + roundTripMs
  const sendUpstream = inOrder((chunk: Buffer) => {
    if (station.writable) station.write(chunk)
  })
  browser.on('data', (chunk: Buffer) =>
    sendUpstream(chunk, Math.max(0, openAtMs - performance.now()) + roundTripMs / 2),
  )

  const queue: Queue = {
    packets: [],
    bytes: 0,
    deliver: inOrder((packet: Packet) => {
      if (packet === null) browser.end()
      else if (browser.writable) browser.write(packet)
      if (queue.bytes < maxWaitingBytes) station.resume()
    }),
  }
  station.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += packetBytes) queue.packets.push(chunk.subarray(at, at + packetBytes))
    queue.bytes += chunk.length
    if (queue.bytes >= maxWaitingBytes) station.pause()
    line.send(queue)
  })
  station.on('end', () => {
    queue.packets.push(null)
    line.send(queue)
  })
  browser.on('close', () => station.destroy())
  browser.on('error', () => station.destroy())
  station.on('error', () => browser.destroy())
}

/**
 * A slow line in front of a local port: a new connection costs a round trip, a request and its reply half of one each,
 * and all replies share one bandwidth. Unlike the browser's own throttling this includes the document. TCP slow start
 * is not simulated: at such bandwidths it is a matter of one round trip.
 */
export async function openSlowLine(
  port: number,
  speed: LineSpeed,
): Promise<{ origin: string; close(): Promise<void> }> {
  const line = openLine(speed)
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (browser) => {
    const station = connect({ port, host: '127.0.0.1', noDelay: true })
    open.add(browser)
    browser.on('close', () => open.delete(browser))
    relay(browser, station, line, speed.roundTripMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
