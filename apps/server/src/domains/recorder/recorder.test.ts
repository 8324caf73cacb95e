import { spawn, execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LiveRow } from '@yunmu/hls'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvents } from '../../platform/events/events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { bareEnv } from '../../testing/bare-env.ts'
import { freePort } from '../../testing/free-port.ts'
import { tools } from '../../testing/make-media.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createRecorder } from './index.ts'
import { isAlive } from './runs/processes.ts'
import type { RecordedStream } from './recorder-needs.ts'
import { readPid } from './runs/run-folder.ts'
import { parseRunPlaylist } from './runs/run-rules.ts'

const database = await createTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'yunmu-recorder-'))
const secret = 's'.repeat(43)
const [rtmpPort, srtPort] = [await freePort(), await freePort()]
const webPort = await freePort()
const clock = { nowMs: () => Date.now() }
const events = createEvents(localBus, (err) => {
  throw err
})
const recorder = createRecorder(
  { db: database.db, config: { dataDir }, clock, events, secrets: { mediaKey: secret } },
  {
    settings: {
      rtmpHost: '127.0.0.1',
      rtmpPort,
      ingestPlay: '',
      maxGb: 0,
      maxOnDemand: 32,
    },
  },
)

const pushed = 1
const called = 2
const fetched = 3
const stream = (id: number, address: string, onDemand = false): RecordedStream => ({
  id,
  onDemand,
  isOfMatch: false,
  retentionHours: 1,
  kept: [],
  sources: [
    {
      address,
      userAgent: 'VLC',
    },
  ],
})
const streams = [
  stream(pushed, 'push:'),
  stream(called, `srt://127.0.0.1:${srtPort}?mode=listener`),
  stream(fetched, `http://127.0.0.1:${webPort}/moved`, true),
]

const processes = new Set<ChildProcess>()
function start(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { env: bareEnv(), stdio: ['pipe', 'ignore', 'ignore'] })
  processes.add(child)
  child.once('exit', () => processes.delete(child))
  return child
}
const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function startRecorder(): ChildProcess {
  const { connection } = database
  const order = { connection, dataDir, secret, rtmpPort, egressAllow: [`127.0.0.1:${webPort}`], streams }
  return start(process.execPath, [join(import.meta.dirname, 'recorder.fixture.ts'), JSON.stringify(order)])
}

/** An encoder: a test picture in real time, with two seconds between key frames. */
const encoder = (sound: readonly string[], target: readonly string[]): ChildProcess =>
  start(tools.ffmpeg, [
    '-nostdin',
    '-v',
    'error',
    '-re',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=160x90:rate=25',
    '-re',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:sample_rate=48000',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-g',
    '50',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    ...sound,
    ...target,
  ])
const pushRtmp = (key: string): ChildProcess =>
  encoder(['aac'], ['-f', 'flv', `rtmp://127.0.0.1:${rtmpPort}/live/${pushed}${key}`])
const goodKey = async (): Promise<string> =>
  (await recorder.pushAddress(pushed, Math.floor(Date.now() / 1000) + 3600)).name.slice(1)

/** Reconnects after a refusal or a lost connection, as encoders do. */
function keepPushing(push: () => ChildProcess): () => Promise<void> {
  let ended = false
  let now: ChildProcess
  const again = (): void => {
    now = push()
    now.once('exit', () => {
      if (!ended) setTimeout(again, 300)
    })
  }
  again()
  return async () => {
    ended = true
    if (now.exitCode === null && now.signalCode === null) await kill(now)
  }
}

const rowsOf = (streamId: number): Promise<LiveRow[]> => recorder.rows(streamId, 0, Date.now() * 2)
/** Waits until a stream has `count` more segments. */
async function more(streamId: number, count: number): Promise<LiveRow[]> {
  const before = (await rowsOf(streamId)).length
  await expect.poll(async () => (await rowsOf(streamId)).length).toBeGreaterThanOrEqual(before + count)
  return rowsOf(streamId)
}
const runsOf = (streamId: number): string[] =>
  readdirSync(join(dataDir, 'live', String(streamId))).toSorted((a, b) => Number(a) - Number(b))
const ffmpegOf = (streamId: number, runKey: string) => {
  const pid = readPid(join(dataDir, 'live', String(streamId), runKey))
  if (!pid) throw new Error('no ffmpeg')
  return pid
}

const fileOf = async (streamId: number, rest = ''): Promise<string> =>
  join(dataDir, (await recorder.file(streamId, rest)) ?? 'none')

/** Checks that every segment that ffmpeg finished is in the index once, without gaps, and that its file exists. */
async function expectWhole(streamId: number): Promise<void> {
  const listed = (): string[] =>
    runsOf(streamId).flatMap((run) => {
      const list = join(dataDir, 'live', String(streamId), run, 'index.m3u8')
      return existsSync(list) ? parseRunPlaylist(readFileSync(list, 'utf8')).map(({ num }) => `${run}/${num}`) : []
    })
  // A segment finished during this check is saved a moment later.
  const missing = async (): Promise<string[]> => {
    const written = new Set((await rowsOf(streamId)).map(({ uri }) => uri.replace(/\/0*(\d+)\.m4s/, '/$1')))
    return [...written.symmetricDifference(new Set(listed()))]
  }
  await expect.poll(missing).toEqual([])
  const rows = await rowsOf(streamId)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at))
  for (const { uri, initUri } of rows)
    for (const rest of [uri, initUri]) expect(existsSync(await fileOf(streamId, rest))).toBe(true)
  const walls = rows.map(({ wallMs }) => wallMs)
  expect(walls).toEqual(walls.toSorted((a, b) => a - b))
}

const orphanFolder = (runKey: string): string => join(dataDir, 'live', String(pushed), runKey)

/** Closes all database connections and refuses new ones while `during` runs. */
async function withoutDatabase(meanwhile: () => Promise<unknown>): Promise<void> {
  const name = database.connection.database ?? ''
  const admin = new pg.Client({ ...database.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`alter database ${name} with allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await meanwhile()
  await admin.query(`alter database ${name} with allow_connections true`)
  await admin.end()
}

let work: ChildProcess
let web: Server
beforeAll(async () => {
  work = startRecorder()
  // A remote HLS source: the recording of the pushed stream, behind a redirect.
  web = createServer((request, reply) => {
    if (request.url === '/moved') return void reply.writeHead(302, { location: '/there/index.m3u8' }).end()
    const [run] = runsOf(pushed).slice(-1)
    const file = join(dataDir, 'live', String(pushed), run ?? '', (request.url ?? '').replace('/there/', ''))
    if (request.headers['user-agent'] !== 'VLC' || !existsSync(file)) return void reply.writeHead(404).end()
    reply.end(readFileSync(file))
  }).listen(webPort, '127.0.0.1')
  await once(web, 'listening')
})
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  web.closeAllConnections()
  web.close()
})
atFileEnd(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

test('[G03] a push without the key of its stream is refused', { timeout: 120_000 }, async () => {
  await expect.poll(() => existsSync(join(dataDir, 'live/ingest.json')), { timeout: 60_000 }).toBe(true)
  const [code] = await once(pushRtmp('?key=1900000000-0123456789012345678901'), 'exit')
  expect(code).not.toBe(0)
  expect(await rowsOf(pushed)).toEqual([])
})

test('[G03] a push is recorded continuously, even if processes are killed', { timeout: 240_000 }, async () => {
  let key = await goodKey()
  const stop = keepPushing(() => pushRtmp(key))
  const stopSrt = keepPushing(() => encoder(['mp2'], ['-f', 'mpegts', `srt://127.0.0.1:${srtPort}?pkt_size=1316`]))
  const [first] = await more(pushed, 2)

  process.kill(ffmpegOf(pushed, first?.runKey ?? '').pid, 'SIGKILL')
  const last = (await more(pushed, 2)).at(-1)
  expect(last?.runKey).not.toBe(first?.runKey)
  expect(last?.disc).toBe((first?.disc ?? 0) + 1)

  await kill(work)
  const orphan = ffmpegOf(pushed, last?.runKey ?? '')
  expect(isAlive(orphan)).toBe(true)
  work = startRecorder()
  const goesOn = await more(pushed, 2)
  expect(goesOn.at(-1)?.runKey).toBe(last?.runKey)
  expect(isAlive(orphan)).toBe(true)
  await expectWhole(pushed)

  // While the database is unavailable, segments wait; they are saved when it is back.
  const list = join(orphanFolder(last?.runKey ?? ''), 'index.m3u8')
  const finished = (): number => parseRunPlaylist(readFileSync(list, 'utf8')).length
  const had = finished()
  await withoutDatabase(async () => {
    await expect.poll(finished, { timeout: 60_000 }).toBeGreaterThan(had + 1)
  })
  await more(pushed, 2)
  expect(isAlive(orphan)).toBe(true)
  await expectWhole(pushed)

  expect((await recorder.health([pushed])).get(pushed)).toMatchObject({ breaks: 0 })

  // The key is revoked: the push is closed, and only a new key is accepted.
  const ended = key
  await recorder.revokePushKeys(pushed)
  await expect.poll(() => isAlive(orphan)).toBe(false)
  const [code] = await once(pushRtmp(ended), 'exit')
  expect(code).not.toBe(0)
  key = await goodKey()
  const lastRun = async () => (await rowsOf(pushed)).at(-1)?.runKey
  await expect.poll(lastRun).not.toBe(last?.runKey)

  // MPEG audio over SRT is encoded to AAC at the second attempt.
  const [row] = await more(called, 1)
  const { stdout } = await promisify(execFile)(tools.ffprobe, [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name',
    '-of',
    'csv=p=0',
    `concat:${(await Promise.all([row?.initUri, row?.uri].map((rest) => fileOf(called, rest)))).join('|')}`,
  ])
  expect(stdout.trim().split('\n').toSorted()).toEqual(['aac', 'h264'])
  await stopSrt()

  // On demand: nothing runs until the stream is requested.
  expect(await rowsOf(fetched)).toEqual([])
  work.stdin?.write(`wanted ${fetched}\n`)
  await more(fetched, 2)

  work.stdin?.write('stop\n')
  await once(work, 'exit')
  await stop()
  expect(isAlive(orphan)).toBe(false)
  for (const streamId of [pushed, called, fetched]) await expectWhole(streamId)
})
