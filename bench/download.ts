import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { cpuMs } from './lib/cpu.ts'
import { check, median, report, round } from './lib/report.ts'

/**
 * CPU cost of a gigabyte of a film that is downloaded as one file, compared with its segments in the same run: four
 * connections, a film larger than the memory for segments. Takes about half a minute. Linux only: CPU is read from /proc.
 */
const connections = 4
const roundSec = 1
const rounds = 7
const promised = 1.5

const run = promisify(execFile)

interface Addresses {
  port: number
  segments: string[]
  download: string[]
}

const script = join(import.meta.dirname, 'lib/download-server.ts')
const station = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })

async function addressesOf(): Promise<Addresses> {
  for await (const line of createInterface({ input: station.stdout })) return JSON.parse(line)
  throw new Error('the station did not start')
}

/** CPU milliseconds of a gigabyte in one round of load. */
async function load(port: number, paths: readonly string[]): Promise<number> {
  const pids = [station.pid ?? 0]
  const before = cpuMs(pids)
  const program = join(import.meta.dirname, 'lib/segment-load.ts')
  const { stdout } = await run(process.execPath, [program, `${port}`, `${connections}`, `${roundSec}`, ...paths])
  return (cpuMs(pids) - before) / (Number(stdout) / 1e9)
}

try {
  const { port, segments, download } = await addressesOf()
  const costs = { segments: new Array<number>(), download: new Array<number>() }
  await load(port, segments)
  await load(port, download)
  for (let count = 0; count < rounds; count++) {
    costs.segments.push(await load(port, segments))
    costs.download.push(await load(port, download))
  }
  const ratio = round(median(costs.download) / median(costs.segments))
  report('download', {
    segmentsMsPerGb: round(median(costs.segments), 0),
    downloadMsPerGb: round(median(costs.download), 0),
    ratio,
    leastRatio: round(Math.min(...costs.download) / Math.min(...costs.segments)),
    promised: `≤ ${promised}`,
  })
  check({ [`a download costs at most ${promised} times the CPU of its segments`]: ratio <= promised })
} finally {
  station.stdin.end()
  if (station.exitCode === null) await once(station, 'exit')
}
