import { spawn, execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvents } from '../../../platform/events/events.ts'
import { localBus } from '../../../testing/local-bus.ts'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { bareEnv } from '../../../testing/bare-env.ts'
import { freePort } from '../../../testing/free-port.ts'
import { tools } from '../../../testing/make-media.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createRecorder } from '../index.ts'
import type { RecordedStream } from '../recorder-needs.ts'
import type { RecorderTables } from '../recorder-tables.ts'

const database = await createTestDatabase()
const db = database.db.withTables<RecorderTables>()
const folder = mkdtempSync(join(tmpdir(), 'yunmu-catchup-'))
const [dataDir, archive] = [join(folder, 'data'), join(folder, 'archive')]
const secret = 's'.repeat(43)
const webPort = await freePort()
const events = createEvents(localBus, (err) => {
  throw err
})
const recorder = createRecorder(
  { db: database.db, config: { dataDir }, clock: { nowMs: () => Date.now() }, events, secrets: { mediaKey: secret } },
  {
    settings: {
      rtmpHost: '127.0.0.1',
      rtmpPort: 0,
      ingestPlay: '',
      maxGb: 0,
      maxOnDemand: 32,
    },
  },
)

const programmeSec = 60
/** 20:00:00 yesterday in China. */
const startSec = Math.floor((Date.now() / 1000 + 8 * 3600) / 86_400) * 86_400 - 12 * 3600
const span = { startSec, endSec: startSec + programmeSec }
const playseek = '?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}'

/** Lines of a remote provider, each with another kind of catch-up. */
const kinds = ['silent', 'short', 'live', 'wrong', 'full'] as const
const idOf = (kind: (typeof kinds)[number]): number => kinds.indexOf(kind) + 1
const streams = kinds.map((kind): RecordedStream => ({
  id: idOf(kind),
  onDemand: true,
  isOfMatch: false,
  retentionHours: 1,
  kept: [],
  sources: [
    {
      address: `http://127.0.0.1:${webPort}/${kind}/index.m3u8`,
      userAgent: 'VLC',
      catchup: {
        type: 'append',
        days: 7,
        source: playseek,
      },
    },
  ],
}))

let work: ChildProcess
function startRecorder(): ChildProcess {
  const { connection } = database
  const order = { connection, dataDir, secret, rtmpPort: 0, egressAllow: [`127.0.0.1:${webPort}`], streams }
  return spawn(process.execPath, [join(import.meta.dirname, '../recorder.fixture.ts'), JSON.stringify(order)], {
    env: bareEnv(),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

const asked: string[] = []
let web: Server
/** The whole playlist, its first segments, or a live window. */
function listOf(kind: string, query: string): string {
  const whole = readFileSync(join(archive, 'index.m3u8'), 'utf8')
  const [head = '', ...segments] = whole.split(/(?=#EXTINF)/)
  const first = (count: number): string => head + segments.slice(0, count).join('')
  if (kind === 'short') return `${first(5)}#EXT-X-ENDLIST\n`
  const at = (sec: number): string => `#EXT-X-PROGRAM-DATE-TIME:${new Date(sec * 1000).toISOString()}\n`
  if (kind === 'wrong') return head + at(startSec - 8 * 3600) + segments.join('')
  return kind === 'full' && query !== '' ? head + at(startSec) + segments.join('') : first(3)
}
beforeAll(async () => {
  mkdirSync(archive)
  await promisify(execFile)(tools.ffmpeg, [
    '-nostdin',
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=160x90:rate=25',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:sample_rate=48000',
    '-t',
    String(programmeSec),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '50',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'mp2',
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_list_size',
    '0',
    '-hls_playlist_type',
    'vod',
    '-hls_segment_filename',
    join(archive, '%03d.ts'),
    join(archive, 'index.m3u8'),
  ])
  web = createServer((request, reply) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://a')
    const [, kind = '', file = ''] = pathname.split('/')
    asked.push(`${kind}/${file}${search}`)
    if (request.headers['user-agent'] !== 'VLC' || kind === 'silent') return void reply.writeHead(404).end()
    reply.end(file === 'index.m3u8' ? listOf(kind, search) : readFileSync(join(archive, file)))
  }).listen(webPort, '127.0.0.1')
  await once(web, 'listening')
  work = startRecorder()
})
afterAll(async () => {
  // A graceful stop also ends the processes that it started.
  work.stdin?.write('stop\n')
  await once(work, 'exit')
  web.closeAllConnections()
  web.close()
})
atFileEnd(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

const stateOf = async (streamId: number) => (await recorder.catchup({ streamId, ...span }))?.state
const reasonOf = async (streamId: number) =>
  (await db.selectFrom('catchup').select('reason').where('stream_id', '=', streamId).executeTakeFirst())?.reason

test.each([
  ['silent', 'http 404'],
  ['short', 'short'],
  ['live', 'time'],
  ['wrong', 'time'],
] as const)('[G02] a source that is %s does not have the programme: %s', async (kind, reason) => {
  const request = { streamId: idOf(kind), ...span }
  expect(await recorder.requestCatchup(request)).toBe('pending')
  await expect.poll(() => stateOf(request.streamId), { timeout: 90_000 }).toBe('failed')
  expect(await reasonOf(request.streamId)).toBe(reason)
  expect(await recorder.requestCatchup(request)).toBe('failed')
  expect((await recorder.catchup(request))?.rows).toEqual([])
})

test(
  '[G02] a past programme is fetched once, even if processes are killed meanwhile',
  { timeout: 120_000 },
  async () => {
    const request = { streamId: idOf('full'), ...span }
    expect(await recorder.catchup(request)).toBeNull()
    expect(await recorder.requestCatchup(request)).toBe('pending')
    await expect
      .poll(async () => (await recorder.catchup(request))?.rows.length, { timeout: 60_000 })
      .toBeGreaterThan(1)
    const begun = await recorder.catchup(request)
    expect(begun?.state).toBe('fetching')
    expect(begun?.rows[0]).toMatchObject({ wallMs: startSec * 1000, seq: 0 })

    work.kill('SIGKILL')
    await once(work, 'exit')
    work = startRecorder()
    expect(await recorder.requestCatchup(request)).toBe('pending')
    await expect.poll(() => stateOf(request.streamId), { timeout: 60_000 }).toBe('complete')

    const rows = (await recorder.catchup(request))?.rows ?? []
    expect(rows[0]).toEqual(begun?.rows[0])
    const lasts = rows.reduce((sum, { durationSec }) => sum + durationSec, 0)
    expect(Math.abs(lasts - programmeSec)).toBeLessThan(2)
    const named = [rows[0]?.initUri ?? '', ...rows.map(({ uri }) => uri)]
    const files = await Promise.all(
      named.map(async (rest) => join(dataDir, (await recorder.file(request.streamId, rest)) ?? 'none')),
    )
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const { stdout } = await promisify(execFile)(tools.ffprobe, [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name',
      '-of',
      'csv=p=0',
      `concat:${files.join('|')}`,
    ])
    expect(stdout.trim().split('\n').toSorted()).toEqual(['aac', 'h264'])

    // The request contains China time, and each segment was requested once per audio mode.
    const china = (sec: number): string =>
      new Date((sec + 8 * 3600) * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
    const query = `?playseek=${china(span.startSec)}-${china(span.endSec)}`
    expect(asked.filter((each) => each.startsWith('full/index'))).toContain(`full/index.m3u8${query}`)
    expect(asked.filter((each) => each === 'full/010.ts')).toHaveLength(1)
    // The live line itself was not requested.
    expect(readdirSync(join(dataDir, 'live', String(request.streamId)))).toEqual([rows[0]?.runKey])
  },
)
