import { once } from 'node:events'
import { createServer, connect, type Socket } from 'node:net'

export interface LineSpeed {
  /** Towards the browser, over all connections together. */
  downBitsPerSec: number
  roundTripMs: number
}

/** What answers are cut into, so that connections share the line evenly. Bytes. */
const packetBytes = 1460
/** How much of an answer waits for the line before the server is asked to wait, bytes for each connection. */
const mostWaiting = 64 * 1024

/** Bytes to pass on; null when there are no more. */
type Packet = Buffer | null

/** What one connection has to send over the line. */
interface Queue {
  packets: Packet[]
  bytes: number
  deliver: (packet: Packet, delayMs: number) => void
}

/** Hands things on after a while, in the order in which they came: timers alone would not keep it. */
function inOrder<Thing>(hand: (thing: Thing) => void): (thing: Thing, delayMs: number) => void {
  const waiting: Thing[] = []
  return (thing, delayMs) => {
    waiting.push(thing)
    setTimeout(() => waiting.splice(0, 1).forEach(hand), Math.max(1, delayMs))
  }
}

/** A line that carries a packet of each waiting connection in turn and delivers it half a round trip later. */
function openLine({ downBitsPerSec, roundTripMs }: LineSpeed): { send(queue: Queue): void } {
  const turns = new Set<Queue>()
  let freeAtMs = 0
  let isRunning = false
  const carryNext = (queue: Queue, nowMs: number): void => {
    const packet = queue.packets.shift() ?? null
    const bytes = packet?.length ?? 0
    freeAtMs += (bytes * 8000) / downBitsPerSec
    queue.bytes -= bytes
    queue.deliver(packet, freeAtMs + roundTripMs / 2 - nowMs)
    turns.delete(queue)
    if (queue.packets.length > 0) turns.add(queue)
  }
  const run = (): void => {
    const nowMs = performance.now()
    // Timers are coarse: what the line would have carried meanwhile goes at once.
    while (freeAtMs <= nowMs) {
      const [queue] = turns
      if (!queue) break
      carryNext(queue, nowMs)
    }
    isRunning = turns.size > 0
    if (isRunning) setTimeout(run, Math.max(1, freeAtMs - performance.now()))
  }
  return {
    send(queue) {
      turns.add(queue)
      if (isRunning) return
      freeAtMs = Math.max(freeAtMs, performance.now())
      run()
    },
  }
}

/** One browser's connection, passed on to the station and back. */
function relay(browser: Socket, station: Socket, line: ReturnType<typeof openLine>, roundTripMs: number): void {
  const openAtMs = performance.now() + roundTripMs
  const carryUp = inOrder((chunk: Buffer) => {
    if (station.writable) station.write(chunk)
  })
  browser.on('data', (chunk: Buffer) => carryUp(chunk, Math.max(0, openAtMs - performance.now()) + roundTripMs / 2))

  const queue: Queue = {
    packets: [],
    bytes: 0,
    deliver: inOrder((packet: Packet) => {
      if (packet === null) browser.end()
      else if (browser.writable) browser.write(packet)
      if (queue.bytes < mostWaiting) station.resume()
    }),
  }
  station.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += packetBytes) queue.packets.push(chunk.subarray(at, at + packetBytes))
    queue.bytes += chunk.length
    if (queue.bytes >= mostWaiting) station.pause()
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
 * A slow line in front of a port of this machine: a new connection costs a round trip, a request and its answer half of
 * one each way, and all answers share one width. A browser's own throttling leaves the page's document out; this treats
 * everything alike. Slow start is not imitated: at such widths it is a matter of a round trip.
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
