import { realtimeBounds, type ReplyCode, type Script } from '@yunmu/contract'
import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import { pingFrame, type ScriptFrames } from './frames.ts'
import { fullPurse, spend } from './frame-purse.ts'
import { receiptFrame } from './receipts.ts'

/** Bytes that may wait for a page to take them. Kept small: what waits for a slow page is memory of ours. */
const longestBacklog = 512 * 1024

/** Why a connection is ended (RFC 6455, 7.4). From 4000 on they are our own. */
export const endCodes = {
  goingAway: 1001,
  binary: 1003,
  unreadable: 1007,
  tooMuch: 1008,
  tryLater: 1013,
  sessionEnded: 4001,
} as const

/** What becomes of a page's connection, told to who keeps all of them. */
export interface PageEars {
  /** Something was said, within the bounds. */
  said(page: PageSocket, data: RawData): void
  gone(page: PageSocket): void
  /** A frame went out. */
  wrote(): void
  /** The page does not take what it is sent, or is not there any more. */
  dropped(why: 'slow' | 'dead'): void
}

/** The connection of one page. Has no timer of its own: there are many thousands. */
export class PageSocket {
  readonly rooms = new Set<string>()
  script: Script = 's'
  token = ''
  /** 0 for a visitor. */
  userId = 0
  /** What the page said is answered in its order, one thing after the other. */
  answering: Promise<void> = Promise.resolve()
  /** Whether the page ever said anything that could be read. */
  hasSpoken = false
  /** Pulses since the page was last sent anything, and since it was last asked whether it is there. */
  quietPulses = 0
  #askedPulses = 0
  #isAsked = false
  /** Whether it said anything since it was last looked whether it is there. */
  #isHeard = false
  /** Of what the page sent, how much was taken that it has not been told of. */
  #untold = 0
  #purse = fullPurse(performance.now())
  readonly #ws: WebSocket
  readonly #socket: Socket
  /** What the page had taken at the last beat, bytes, while more waited for it; null where nothing waited. */
  #taken: number | null = null
  readonly #ears: PageEars

  /** Whose limits it has. */
  readonly address: string

  /** @param socket the stream below `ws`: frames that are the same for many are written to it as they are */
  constructor(ws: WebSocket, socket: Socket, address: string, ears: PageEars) {
    this.#ws = ws
    this.address = address
    this.#socket = socket
    this.#ears = ears
    ws.on('message', (data, isBinary) => this.#hear(data, isBinary))
    ws.on('ping', () => void this.pay(1))
    ws.on('pong', () => {
      if (this.pay(1)) this.#isAsked = false
    })
    // What is wrong with a frame is answered by ws itself, with its code; the end follows.
    ws.on('error', () => undefined)
    ws.on('close', () => ears.gone(this))
  }

  /** Takes the price of something said; ends the connection of who says too much. */
  pay(price: number): boolean {
    const left = spend(this.#purse, performance.now(), price)
    if (left) this.#purse = left
    else this.end(endCodes.tooMuch, 'too much at once')
    return left !== null
  }

  #hear(data: RawData, isBinary: boolean): void {
    if (this.#ws.readyState !== this.#ws.OPEN || !this.pay(1)) return
    this.#isHeard = true
    this.#isAsked = false
    if (isBinary) this.end(endCodes.binary, 'text alone is understood')
    else this.#ears.said(this, data)
  }

  send(frames: ScriptFrames): void {
    this.write(frames(this.script))
  }

  /** Sends a frame as it is. A page that does not take what it was sent is let go: its next connection makes up for it. */
  write(frame: Buffer): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return
    if (this.#socket.writableLength > longestBacklog) return this.#drop('slow')
    this.quietPulses = 0
    this.#socket.write(frame)
    this.#ears.wrote()
  }

  /** What the page sent was taken: it hears so with the next beat, of all that was taken until then. */
  noteTaken(): void {
    this.#untold++
  }

  /** What it sent was not taken: it hears so at once, and what was taken before. */
  refuse(code: ReplyCode): void {
    this.write(receiptFrame(this.#untold, code))
    this.#untold = 0
  }

  /**
   * Called for all pages together, again and again: lets the page hear that we are there, and asks whether it is, unless
   * it has spoken by itself.
   * @param pulsesPerBeat how many calls make the span in which both happen once
   */
  pulse(beat: Buffer, pulsesPerBeat: number): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return
    this.quietPulses++
    if (++this.#askedPulses < pulsesPerBeat) return
    this.#askedPulses = 0
    if (this.#isAsked) return this.#drop('dead')
    if (this.#isStuck()) return this.#drop('slow')
    if (!this.hasSpoken) return this.end(endCodes.tooMuch, 'nothing was said')
    if (this.#untold > 0) {
      this.write(receiptFrame(this.#untold))
      this.#untold = 0
    }
    // What was said lately is as good as a beat, and the next comes before the page gives up.
    if (this.quietPulses > pulsesPerBeat / 2) this.write(beat)
    if (!this.#isHeard) {
      this.#isAsked = true
      this.#socket.write(pingFrame)
    }
    this.#isHeard = false
  }

  /** Whether nothing of what waits was taken since the last beat. That the page answers pings says nothing: it need not read them. */
  #isStuck(): boolean {
    const waiting = this.#socket.writableLength
    const taken = waiting > 0 ? this.#socket.bytesWritten - waiting : null
    const isStuck = taken !== null && taken === this.#taken
    this.#taken = taken
    return isStuck
  }

  #drop(why: 'slow' | 'dead'): void {
    this.#ears.dropped(why)
    this.#ws.terminate()
  }

  end(code: number, reason: string): void {
    this.#ws.close(code, reason)
  }

  /** Ends it without another word. */
  cut(): void {
    this.#ws.terminate()
  }
}

/** The text of what a page said, whatever pieces it came in. */
export const textOf = (data: RawData): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : Array.isArray(data)
      ? Buffer.concat(data).toString()
      : Buffer.from(data).toString()

/** Bounds of the protocol below: no page has a reason to say one thing in many pieces. */
export const protocolBounds = {
  maxPayload: realtimeBounds.longestFrame,
  maxFragments: 16,
  maxBufferedChunks: 64,
  /** Milliseconds after which a page that was told to go, and does not, is cut off. */
  closeTimeout: 2000,
}
