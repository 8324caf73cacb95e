import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readPid } from '../apps/server/src/domains/recorder/run-folder.ts'
import { readList } from '../apps/server/src/domains/recorder/run-rules.ts'
import { createLogger } from '../apps/server/src/platform/logger.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openGround } from '../apps/server/src/open-ground.ts'
import { createStation, type Ground, type Station } from '../apps/server/src/station.ts'
import { cpuMsOf, childrenOf } from './lib/process-cpu.ts'
import { percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * A whole station that records: what recording costs, by CPU time of its ffmpegs and of the recorder, and what is lost
 * when ffmpeg, recorder and server are killed at random. Linux only: CPU is read from /proc. About five minutes.
 *
 * `node bench/recorder.ts [cost|chaos]`; `KILLS`, `CHANNELS` and `RTMP_PORT` set how much of it.
 */
const parts = process.argv.slice(2)
const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
const kills = Number(process.env.KILLS ?? 20)
const channels = Number(process.env.CHANNELS ?? 4)
const firstPort = Number(process.env.RTMP_PORT ?? 4670)
const measuredSec = 30

const main = new URL('../apps/server/src/main.ts', import.meta.url).pathname
const dataDir = mkdtempSync(join(tmpdir(), 'yunmu-bench-recorder-'))
const env = { YUNMU_DATA: dataDir, DEMO: '0', PORT: '0', RTMP_PORT: String(firstPort), LOG_LEVEL: 'error' }
const film = join(dataDir, 'film.ts')

const started = new Set<ChildProcess>()
function start(program: string, args: readonly string[], more: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, { env: { ...process.env, ...more }, stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout?.resume()
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

/** Twenty seconds at two megabits, a key frame every two seconds, as an encoder would send them again and again. */
async function makeFilm(): Promise<void> {
  const noise = 'testsrc2=size=640x360:rate=25,noise=alls=40:allf=t'
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', noise, '-f', 'lavfi', '-i', 'sine=sample_rate=48000'],
    ...['-t', '20', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-sc_threshold', '0', '-pix_fmt', 'yuv420p'],
    ...[
      '-b:v',
      '1900k',
      '-minrate',
      '1900k',
      '-maxrate',
      '1900k',
      '-bufsize',
      '1900k',
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      film,
    ],
  ])
}

/** Sends the film without end, in real time; comes again when it is cut off. */
function push(target: readonly string[]): () => void {
  let ended = false
  let child: ChildProcess | undefined
  const again = (): void => {
    if (ended) return
    child = start('ffmpeg', [
      '-nostdin',
      '-v',
      'error',
      '-re',
      '-stream_loop',
      '-1',
      '-i',
      film,
      '-c',
      'copy',
      ...target,
    ])
    child.once('exit', () => setTimeout(again, 500))
  }
  again()
  return () => {
    ended = true
    child?.kill('SIGKILL')
  }
}

async function openStation(): Promise<{ ground: Ground & { close(): Promise<void> }; station: Station }> {
  const ground = await openGround({
    config: readConfig(env, '/'),
    log: createLogger({ level: 'error' }),
    say: () => undefined,
  })
  return { ground, station: createStation(ground) }
}

async function addChannels(station: Station, addresses: readonly string[]): Promise<number[]> {
  const common = { aliases: [], guideId: '', group: { name: '测试', overseas: false }, tag: null, logo: '' }
  await station.live.save(
    addresses.map((address, at) => ({
      ...common,
      ...{
        origin: `bench:${address}`,
        number: at + 1,
        name: `频道${at + 1}`,
        replayDays: 1,
        dvrSec: 3600,
        demo: false,
      },
      lines: [
        {
          ...{ name: '线路一', kind: 'recorded', onDemand: false, quality: '', saving: false },
          sources: [{ address, userAgent: '' }],
        },
      ],
    })),
  )
  const { channels: kept } = await station.live.book()
  return addresses.flatMap((address) => {
    return kept
      .filter(({ origin }) => origin === `bench:${address}`)
      .flatMap(({ streams }) => streams.map(({ id }) => id))
  })
}

async function startServer(): Promise<ChildProcess> {
  const server = start(process.execPath, [main], env)
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (text: Buffer) => /http:\/\//.test(text.toString()) && resolve())
    server.once('exit', () => reject(new Error('the server ended')))
  })
  return server
}

const programOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
const recorderOf = (server: ChildProcess): number | undefined =>
  childrenOf(server.pid ?? 0).find((pid) => programOf(pid).includes('recorder-main'))

const runsOf = (streamId: number): string[] => {
  const folder = join(dataDir, 'live', String(streamId))
  return existsSync(folder) ? readdirSync(folder).toSorted((a, b) => Number(a) - Number(b)) : []
}
const ffmpegOf = (streamId: number): number | undefined => {
  const run = runsOf(streamId).at(-1)
  return run === undefined ? undefined : readPid(join(dataDir, 'live', String(streamId), run))?.pid
}

async function until(what: string, limitMs: number, is: () => Promise<boolean>): Promise<number> {
  const fromMs = performance.now()
  while (performance.now() - fromMs < limitMs) {
    if (await is().catch(() => false)) return performance.now() - fromMs
    await delay(100)
  }
  throw new Error(`${what} did not happen in ${limitMs} ms`)
}

/** CPU time of ffmpegs and recorder while so many channels of two megabits come in over UDP. */
async function cost(station: Station): Promise<Record<string, unknown>> {
  const ports = Array.from({ length: channels }, (_, at) => firstPort + 1 + at)
  const ids = await addChannels(
    station,
    ports.map((port) => `udp://127.0.0.1:${port}`),
  )
  const stops = ports.map((port) => push(['-f', 'mpegts', `udp://127.0.0.1:${port}?pkt_size=1316`]))
  const server = await startServer()
  await until('recording', 60_000, async () => {
    const latest = await Promise.all(ids.map((id) => station.recorder.latest(id, 8)))
    return latest.every((rows) => rows.length >= 4)
  })
  const tools = ids.map(ffmpegOf).filter((pid) => pid !== undefined)
  const recorder = recorderOf(server) ?? 0
  const read = () => ({ tools: tools.map(cpuMsOf), recorder: cpuMsOf(recorder) })
  const before = read()
  await delay(measuredSec * 1000)
  const after = read()
  const shares = tools.map((_, at) => ((after.tools[at] ?? 0) - (before.tools[at] ?? 0)) / (measuredSec * 10))
  const own = (after.recorder - before.recorder) / (measuredSec * 10)
  for (const stop of stops) stop()
  server.kill('SIGTERM')
  await once(server, 'exit')
  await station.live.remove((await station.live.book()).channels.map(({ id }) => id))
  return {
    channels,
    ffmpegPercentOfCore: shares.map((share) => round(share)),
    recorderPercentOfCore: round(own),
    perChannelPercentOfCore: round(shares.reduce((sum, share) => sum + share, own) / channels),
  }
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** Kills one of the three at random, again and again, and counts afterwards. */
async function chaos(station: Station): Promise<Record<string, unknown>> {
  const random = seededRandom(11)
  const [id = 0] = await addChannels(station, ['push:'])
  let server = await startServer()
  const { server: address, name } = station.recorder.pushAddress(id, Math.floor(Date.now() / 1000) + 86_400)
  const stop = push(['-f', 'flv', `${address}/${name}`])
  const count = async (): Promise<number> => (await station.recorder.rows(id, 0, Date.now() * 2)).length
  await until('recording', 60_000, async () => (await count()) > 2)

  const backMs: Record<string, number[]> = { ffmpeg: [], recorder: [], server: [] }
  for (let at = 0; at < kills; at++) {
    await delay(2000 + random() * 5000)
    const victim = (['ffmpeg', 'recorder', 'server'] as const)[Math.floor(random() * 3)] ?? 'ffmpeg'
    const before = await count()
    const pid = { ffmpeg: ffmpegOf(id), recorder: recorderOf(server), server: server.pid }[victim]
    if (pid === undefined || !killed(pid)) {
      // It had just ended by itself, or not begun again.
      at--
      continue
    }
    if (victim === 'server') server = await startServer()
    backMs[victim]?.push(
      await until(`a segment after the end of ${victim}`, 60_000, async () => (await count()) > before),
    )
  }
  await delay(3000)
  stop()
  server.kill('SIGTERM')
  await once(server, 'exit')

  const rows = await station.recorder.rows(id, 0, Date.now() * 2)
  const indexed = new Set(rows.map(({ uri }) => uri.replace(/\/0*(\d+)\.m4s$/, '/$1')))
  const finished = runsOf(id).flatMap((run) => {
    const list = join(dataDir, 'live', String(id), run, 'index.m3u8')
    return existsSync(list) ? readList(readFileSync(list, 'utf8')).map(({ num }) => `${run}/${num}`) : []
  })
  const times = (victim: string): Record<string, number> => {
    const all = backMs[victim] ?? []
    return { kills: all.length, median: round(percentile(all, 0.5), 0), longest: round(percentile(all, 1), 0) }
  }
  return {
    kills: Object.values(backMs).flat().length,
    segments: rows.length,
    runs: new Set(rows.map(({ runKey }) => runKey)).size,
    lost: finished.filter((name_) => !indexed.has(name_)).length,
    twice: rows.length - indexed.size,
    gaps: rows.filter(({ seq }, at) => seq !== at).length,
    nextSegmentMs: { ffmpeg: times('ffmpeg'), recorder: times('recorder'), server: times('server') },
  }
}

await makeFilm()
const { ground, station } = await openStation()
try {
  if (wants('cost')) report('recorder', { part: 'cost', ...(await cost(station)) })
  if (wants('chaos')) report('recorder', { part: 'chaos', ...(await chaos(station)) })
} finally {
  // A station that is ended in order ends what it started.
  for (const child of started) child.kill(child.spawnfile === process.execPath ? 'SIGTERM' : 'SIGKILL')
  await delay(4000)
  await ground.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
process.exit(0)
