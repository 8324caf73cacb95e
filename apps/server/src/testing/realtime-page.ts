import { realtimePath, ServerFrame, type ClientFrame } from '@yunmu/contract'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { atFileEnd } from './at-file-end.ts'

/** A page that is connected, as far as the server can tell. */
export interface RealtimePage {
  /** What the server said, in its order; each is a frame of the contract. */
  readonly heard: readonly ServerFrame[]
  /** The code with which the connection ended; null while it stands. */
  readonly code: number | null
  say(frame: ClientFrame): void
  /** Says something as it is. */
  sayRaw(data: string | Buffer): void
  /** Says who it speaks for, and waits for the answer. */
  hello(token?: string, lang?: 's' | 't'): Promise<number>
  /** Asks for a room, and waits until it is in it. */
  join(room: string, after?: string): Promise<void>
  /** Waits until something that fits was heard. */
  until(fits: (frame: ServerFrame) => boolean): Promise<ServerFrame>
  /** Waits until the connection is over, and says with which code. */
  ended(): Promise<number | null>
  readonly ws: WebSocket
}

/** Where a server that listens can be reached. */
export async function listening(app: FastifyInstance): Promise<string> {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return `ws://${address.host}${realtimePath}`
}

/** Connects a page. Rejects with the HTTP status where the server refuses. */
export async function openPage(address: string, headers: Record<string, string> = {}): Promise<RealtimePage> {
  const ws = new WebSocket(address, { headers })
  atFileEnd(async () => ws.terminate())
  const heard: ServerFrame[] = []
  let code: number | null = null
  ws.on('message', (data: Buffer) => heard.push(ServerFrame.parse(JSON.parse(data.toString()))))
  ws.on('close', (ended) => {
    code = ended
  })
  await once(ws, 'open')
  ws.on('error', () => undefined)
  const say = (frame: ClientFrame): void => ws.send(JSON.stringify(frame))
  const until: RealtimePage['until'] = (fits) =>
    vi.waitFor(
      () => {
        const found = heard.find(fits)
        if (!found) throw new Error(`not among what was heard: ${JSON.stringify(heard)}`)
        return found
      },
      { timeout: 40_000 },
    )
  return {
    heard,
    say,
    until,
    ws,
    get code() {
      return code
    },
    sayRaw: (data) => ws.send(data),
    async hello(token = '', lang = 's') {
      const before = heard.length
      say({
        hello: { token, lang },
      })
      const answer = await vi.waitFor(
        () => {
          const found = heard.slice(before).find((frame) => 'hello' in frame)
          if (!found || !('hello' in found)) throw new Error('no answer yet')
          return found
        },
        { timeout: 40_000 },
      )
      return answer.hello.userId
    },
    async join(room, after) {
      const before = heard.length
      say({
        join: room,
        ...(after === undefined ? {} : { after }),
      })
      await vi.waitFor(() => expect(heard.slice(before)).toContainEqual(expect.objectContaining({ room })), {
        timeout: 40_000,
      })
    },
    async ended() {
      await vi.waitFor(() => expect(code).not.toBeNull(), { timeout: 40_000 })
      return code
    },
  }
}
