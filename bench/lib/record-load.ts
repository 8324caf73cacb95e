import type { SyncRecord } from '@yunmu/contract'
import { setTimeout as delay } from 'node:timers/promises'
import { openLines } from './record-lines.ts'
import { openPosts } from './record-posts.ts'

/**
 * Viewers that send a record every ten seconds, in their own process: `<port> <title ids> <posts|lines>`. The parent
 * sends the viewers' tokens, then `{ perSec, seconds }` for each round, and gets the results.
 */
const [port = '0', titleCount = '1', way = 'posts'] = process.argv.slice(2)

/** A transport for records. */
export interface RecordWay {
  /** @param reply called with the code of the reply, or its status if it is no envelope */
  send(viewer: number, record: SyncRecord, reply: (code: string) => void): void
  /** Whether every connection has closed. */
  isOver(): boolean
}

export interface Round {
  perSec: number
  seconds: number
}

export interface RoundDone {
  sent: number
  /** Number of replies by code, or by status if they are no envelope. */
  codes: Record<string, number>
  /** The positions that viewers sent, in milliseconds, and when. */
  records: [viewer: number, positionMs: number, sentMs: number][]
}

const durationSec = 5400
/** Records over sockets have later times than those sent by calls, so that they always win. */
const fromMs = way === 'lines' ? 2_000_000 : 0

const recordAt = (viewer: number, positionMs: number, nowMs: number): SyncRecord => ({
  type: 'vod',
  id: 1 + (viewer % Number(titleCount)),
  episode: 1,
  duration: durationSec,
  percent: 12.34,
  title: '雾港来信',
  currentTime: positionMs / 1000,
  saveTime: Math.floor(nowMs / 1000),
})

async function open(tokens: readonly string[]): Promise<void> {
  const opened =
    way === 'lines'
      ? await openLines(Number(port), tokens)
      : openPosts(Number(port), tokens, (at) => recordAt(at, 0, Date.now()))
  let next = 0
  /** Sends the next viewer's record, each viewer once per cycle. */
  const sendNext = (done: RoundDone): void => {
    const viewer = next++ % tokens.length
    const nowMs = Date.now()
    const positionMs = fromMs + 10_000 * (1 + Math.floor(next / tokens.length)) + viewer
    done.sent++
    done.records.push([viewer, positionMs, nowMs])
    opened.send(viewer, recordAt(viewer, positionMs, nowMs), (code) => {
      done.codes[code] = (done.codes[code] ?? 0) + 1
    })
  }
  process.on('message', (round: Round) => {
    void run(round, sendNext, opened).then((done) => process.send?.(done))
  })
  process.send?.('ready')
}

/** Waits until everything is answered, or all connections have closed. */
async function settled(done: RoundDone): Promise<void> {
  const answered = () => Object.values(done.codes).reduce((sum, count) => sum + count, 0)
  for (let tries = 0; answered() < done.sent && tries < 100; tries++) await delay(20)
}

/** Sends at a constant rate, and catches up after delays. */
function run(
  { perSec, seconds }: Round,
  sendNext: (done: RoundDone) => void,
  { isOver }: RecordWay,
): Promise<RoundDone> {
  const done: RoundDone = { sent: 0, codes: {}, records: [] }
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(seconds, (performance.now() - startedMs) / 1000) * perSec
      while (done.sent < Math.floor(due)) sendNext(done)
      if (due < perSec * seconds && !isOver()) return
      clearInterval(timer)
      void settled(done).then(() => resolve(done))
    }, 10)
  })
}

process.once('message', (tokens: string[]) => void open(tokens))
