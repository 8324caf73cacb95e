import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { report, round } from './lib/report.ts'
import { measureSegments } from './lib/segment-rounds.ts'

/**
 * CPU cost of a gigabyte of segments that lie elsewhere and are kept, compared with the station's own in the same process: 64
 * viewers, 8 segments of 2 MB of each. Takes about 20 s. Linux only: CPU is read from /proc.
 */
const promised = 1.5

const station = spawn(process.execPath, [join(import.meta.dirname, 'lib/relay-server.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
async function addressesOf(): Promise<{ port: number; local: string[]; relayed: string[] }> {
  for await (const line of createInterface({ input: station.stdout })) return JSON.parse(line)
  throw new Error('the station did not start')
}

try {
  const said = await addressesOf()
  const pids = [station.pid ?? 0]
  const { local, relayed } = await measureSegments({
    local: { pids, port: said.port, paths: said.local },
    relayed: { pids, port: said.port, paths: said.relayed },
  })
  if (!local || !relayed) throw new Error('nothing was measured')
  report('relay', {
    local,
    relayed,
    ratio: round(relayed.msPerGb / local.msPerGb),
    leastRatio: round(relayed.leastMsPerGb / local.leastMsPerGb),
    promised: `≤ ${promised}`,
  })
} finally {
  station.stdin.end()
  if (station.exitCode === null) await once(station, 'exit')
}
