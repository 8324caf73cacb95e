import { userWatchSave, type SyncRecord } from '@yunmu/contract'
import { addressOf, queryOf, splitToken } from '@yunmu/contract/wire'
import { connect, type Socket } from 'node:net'
import type { RecordWay } from './record-load.ts'

const connections = 50

type Reply = (code: string) => void

/** A keep-alive connection that answers requests in order. */
function openLine(port: number): { send(bytes: string, reply: Reply): void; socket: Socket } {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const waiting: Reply[] = []
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      const code = /^\{"code":(\d+)/.exec(text.slice(end + 4, end + 4 + length))?.[1] ?? `http ${text.slice(9, 12)}`
      text = text.slice(end + 4 + length)
      waiting.shift()?.(code)
    }
  })
  // A killed station resets its connections.
  socket.on('error', () => undefined)
  return {
    socket,
    send(bytes, reply) {
      waiting.push(reply)
      socket.write(bytes)
    },
  }
}

/** Viewers that make calls, over a few connections as from a proxy. */
export function openPosts(port: number, tokens: readonly string[], records: (at: number) => SyncRecord): RecordWay {
  const { path } = addressOf(userWatchSave, records(0))
  const paths = tokens.map((token) => `${path}?${queryOf({ ...splitToken(token) })}`)
  const lines = Array.from({ length: connections }, () => openLine(port))
  return {
    isOver: () => false,
    send(viewer, record, reply) {
      const body = JSON.stringify(record)
      const head = `POST ${paths[viewer]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
      const at = viewer % lines.length
      // Servers close connections that are idle between two rounds.
      if (lines[at]?.socket.destroyed !== false) lines[at] = openLine(port)
      lines[at]?.send(head + body, reply)
    },
  }
}
