import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { cpuMs } from './lib/cpu.ts'
import type { PacedDone, Stream } from './lib/paced-load.ts'
import { check, median, report, round } from './lib/report.ts'

/**
 * CPU of a segment while titles change five times a second, compared with that of a station in which nothing changes: 800
 * viewers of 128 films, each with a segment of 1 MB every four seconds. What the changes cost by themselves, the lists of titles
 * for example, is measured without viewers and subtracted. Rounds are interleaved. What is counted is the station's process,
 * without PostgreSQL. Takes about a minute. Linux only: CPU is read from /proc.
 */
const viewers = 800
const segmentSec = 4
const changesPerSec = 5
const roundSec = 4
const rounds = 7
const promised = 1.1
const segments = (viewers / segmentSec) * roundSec

const station = spawn(process.execPath, [join(import.meta.dirname, 'lib/changing-station.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})

async function addresses(): Promise<string[]> {
  for await (const line of createInterface({ input: station.stdout })) return JSON.parse(line)
  throw new Error('the station did not start')
}

/** CPU milliseconds of one round, in which viewers request so many segments. */
async function load(urls: string[], segments: number, changes: number): Promise<number> {
  station.stdin.write(`${changes}\n`)
  const sender = fork(join(import.meta.dirname, 'lib/paced-load.ts'))
  await once(sender, 'message')
  const streams: Stream[] = [{ name: 'segments', perSec: segments / roundSec, urls }]
  const before = cpuMs([station.pid ?? 0])
  const beganMs = performance.now()
  sender.send({ streams, seconds: roundSec })
  const [done]: (PacedDone | undefined)[] = await once(sender, 'message')
  await setTimeout(Math.max(0, beganMs + roundSec * 1000 - performance.now()))
  const cost = cpuMs([station.pid ?? 0]) - before
  if (sender.connected) sender.disconnect()
  if (done?.refused !== 0) throw new Error(`${done?.refused} segments were not sent`)
  return cost
}

try {
  const urls = await addresses()
  const costs = { still: new Array<number>(), changing: new Array<number>(), changes: new Array<number>() }
  await load(urls, segments, 0)
  await load(urls, segments, changesPerSec)
  for (let count = 0; count < rounds; count++) {
    costs.still.push(await load(urls, segments, 0))
    costs.changing.push(await load(urls, segments, changesPerSec))
    costs.changes.push(await load(urls, 0, changesPerSec))
  }
  const ofSegment = (of: (values: number[]) => number) => ({
    still: of(costs.still) / segments,
    changing: Math.max(0, of(costs.changing) - of(costs.changes)) / segments,
  })
  const [middle, least] = [ofSegment(median), ofSegment((values) => Math.min(...values))]
  const ratio = round(middle.changing / middle.still)
  report('segment-changes', {
    stillMs: round(middle.still, 3),
    changingMs: round(middle.changing, 3),
    ratio,
    leastRatio: round(least.changing / least.still),
    changesAloneMsPerSec: round(median(costs.changes) / roundSec, 1),
    promised: `≤ ${promised}`,
  })
  check({ [`changes of other titles cost a segment at most ${Math.round((promised - 1) * 100)} %`]: ratio <= promised })
} finally {
  station.stdin.end()
  if (station.exitCode === null) await once(station, 'exit')
}
