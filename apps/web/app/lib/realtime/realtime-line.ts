import type { ClientFrame, Script, SendOf, UpFrame } from '@yunmu/contract'
import { realtimePath, ServerFrame } from '@yunmu/contract'
import { closedLine, speaksFor, stepLine, type LineEvent, type LineState } from './realtime-rules.ts'
import { onSession, readToken } from '../session/session.ts'
import { createUpQueue, type UpAnswer } from './up-queue.ts'

/** Told of every frame of a room, and whether the line stands. */
export interface RoomListener {
  heard(frame: Extract<ServerFrame, { room: string }>): void
  lineChanged(isOpen: boolean): void
}

/** What is said to a person or to all. */
export type StationFrame = Exclude<ServerFrame, { room: string } | { hello: unknown } | { beat: 1 } | { taken: number }>
export type StationListener = (frame: StationFrame) => void

/** A frame as text; null for what is none of ours. */
function readFrame(text: unknown): ServerFrame | null {
  if (typeof text !== 'string') return null
  try {
    return ServerFrame.parse(JSON.parse(text))
  } catch {
    // What a later station says is not for this page.
    return null
  }
}

class RealtimeLine {
  readonly #rooms = new Map<string, Set<RoomListener>>()
  readonly #listeners = new Set<StationListener>()
  readonly #ups = createUpQueue()
  #state: LineState = closedLine
  #lang: Script = 's'
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    onSession(this.#speak)
    document.addEventListener('visibilitychange', () => this.#step({ kind: document.hidden ? 'hidden' : 'shown' }))
    addEventListener('pagehide', () => this.#step({ kind: 'left' }))
    addEventListener('pageshow', (event) => event.persisted && this.#step({ kind: 'back' }))
    addEventListener('online', () => this.#step({ kind: 'online' }))
    if (document.hidden) this.#step({ kind: 'hidden' })
  }

  join(room: string, lang: Script, listener: RoomListener): () => void {
    this.#speakIn(lang)
    const listeners = this.#rooms.get(room) ?? new Set()
    this.#rooms.set(room, listeners.add(listener))
    this.#step({ kind: 'join', room })
    listener.lineChanged(this.#state.phase === 'open')
    return () => {
      listeners.delete(listener)
      this.#step({ kind: 'leave', room })
    }
  }

  listen(lang: Script, listener: StationListener): () => void {
    this.#speakIn(lang)
    this.#listeners.add(listener)
    this.#step({ kind: 'listen' })
    return () => {
      this.#listeners.delete(listener)
      this.#step({ kind: 'unlisten' })
    }
  }

  /**
   * Sends what would else be a call. Null where the line does not stand, is not signed in as who is signed in here, or
   * does not answer: then the call is to be made.
   */
  sendUp<Up extends UpFrame>(up: Up['name'], send: SendOf<Up['call']>): Promise<UpAnswer> | null {
    const nowMs = Date.now()
    if (!speaksFor(this.#state, readToken()) || !this.#ups.isRelied(nowMs)) return null
    return this.#say({ up, send }) ? this.#ups.sent(nowMs) : null
  }

  #speakIn(lang: Script): void {
    this.#lang = lang
    this.#speak()
  }

  readonly #speak = (): void => this.#step({ kind: 'speaker', speaker: { token: readToken() ?? '', lang: this.#lang } })

  #step(event: LineEvent): void {
    const wasOpen = this.#state.phase === 'open'
    const { state, effects, nextMs } = stepLine(this.#state, event, { nowMs: Date.now(), random: Math.random() })
    this.#state = state
    clearTimeout(this.#timer)
    if (nextMs !== null) this.#timer = setTimeout(() => this.#step({ kind: 'tick' }), Math.max(0, nextMs - Date.now()))
    for (const effect of effects) {
      if (effect.do === 'open') this.#open()
      else if (effect.do === 'close') this.#close()
      else this.#say(effect.frame)
    }
    const isOpen = state.phase === 'open'
    if (isOpen === wasOpen) return
    if (!isOpen) this.#ups.lost()
    for (const listeners of this.#rooms.values()) for (const listener of listeners) listener.lineChanged(isOpen)
  }

  #open(): void {
    const address = new URL(realtimePath, location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    let socket: WebSocket
    try {
      socket = new WebSocket(address)
    } catch {
      // Blocked by a policy or an extension: asked again later, and the page goes on without it.
      queueMicrotask(() => this.#step({ kind: 'closed' }))
      return
    }
    this.#socket = socket
    const own = (event: () => LineEvent) => (): void => {
      if (this.#socket === socket) this.#step(event())
    }
    socket.addEventListener(
      'open',
      own(() => ({ kind: 'opened' })),
    )
    socket.addEventListener(
      'close',
      own(() => ({ kind: 'closed' })),
    )
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket) this.#heard(readFrame(data))
    })
  }

  #close(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #say(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  #heard(frame: ServerFrame | null): void {
    this.#step({ kind: 'heard', frame })
    if (!frame || 'hello' in frame || 'beat' in frame) return
    if ('taken' in frame) this.#ups.heard(frame)
    else if ('room' in frame)
      for (const listener of Array.from(this.#rooms.get(frame.room) ?? [])) listener.heard(frame)
    else for (const listener of Array.from(this.#listeners)) listener(frame)
  }
}

/** The one WebSocket of a page. */
export const realtimeLine = new RealtimeLine()
