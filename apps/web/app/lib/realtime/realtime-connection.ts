import type { ClientFrame, Script, SendOf, UpFrame } from '@yunmu/contract'
import { realtimePath, ServerFrame } from '@yunmu/contract'
import {
  closedConnection,
  isIdentifiedAs,
  stepConnection,
  type ConnectionEvent,
  type ConnectionState,
} from './realtime-rules.ts'
import { onSessionChange, readToken } from '../session/session.ts'
import { createUpQueue, type UpReply } from './up-call-queue.ts'

/** Receives every frame of a room, and whether the connection is open. */
export interface RoomListener {
  onFrame(frame: Extract<ServerFrame, { room: string }>): void
  onConnectionChange(isOpen: boolean): void
}

/** Frames addressed to the signed-in user or to everybody. */
export type BroadcastFrame = Exclude<
  ServerFrame,
  { room: string } | { hello: unknown } | { beat: 1 } | { taken: number }
>
export type BroadcastListener = (frame: BroadcastFrame) => void

/** Parses a text frame. Null for unknown frames. */
function readFrame(text: unknown): ServerFrame | null {
  if (typeof text !== 'string') return null
  try {
    return ServerFrame.parse(JSON.parse(text))
  } catch {
    // A newer server may send frames that this page does not know.
    return null
  }
}

class RealtimeConnection {
  readonly #rooms = new Map<string, Set<RoomListener>>()
  readonly #listeners = new Set<BroadcastListener>()
  readonly #calls = createUpQueue()
  #state: ConnectionState = closedConnection
  #lang: Script = 's'
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    onSessionChange(this.#identify)
    document.addEventListener('visibilitychange', () => this.#step({ kind: document.hidden ? 'hidden' : 'shown' }))
    addEventListener('pagehide', () => this.#step({ kind: 'pagehide' }))
    addEventListener('pageshow', (event) => event.persisted && this.#step({ kind: 'pageshow' }))
    addEventListener('online', () => this.#step({ kind: 'online' }))
    if (document.hidden) this.#step({ kind: 'hidden' })
  }

  join(room: string, lang: Script, listener: RoomListener): () => void {
    this.#setScript(lang)
    const listeners = this.#rooms.get(room) ?? new Set()
    this.#rooms.set(room, listeners.add(listener))
    this.#step({ kind: 'join', room })
    listener.onConnectionChange(this.#state.phase === 'open')
    return () => {
      listeners.delete(listener)
      this.#step({ kind: 'leave', room })
    }
  }

  subscribe(lang: Script, listener: BroadcastListener): () => void {
    this.#setScript(lang)
    this.#listeners.add(listener)
    this.#step({ kind: 'listen' })
    return () => {
      this.#listeners.delete(listener)
      this.#step({ kind: 'unlisten' })
    }
  }

  /**
   * Sends a call over the connection. Null if the connection is closed, is identified as another user or does not
   * answer: the caller must then make the HTTP call.
   */
  sendCall<Up extends UpFrame>(up: Up['name'], send: SendOf<Up['call']>): Promise<UpReply> | null {
    const nowMs = Date.now()
    if (!isIdentifiedAs(this.#state, readToken()) || !this.#calls.isResponsive(nowMs)) return null
    return this.#send({ up, send }) ? this.#calls.add(nowMs) : null
  }

  /** Whether it is open, and belongs to the signed-in user. */
  isIdentified(): boolean {
    return isIdentifiedAs(this.#state, readToken())
  }

  #setScript(lang: Script): void {
    this.#lang = lang
    this.#identify()
  }

  readonly #identify = (): void =>
    this.#step({ kind: 'identity', identity: { token: readToken() ?? '', lang: this.#lang } })

  #step(event: ConnectionEvent): void {
    const wasOpen = this.#state.phase === 'open'
    const { state, effects, nextMs } = stepConnection(this.#state, event, { nowMs: Date.now(), random: Math.random() })
    this.#state = state
    clearTimeout(this.#timer)
    if (nextMs !== null) this.#timer = setTimeout(() => this.#step({ kind: 'tick' }), Math.max(0, nextMs - Date.now()))
    for (const effect of effects) {
      if (effect.do === 'open') this.#open()
      else if (effect.do === 'close') this.#close()
      else this.#send(effect.frame)
    }
    const isOpen = state.phase === 'open'
    if (isOpen === wasOpen) return
    if (!isOpen) this.#calls.clear()
    for (const listeners of this.#rooms.values()) for (const listener of listeners) listener.onConnectionChange(isOpen)
  }

  #open(): void {
    const address = new URL(realtimePath, location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    let socket: WebSocket
    try {
      socket = new WebSocket(address)
    } catch {
      // Blocked by a policy or an extension: retried later; the page works without it.
      queueMicrotask(() => this.#step({ kind: 'closed' }))
      return
    }
    this.#socket = socket
    const ifCurrent = (event: () => ConnectionEvent) => (): void => {
      if (this.#socket === socket) this.#step(event())
    }
    socket.addEventListener(
      'open',
      ifCurrent(() => ({ kind: 'opened' })),
    )
    socket.addEventListener(
      'close',
      ifCurrent(() => ({ kind: 'closed' })),
    )
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket) this.#onFrame(readFrame(data))
    })
  }

  #close(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #send(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  #onFrame(frame: ServerFrame | null): void {
    this.#step({ kind: 'frame', frame })
    if (!frame || 'hello' in frame || 'beat' in frame) return
    if ('taken' in frame) this.#calls.settle(frame)
    else if ('room' in frame)
      for (const listener of Array.from(this.#rooms.get(frame.room) ?? [])) listener.onFrame(frame)
    else for (const listener of Array.from(this.#listeners)) listener(frame)
  }
}

/** The page's only WebSocket. */
export const realtimeConnection = new RealtimeConnection()
