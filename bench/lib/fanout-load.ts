import { createInterface } from 'node:readline'
import { openPageLines } from './page-line.ts'

/**
 * Pages that are in one room, and look at no more of a frame than who else got the same. Run as a process of its own:
 * `fanout-load.ts <port> <room> <pages> <reads|stalls>`. Says `ready` when all are in; then each line of input is answered with what arrived, which `reset` begins anew.
 */
const [port, room = '', pages, habit] = process.argv.slice(2)
/** Of a frame, enough to tell it from others beside its length: its first danmaku stands in it. */
const prefixBytes = 80
const latestMs = 5000

/** How many danmaku came so many milliseconds after they were said. */
let histogram = new Uint32Array(latestMs + 1)
let frames = 0
/** When what is in a frame was said, by the frame's length and beginning. */
const known = new Map<string, number[]>()

function take(frame: Buffer): void {
  const prefix = `${frame.length} ${frame.toString('latin1', 0, prefixBytes)}`
  let saidMs = known.get(prefix)
  if (!saidMs) {
    const { danmaku = [] }: { danmaku?: { time: number }[] } = JSON.parse(frame.toString())
    saidMs = danmaku.map(({ time }) => time * 1000)
    known.set(prefix, saidMs)
  }
  if (saidMs.length === 0) return
  frames++
  const nowMs = Date.now()
  for (const ms of saidMs) {
    const bin = Math.min(latestMs, Math.max(0, Math.round(nowMs - ms)))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
}

const sockets = await openPageLines(Number(pages), () => ({
  port: Number(port),
  first: [JSON.stringify({ join: room })],
  heard: take,
  ended() {
    throw new Error('the server closed a connection')
  },
}))
if (habit === 'stalls') for (const socket of sockets) socket.pause()
console.log('"ready"')

/** The time within which this share of what arrived did. */
function within(share: number, total: number): number {
  let sum = 0
  return histogram.findIndex((count) => (sum += count) >= share * total)
}

createInterface({ input: process.stdin })
  .on('line', (word) => {
    const deliveries = histogram.reduce((sum, count) => sum + count, 0)
    const [p50, p99] = [within(0.5, deliveries), within(0.99, deliveries)]
    console.log(JSON.stringify({ deliveries, frames, p50, p99, max: histogram.findLastIndex((count) => count > 0) }))
    if (word !== 'reset') return
    histogram = new Uint32Array(latestMs + 1)
    frames = 0
  })
  .on('close', () => process.exit(0))
