import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parseRunPlaylist } from '../apps/server/src/domains/recorder/runs/run-rules.ts'
import { ffmpeg } from './lib/clock-sender.ts'
import { cpuMsOf } from './lib/process-cpu.ts'
import { openRecordingStation, runsOf, until, victims, type Victim } from './lib/recording-station.ts'
import { percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * A complete recording station: the CPU time of its ffmpeg processes and recorder, and what is lost when ffmpeg,
 * recorder and server are killed at random. Linux only: CPU is read from /proc. Takes about five minutes.
 * `node bench/recorder.ts [cost|chaos]`; settings: `KILLS`, `CHANNELS`, `RTMP_PORT`.
 */
const parts = process.argv.slice(2)
const wants = (part: string): boolean => parts.length === 0 || parts.includes(part)
const kills = Number(process.env.KILLS ?? 20)
const channels = Number(process.env.CHANNELS ?? 4)
const firstPort = Number(process.env.RTMP_PORT ?? 4670)
const measuredSec = 30

const recording = await openRecordingStation({ PORT: '0', RTMP_PORT: String(firstPort) })
const { station, dataDir } = recording
const film = join(dataDir, 'film.ts')

/** Twenty seconds at two megabits with a key frame every two seconds, sent in a loop like an encoder. */
async function makeFilm(): Promise<void> {
  const noise = 'testsrc2=size=640x360:rate=25,noise=alls=40:allf=t'
  const rate = ['-b:v', '1900k', '-minrate', '1900k', '-maxrate', '1900k', '-bufsize', '1900k']
  await promisify(execFile)(ffmpeg, [
    '-nostdin',
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    noise,
    '-f',
    'lavfi',
    '-i',
    'sine=sample_rate=48000',
    '-t',
    '20',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '50',
    '-sc_threshold',
    '0',
    '-pix_fmt',
    'yuv420p',
    ...rate,
    '-c:a',
    'aac',
    '-b:a',
    '96k',
    film,
  ])
}

/** Sends the film in a loop in real time. */
const send = (target: readonly string[]): ChildProcess =>
  spawn(ffmpeg, ['-nostdin', '-v', 'error', '-re', '-stream_loop', '-1', '-i', film, '-c', 'copy', ...target], {
    stdio: 'ignore',
  })

/** CPU time of ffmpeg processes and recorder while channels of two megabits arrive over UDP. */
async function cost(): Promise<Record<string, unknown>> {
  const ports = Array.from({ length: channels }, (_, at) => firstPort + 1 + at)
  const lines = await recording.addChannels(ports.map((port) => `udp://127.0.0.1:${port}`))
  const stops = ports.map((port) =>
    recording.keepSenderRunning(() => send(['-f', 'mpegts', `udp://127.0.0.1:${port}?pkt_size=1316`])),
  )
  await recording.startServer()
  await until('recording', 60_000, async () => {
    const latest = await Promise.all(lines.map(({ streamId }) => station.recorder.latest(streamId, 8)))
    return latest.every((rows) => rows.length >= 4)
  })
  const tools = lines.flatMap(({ streamId }) => recording.pidOf('ffmpeg', streamId) ?? [])
  const recorder = recording.pidOf('recorder', 0) ?? 0
  const read = () => ({ tools: tools.map(cpuMsOf), recorder: cpuMsOf(recorder) })
  const before = read()
  await delay(measuredSec * 1000)
  const after = read()
  const shares = tools.map((_, at) => ((after.tools[at] ?? 0) - (before.tools[at] ?? 0)) / (measuredSec * 10))
  const own = (after.recorder - before.recorder) / (measuredSec * 10)
  for (const stop of stops) stop()
  await recording.stopServer()
  await station.live.remove(lines.map(({ channelId }) => channelId))
  return {
    channels,
    ffmpegPercentOfCore: shares.map((share) => round(share)),
    recorderPercentOfCore: round(own),
    perChannelPercentOfCore: round(shares.reduce((sum, share) => sum + share, own) / channels),
  }
}

/** Kills random processes repeatedly, and counts lost segments afterwards. */
async function chaos(): Promise<Record<string, unknown>> {
  const random = seededRandom(11)
  const [line] = await recording.addChannels(['push:'])
  const id = line?.streamId ?? 0
  await recording.startServer()
  const { server, name } = await station.recorder.pushAddress(id, Math.floor(Date.now() / 1000) + 86_400)
  const stop = recording.keepSenderRunning(() => send(['-f', 'flv', `${server}/${name}`]))
  const count = async (): Promise<number> => (await station.recorder.rows(id, 0, Date.now() * 2)).length
  await until('recording', 60_000, async () => (await count()) > 2)

  const backMs: Record<Victim, number[]> = { ffmpeg: [], recorder: [], server: [] }
  for (let at = 0; at < kills; at++) {
    await delay(2000 + random() * 5000)
    const victim = victims[Math.floor(random() * 3)] ?? 'ffmpeg'
    const before = await count()
    if (!(await recording.kill(victim, id))) {
      // The process had just exited or not restarted yet.
      at--
      continue
    }
    backMs[victim].push(
      await until(`a segment after the end of ${victim}`, 60_000, async () => (await count()) > before),
    )
  }
  await delay(3000)
  stop()
  await recording.stopServer()

  const rows = await station.recorder.rows(id, 0, Date.now() * 2)
  const indexed = new Set(rows.map(({ uri }) => uri.replace(/\/0*(\d+)\.m4s$/, '/$1')))
  const finished = runsOf(dataDir, id).flatMap((run) => {
    const list = join(dataDir, 'live', String(id), run, 'index.m3u8')
    return existsSync(list) ? parseRunPlaylist(readFileSync(list, 'utf8')).map(({ num }) => `${run}/${num}`) : []
  })
  const times = (all: readonly number[]): Record<string, number> => ({
    kills: all.length,
    median: round(percentile(all, 0.5), 0),
    longest: round(percentile(all, 1), 0),
  })
  return {
    kills: Object.values(backMs).flat().length,
    segments: rows.length,
    runs: new Set(rows.map(({ runKey }) => runKey)).size,
    lost: finished.filter((name_) => !indexed.has(name_)).length,
    twice: rows.length - indexed.size,
    gaps: rows.filter(({ seq }, at) => seq !== at).length,
    nextSegmentMs: {
      ffmpeg: times(backMs.ffmpeg),
      recorder: times(backMs.recorder),
      server: times(backMs.server),
    },
  }
}

try {
  await makeFilm()
  if (wants('cost')) report('recorder', { part: 'cost', ...(await cost()) })
  if (wants('chaos')) report('recorder', { part: 'chaos', ...(await chaos()) })
} finally {
  await recording.close()
}
process.exit(0)
