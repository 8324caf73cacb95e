import { realtimeBounds, type ReplyCode, type Script } from '@yunmu/contract'
import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { pingFrame, receiptFrame, type ScriptFrames } from './frames.ts'
import { fullBucket, consume } from './frame-bucket.ts'

/** Maximum number of unsent bytes per page. Small, because slow pages would fill memory. */
const maxBacklogBytes = 512 * 1024

/** Close codes (RFC 6455, 7.4). Those from 4000 on are our own. */
export const closeCodes = {
  goingAway: 1001,
  binary: 1003,
  unreadable: 1007,
  tooMuch: 1008,
  tryLater: 1013,
  sessionEnded: 4001,
} as const

/** Callbacks of a page's connection. */
export interface PageSocketListener {
  /** A frame was received within the rate limit. */
  onFrame(page: PageSocket, data: RawData): void
  onClose(page: PageSocket): void
  /** A frame was sent. */
  onWrite(): void
  /** The page does not read what it is sent, or does not reply. */
  onDrop(why: 'slow' | 'dead'): void
}

/** The connection of one page. Has no timer of its own, because there are many thousands. */
export class PageSocket {
  readonly rooms = new Set<string>()
  script: Script = 's'
  token = ''
  /** 0 for a visitor. */
  userId = 0
  /** Frames of a page are processed in order, one after the other. */
  processing: Promise<void> = Promise.resolve()
  /** Whether the page ever sent a valid frame. */
  hasSentFrame = false
  /** Ticks since the last sent frame, and since the last liveness check. */
  ticksSinceSent = 0
  #ticksSinceCheck = 0
  #awaitsPong = false
  /** Whether anything was received since the last liveness check. */
  #hasReceived = false
  /** Number of accepted up-frames that are not acknowledged yet. */
  #unacknowledged = 0
  #bucket = fullBucket(performance.now())
  readonly #ws: WebSocket
  readonly #socket: Socket
  /** Bytes flushed at the last check while more were pending; null if nothing was pending. */
  #flushedBytes: number | null = null
  readonly #listener: PageSocketListener

  /** Client address, for rate limits. */
  readonly address: string

  /** @param socket the stream below `ws`: frames built for many pages are written to it directly */
  constructor(ws: WebSocket, socket: Socket, address: string, listener: PageSocketListener) {
    this.#ws = ws
    this.address = address
    this.#socket = socket
    this.#listener = listener
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary))
    ws.on('ping', () => void this.consume(1))
    ws.on('pong', () => {
      if (this.consume(1)) this.#awaitsPong = false
    })
    // ws itself closes the connection with the right code.
    ws.on('error', () => undefined)
    ws.on('close', () => listener.onClose(this))
  }

  /** Consumes tokens. Closes the connection and returns false if the page exceeds its rate. */
  consume(cost: number): boolean {
    const left = consume(this.#bucket, performance.now(), cost)
    if (left) this.#bucket = left
    else this.close(closeCodes.tooMuch, 'too much at once')
    return left !== null
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#ws.readyState !== this.#ws.OPEN || !this.consume(1)) return
    this.#hasReceived = true
    this.#awaitsPong = false
    if (isBinary) this.close(closeCodes.binary, 'text frames only')
    else this.#listener.onFrame(this, data)
  }

  send(frames: ScriptFrames): void {
    this.write(frames(this.script))
  }

  /** Writes an encoded frame. A page that does not read is disconnected; after reconnecting it gets a replay. */
  write(frame: Buffer): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return
    if (this.#socket.writableLength > maxBacklogBytes) return this.#drop('slow')
    this.ticksSinceSent = 0
    this.#socket.write(frame)
    this.#listener.onWrite()
  }

  /** Counts an accepted up-frame, acknowledged with the next check. */
  acknowledge(): void {
    this.#unacknowledged++
  }

  /** Reports a refused up-frame at once, with the accepted ones before it. */
  refuse(code: ReplyCode): void {
    this.write(receiptFrame(this.#unacknowledged, code))
    this.#unacknowledged = 0
  }

  /**
   * Called periodically for all pages. Sends a heartbeat if the page was sent nothing lately, and a ping if nothing was
   * received.
   * @param ticksPerHeartbeat number of calls between two checks
   */
  tick(heartbeat: Buffer, ticksPerHeartbeat: number): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return
    this.ticksSinceSent++
    if (++this.#ticksSinceCheck < ticksPerHeartbeat) return
    this.#ticksSinceCheck = 0
    if (this.#awaitsPong) return this.#drop('dead')
    if (this.#isStalled()) return this.#drop('slow')
    if (!this.hasSentFrame) return this.close(closeCodes.tooMuch, 'no frame received')
    if (this.#unacknowledged > 0) {
      this.write(receiptFrame(this.#unacknowledged))
      this.#unacknowledged = 0
    }
    // A recent frame replaces the heartbeat; the next one arrives before the page's timeout.
    if (this.ticksSinceSent > ticksPerHeartbeat / 2) this.write(heartbeat)
    if (!this.#hasReceived) {
      this.#awaitsPong = true
      this.#socket.write(pingFrame)
    }
    this.#hasReceived = false
  }

  /**
   * Whether no pending byte was flushed since the last check. A pong does not disprove it: the page may answer without
   * reading.
   */
  #isStalled(): boolean {
    const waiting = this.#socket.writableLength
    const flushed = waiting > 0 ? this.#socket.bytesWritten - waiting : null
    const isStalled = flushed !== null && flushed === this.#flushedBytes
    this.#flushedBytes = flushed
    return isStalled
  }

  #drop(why: 'slow' | 'dead'): void {
    this.#listener.onDrop(why)
    this.#ws.terminate()
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason)
  }

  /** Closes without a close frame. */
  terminate(): void {
    this.#ws.terminate()
  }
}

/** The text of a message, in whatever form ws delivers it. */
export const toText = (data: RawData): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : Array.isArray(data)
      ? Buffer.concat(data).toString()
      : Buffer.from(data).toString()

/** Limits for ws: pages have no reason to fragment messages. */
export const protocolBounds = {
  maxPayload: realtimeBounds.maxFrameBytes,
  maxFragments: 16,
  maxBufferedChunks: 64,
  /** Milliseconds after which a page that does not complete the close handshake is disconnected. */
  closeTimeout: 2000,
}
