import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Viewers that send a record every ten seconds, in a process of their own: `<port> <title ids> <connections>`. The parent
 * sends the viewers' paths, then `{ perSec, seconds }` for each round; the answer is what became of it.
 */
const [port = '0', titleCount = '1', width = '50'] = process.argv.slice(2)

export interface Round {
  perSec: number
  seconds: number
}

export interface RoundDone {
  sent: number
  /** Replies by their code; of a reply that is no envelope, its status. */
  codes: Record<string, number>
  /** Each place, in milliseconds, that a viewer was told is taken, and when it was sent. */
  taken: [viewer: number, positionMs: number, sentMs: number][]
}

type Reply = (code: string) => void

/** A keep-alive connection that answers in the order of its requests. */
function openLine(): { send(bytes: string, reply: Reply): void; socket: Socket } {
  const socket = connect(Number(port), '127.0.0.1')
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
  // A station that is killed ends its connections in the middle.
  socket.on('error', () => undefined)
  return {
    socket,
    send(bytes, reply) {
      waiting.push(reply)
      socket.write(bytes)
    },
  }
}

let paths: string[] = []
let next = 0
const lines = Array.from({ length: Number(width) }, openLine)

/** The next viewer's record: each of them once in a cycle. */
function sendNext(done: RoundDone): void {
  const viewer = next++ % paths.length
  const nowMs = Date.now()
  const positionMs = 10_000 * (1 + Math.floor(next / paths.length)) + viewer
  const body = JSON.stringify({
    ...{
      type: 'vod',
      id: 1 + (viewer % Number(titleCount)),
      episode: 1,
      duration: 5400,
      percent: 12.34,
      title: '雾港来信',
    },
    ...{ currentTime: positionMs / 1000, saveTime: Math.floor(nowMs / 1000) },
  })
  const head = `POST ${paths[viewer]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  done.sent++
  lines[viewer % lines.length]?.send(head + body, (code) => {
    done.codes[code] = (done.codes[code] ?? 0) + 1
    if (code === '0') done.taken.push([viewer, positionMs, nowMs])
  })
}

/** Waits until everything is answered, but not for a station that is gone. */
async function settled(done: RoundDone): Promise<void> {
  const answered = () => Object.values(done.codes).reduce((sum, count) => sum + count, 0)
  for (let tries = 0; answered() < done.sent && tries < 100; tries++) await delay(20)
}

/** Sends at an even pace; what the machine was too busy for is caught up. */
function run({ perSec, seconds }: Round): Promise<RoundDone> {
  const done: RoundDone = { sent: 0, codes: {}, taken: [] }
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(seconds, (performance.now() - startedMs) / 1000) * perSec
      while (done.sent < Math.floor(due)) sendNext(done)
      if (due < perSec * seconds && !lines.every(({ socket }) => socket.destroyed)) return
      clearInterval(timer)
      void settled(done).then(() => resolve(done))
    }, 10)
  })
}

process.on('message', (message: string[] | Round) => {
  if (Array.isArray(message)) {
    paths = message
    process.send?.('ready')
  } else void run(message).then((done) => process.send?.(done))
})
