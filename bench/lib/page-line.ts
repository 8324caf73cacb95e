import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Minimal pages: WebSockets that share one receive buffer. */

const shared = Buffer.allocUnsafe(256 * 1024)
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const longestShort = 125

/** A client's text frame (RFC 6455, 5.2), masked with zeros. */
export function maskedText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length =
    bytes.length <= longestShort ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), bytes])
}

/** Parses the server's frames (RFC 6455, 5.2) in a chunk. Returns the number of bytes of complete frames. */
function readFrames(chunk: Buffer, onText: (frame: Buffer) => void, onPing: () => void): number {
  let at = 0
  for (;;) {
    if (chunk.length - at < 2) return at
    const short = chunk[at + 1] ?? 0
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (chunk.length - at < head) return at
    const length =
      short < 126 ? short : short === 126 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2))
    if (chunk.length - at < head + length) return at
    if (chunk[at] === 0x81) onText(chunk.subarray(at + head, at + head + length))
    else if (chunk[at] === 0x89) onPing()
    at += head + length
  }
}

export interface PageLine {
  port: number
  /** Frames that the page sends first, in order. */
  first: readonly string[]
  /** Client address, as reported by a proxy. */
  address?: string
  /** Called with each received frame, which is valid only during the call. */
  onFrame(frame: Buffer): void
  /** Called when the connection has closed. */
  onClose(): void
}

/** Connects a page. Resolves with its socket after the handshake. */
const openPageLine = ({ port, first, address, onFrame, onClose }: PageLine): Promise<Socket> =>
  new Promise((resolve, reject) => {
    let state: 'asking' | 'connected' | 'answered' = 'asking'
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
        state = 'answered'
        resolve(socket)
      }
      at += readFrames(chunk.subarray(at), onFrame, () => socket.write(pong))
      // The buffer is shared, so an incomplete frame has to be copied.
      if (at < chunk.length) rest = Buffer.from(chunk.subarray(at))
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: shared, callback: onData } })
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => state === 'answered' && onClose())
    const key = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n`
    const from = address === undefined ? '' : `X-Forwarded-For: ${address}\r\n`
    socket.write(
      `GET /realtime HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${from}${key}\r\n`,
    )
    for (const text of first) socket.write(maskedText(text))
  })

const openedAtOnce = 50
const pauseMs = 1000

/** Retries while the station reports that it is busy. */
async function openInTime(line: PageLine): Promise<Socket> {
  for (;;) {
    try {
      return await openPageLine(line)
    } catch (err) {
      if (!String(err).includes('HTTP/1.1 503')) throw err
      await delay(pauseMs)
    }
  }
}

/** Opens many connections, a limited number at a time. */
export async function openPageLines(count: number, lineOf: (at: number) => PageLine): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let made = 0; made < count; made += openedAtOnce) {
    const some = Array.from({ length: Math.min(openedAtOnce, count - made) }, (_, at) => openInTime(lineOf(made + at)))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}
