import type { Call, SendOf } from '@yunmu/contract'
import { realtimePath, ServerFrame } from '@yunmu/contract'
import { addressOf, queryOf, splitToken } from '@yunmu/contract/wire'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { atFileEnd } from './at-file-end.ts'

const Reply = z.object({ code: z.int() })

/**
 * Makes a POST call at a station that runs, over a connection of its own. Returns the code of the reply, or null if the
 * connection ended without one.
 */
export async function postCall<C extends Call>(
  base: string,
  call: C,
  send: SendOf<C>,
  token: string,
): Promise<number | null> {
  const { path, rest } = addressOf(call, send)
  try {
    const response = await fetch(`${base}${path}?${queryOf({ lang: 's', ...splitToken(token) })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(rest),
    })
    return Reply.parse(await response.json()).code
  } catch {
    return null
  }
}

/** A page that stays in a room: it connects again when its connection ends, as pages do. */
export interface RoomPage {
  /** Texts of danmaku, without repetitions. */
  readonly texts: ReadonlySet<string>
  /** How many attempts each connection needed, the first one included, without those that were answered 503. */
  readonly attempts: readonly number[]
  /** Whether it is in the room now. */
  isInRoom(): boolean
  /** Local port of the connection. */
  port(): number
}

/** @param retryMs pause before each attempt to connect again */
export function stayInRoom(base: string, room: string, retryMs: number): RoomPage {
  const texts = new Set<string>()
  const attempts: number[] = []
  let ws: WebSocket
  let isInRoom = false
  let port = 0
  let tried = 0
  let isOver = false
  let lastId = '0'
  const read = (text: string): void => {
    const frame = ServerFrame.parse(JSON.parse(text))
    if (!('room' in frame) || frame.room !== room) return
    isInRoom = true
    if (!('danmaku' in frame)) return
    for (const danmaku of frame.danmaku) {
      texts.add(danmaku.text)
      lastId = danmaku.id
    }
  }
  const connect = (): void => {
    tried++
    ws = new WebSocket(`${base.replace('http', 'ws')}${realtimePath}`)
    ws.on('upgrade', ({ socket }) => (port = socket.localPort ?? 0))
    ws.on('open', () => {
      attempts.push(tried)
      tried = 0
      ws.send(JSON.stringify({ hello: { token: '', lang: 's' } }))
      ws.send(JSON.stringify({ join: room, after: lastId }))
    })
    ws.on('message', (data: Buffer) => read(data.toString()))
    ws.on('error', ({ message }) => {
      // Refused, because the machine is busy: the station answers.
      if (message.endsWith(' 503')) tried--
    })
    ws.on('close', () => {
      isInRoom = false
      void delay(retryMs).then(() => isOver || connect())
    })
  }
  connect()
  atFileEnd(async () => {
    isOver = true
    ws.terminate()
  })
  return { texts, attempts, isInRoom: () => isInRoom, port: () => port }
}
