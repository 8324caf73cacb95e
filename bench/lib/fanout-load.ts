import { createInterface } from 'node:readline'
import { openPageLines } from './page-line.ts'

/**
 * Pages in one room that parse as little of a frame as possible. Run as its own process: `fanout-load.ts <port> <room>
 * <pages> <reads|stalls> <danmaku|goals>`. Prints `ready` when all have joined; then each line of input is answered with
 * the deliveries so far, and `reset` starts a new count.
 */
const [port, room = '', pages, habit, counts] = process.argv.slice(2)
/** Bytes that, with the length, identify a frame: they contain its first danmaku, or the score after a goal. */
const prefixBytes = 80
const latestMs = 5000

/** Number of danmaku by delay in milliseconds. */
let histogram = new Uint32Array(latestMs + 1)
let frames = 0
let bytes = 0
/** Send times of what is counted in a frame, by the frame's length and prefix. */
const known = new Map<string, number[]>()

interface Frame {
  danmaku?: { time: number }[]
  match?: { event?: { wallMs: number } }
}

/** When what is counted in a frame was said, Unix milliseconds. */
function saidMsOf({ danmaku = [], match }: Frame): number[] {
  if (counts === 'danmaku') return danmaku.map(({ time }) => time * 1000)
  return match?.event ? [match.event.wallMs] : []
}

function take(frame: Buffer): void {
  const prefix = `${frame.length} ${frame.toString('latin1', 0, prefixBytes)}`
  let saidMs = known.get(prefix)
  if (!saidMs) {
    saidMs = saidMsOf(JSON.parse(frame.toString()))
    known.set(prefix, saidMs)
  }
  if (saidMs.length === 0) return
  frames++
  bytes += frame.length
  const nowMs = Date.now()
  for (const ms of saidMs) {
    const bin = Math.min(latestMs, Math.max(0, Math.round(nowMs - ms)))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
}

const sockets = await openPageLines(Number(pages), () => ({
  port: Number(port),
  first: [JSON.stringify({ join: room })],
  onFrame: take,
  onClose() {
    throw new Error('the server closed a connection')
  },
}))
if (habit === 'stalls') for (const socket of sockets) socket.pause()
console.log('"ready"')

/** The delay within which this share of deliveries arrived. */
function within(share: number, total: number): number {
  let sum = 0
  return histogram.findIndex((count) => (sum += count) >= share * total)
}

createInterface({ input: process.stdin })
  .on('line', (word) => {
    const deliveries = histogram.reduce((sum, count) => sum + count, 0)
    const [p50, p99] = [within(0.5, deliveries), within(0.99, deliveries)]
    const max = histogram.findLastIndex((count) => count > 0)
    console.log(JSON.stringify({ deliveries, frames, bytes, p50, p99, max }))
    if (word !== 'reset') return
    histogram = new Uint32Array(latestMs + 1)
    frames = 0
    bytes = 0
  })
  .on('close', () => process.exit(0))
