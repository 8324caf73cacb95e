import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuMs } from './cpu.ts'
import { median, round } from './report.ts'

const connections = 64
const roundSec = 0.8
const rounds = 9

const run = promisify(execFile)

/** A server of segments: its processes, and what is downloaded from it. */
export interface Side {
  pids: number[]
  port: number
  paths: string[]
}

/** Bytes and CPU milliseconds of one round of load. */
async function load({ pids, port, paths }: Side, seconds: number): Promise<{ bytes: number; cpu: number }> {
  const before = cpuMs(pids)
  const script = join(import.meta.dirname, 'segment-load.ts')
  const { stdout } = await run(process.execPath, [script, `${port}`, `${connections}`, `${seconds}`, ...paths])
  return { bytes: Number(stdout), cpu: cpuMs(pids) - before }
}

export interface Figures {
  /** Of the median round. */
  msPerGb: number
  /** Of the cheapest round: other load makes a round more expensive. */
  leastMsPerGb: number
  mbPerSec: number
}

/** Interleaves the rounds, so that all sides get the same machine conditions. */
export async function measureSegments(sides: Record<string, Side>): Promise<Record<string, Figures>> {
  const seen = Object.entries(sides).map(([name, side]) => ({ name, side, costs: new Array<number>(), bytes: 0 }))
  for (const { side } of seen) await load(side, 0.3)
  for (let count = 0; count < rounds; count++) {
    for (const one of seen) {
      const { bytes, cpu } = await load(one.side, roundSec)
      one.bytes += bytes
      one.costs.push(cpu / (bytes / 1e9))
    }
  }
  return Object.fromEntries(
    seen.map(({ name, costs, bytes }) => [
      name,
      {
        msPerGb: round(median(costs), 0),
        leastMsPerGb: round(Math.min(...costs), 0),
        mbPerSec: round(bytes / 1e6 / (rounds * roundSec), 0),
      },
    ]),
  )
}
