import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * Pages that are in one room, as cheap as they can be: sockets that share one buffer to read into, and look at no more of
 * a frame than who else got the same. Run as a process of its own: `fanout-load.ts <port> <room> <pages> <reads|stalls>`.
 * Says `ready` when all are in; then each line of input is answered with what arrived, which `reset` begins anew.
 */
const [port, room = '', pages, habit] = process.argv.slice(2)
const atOnce = 100
/** Of a frame, enough to tell it from others beside its length: its first danmaku stands in it. */
const prefixBytes = 80
const shared = Buffer.allocUnsafe(256 * 1024)
const latestMs = 5000

/** How many danmaku came so many milliseconds after they were said. */
let histogram = new Uint32Array(latestMs + 1)
let frames = 0
/** When what is in a frame was said, by the frame's length and beginning. */
const known = new Map<string, number[]>()

function take(frame: Buffer): void {
  const prefix = `${frame.length} ${frame.toString('latin1', 0, prefixBytes)}`
  let saidMs = known.get(prefix)
  if (!saidMs) {
    const { danmaku = [] }: { danmaku?: { time: number }[] } = JSON.parse(frame.toString())
    saidMs = danmaku.map(({ time }) => time * 1000)
    known.set(prefix, saidMs)
  }
  if (saidMs.length === 0) return
  frames++
  const nowMs = Date.now()
  for (const ms of saidMs) {
    const bin = Math.min(latestMs, Math.max(0, Math.round(nowMs - ms)))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
}

/** Reads the frames of a server (RFC 6455, 5.2) in a chunk. Returns how many bytes of it were whole frames. */
function readFrames(chunk: Buffer, onPing: () => void): number {
  let at = 0
  for (;;) {
    if (chunk.length - at < 2) return at
    const short = chunk[at + 1] ?? 0
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (chunk.length - at < head) return at
    const length =
      short < 126 ? short : short === 126 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2))
    if (chunk.length - at < head + length) return at
    if (chunk[at] === 0x81) take(chunk.subarray(at + head, at + head + length))
    else if (chunk[at] === 0x89) onPing()
    at += head + length
  }
}

const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

/** A page's frame: text, masked with zeros. */
function maskedText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}

const page = (): Promise<void> =>
  new Promise((resolve, reject) => {
    let state: 'asking' | 'connected' | 'in' = 'asking'
    let rest: Buffer | undefined
    const onData = (count: number, buffer: Uint8Array): boolean => {
      let chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count)
      if (rest) chunk = Buffer.concat([rest, chunk])
      rest = undefined
      let at = 0
      if (state === 'asking') {
        at = chunk.indexOf('\r\n\r\n') + 4
        if (!chunk.toString('latin1', 0, at).startsWith('HTTP/1.1 101')) reject(new Error(chunk.toString()))
        state = 'connected'
      }
      if (state === 'connected' && at < chunk.length) {
        state = 'in'
        resolve()
        if (habit === 'stalls') {
          socket.pause()
          return false
        }
      }
      at += readFrames(chunk.subarray(at), () => socket.write(pong))
      // The buffer is everybody's: what is not whole has to be copied.
      if (at < chunk.length) rest = Buffer.from(chunk.subarray(at))
      return true
    }
    const socket = connect({ port: Number(port), host: '127.0.0.1', onread: { buffer: shared, callback: onData } })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    const key = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n`
    socket.write(`GET /realtime HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`)
    socket.write(maskedText(JSON.stringify({ join: room })))
  })

for (let made = 0; made < Number(pages); made += atOnce) {
  await Promise.all(Array.from({ length: Math.min(atOnce, Number(pages) - made) }, page))
}
console.log('"ready"')

/** The time within which this share of what arrived did. */
function within(share: number, total: number): number {
  let sum = 0
  return histogram.findIndex((count) => (sum += count) >= share * total)
}

createInterface({ input: process.stdin })
  .on('line', (word) => {
    const deliveries = histogram.reduce((sum, count) => sum + count, 0)
    const [p50, p99] = [within(0.5, deliveries), within(0.99, deliveries)]
    console.log(JSON.stringify({ deliveries, frames, p50, p99, max: histogram.findLastIndex((count) => count > 0) }))
    if (word !== 'reset') return
    histogram = new Uint32Array(latestMs + 1)
    frames = 0
  })
  .on('close', () => process.exit(0))
