import { playToken, type FeedLineInput } from '@yunmu/contract'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRecordingStore } from './domains/recorder/runs/recording-store.ts'
import type { RecorderTables } from './domains/recorder/recorder-tables.ts'
import { linesOf, sampleLeague } from './domains/matches/matches.fixture.ts'
import { recordedStreams } from './recorded-streams.ts'
import { atFileEnd } from './testing/at-file-end.ts'
import { bareEnv } from './testing/bare-env.ts'
import { freePort } from './testing/free-port.ts'
import { tools } from './testing/make-media.ts'
import { buildTestApp } from './testing/test-app.ts'

/** The station with its recorder and real encoders: a match from an address that is pulled and an encoder that pushes. */

const [webPort, rtmpPort] = [await freePort(), await freePort()]
const t = await buildTestApp({ EGRESS_ALLOW: `127.0.0.1:${webPort}`, RTMP_PORT: String(rtmpPort) })
/** The station's clock goes on, and can be put forward. */
let aheadMs = 0
const ticking = setInterval(() => t.clock.set(Date.now() + aheadMs), 50)

const folder = mkdtempSync(join(tmpdir(), 'yunmu-sender-'))
const processes = new Set<ChildProcess>()
const stopAll = async (): Promise<void> => {
  for (const child of processes) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}
atFileEnd(async () => {
  await stopAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** An encoder: a test picture with sound in real time, with a key frame every two seconds. */
function encode(target: readonly string[]): ChildProcess {
  const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25']
  const sound = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-c:a', 'aac']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '50', '-pix_fmt', 'yuv420p']
  const args = ['-nostdin', '-v', 'error', ...picture, ...sound, ...video, ...target]
  const child = spawn(tools.ffmpeg, args, { env: bareEnv(), stdio: 'ignore' })
  processes.add(child)
  child.once('exit', () => processes.delete(child))
  return child
}

/** Reconnects after a refusal, as encoders do. */
function keepPushing(target: readonly string[]): () => void {
  let isStopped = false
  const again = (): void => {
    if (!isStopped) encode(target).once('exit', () => setTimeout(again, 300))
  }
  again()
  return () => {
    isStopped = true
  }
}

const web = createServer((request, reply) => {
  const file = join(folder, 'pulled', (request.url ?? '').slice(1))
  if (!existsSync(file)) return void reply.writeHead(404).end()
  reply.end(readFileSync(file))
}).listen(webPort, '127.0.0.1')
await once(web, 'listening')

const work = t.station.recorder.recordingService(t.platform, {
  streams: () => recordedStreams(t.station.live, t.station.matches.keptSpans, t.clock.nowMs()),
})
const working = work.run()
afterAll(async () => {
  await work.stop(true)
  await working
  clearInterval(ticking)
  web.closeAllConnections()
  web.close()
})

const take = async (lines: readonly FeedLineInput[]) => t.station.matches.feed.take('test', linesOf(lines))
type EventInput = Extract<FeedLineInput, { record: 'event' }>['event']
const tell = (event: EventInput) => take([{ record: 'event', match: 'shown', event }])

test(
  '[H01] a match is pulled from its first source, goes on with the push when that dies, and both are its recording',
  { timeout: 300_000 },
  async () => {
    const startMs = t.clock.nowMs()
    const kickoff = Math.floor(startMs / 1000) + 300
    const match = { record: 'match', id: 'shown', competition: 'huanhai', home: 'beiyu', away: 'shudao' } as const
    const address = `http://127.0.0.1:${webPort}/index.m3u8`
    const stream = { name: '国语解说', anchor: '陆远舟', plate: false, channel: null, sources: [address, 'push:'] }
    await take([...sampleLeague(Math.floor(startMs / 1000)), { ...match, kickoff }])
    const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'shown'")
    const matchId = rows[0]?.id ?? 0
    await t.station.matches.streams.add(matchId, stream)
    const [added] = await t.station.matches.streams.list(matchId)
    const line = (await t.station.live.lineup()).playable.get(added?.channelId ?? 0)?.streams[0]?.id ?? 0
    const recorded = () => t.station.recorder.rows(line, startMs, t.clock.nowMs())
    const runs = async () => new Set((await recorded()).map(({ runKey }) => runKey)).size

    mkdirSync(join(folder, 'pulled'))
    const list = join(folder, 'pulled/index.m3u8')
    const sender = encode(['-f', 'hls', '-hls_time', '2', '-hls_flags', 'delete_segments', list])
    await t.station.matches.recordings.update()
    await expect.poll(async () => (await recorded()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(3)
    const token = async (type: 'match' | 'record') =>
      playToken.reply.parse((await t.make(playToken, { type, id: matchId, ids: 0, level: 1 })).data)
    const live = await t.app.inject({ url: (await token('match')).url })
    expect([live.statusCode, live.body.includes('#EXTINF')]).toEqual([200, true])

    const push = await t.station.recorder.pushAddress(line, Math.floor(Date.now() / 1000) + 3600)
    const stopPushing = keepPushing(['-f', 'flv', `${push.server}/${push.name}`])
    sender.kill('SIGKILL')
    rmSync(list)
    const health = async () => (await t.station.recorder.health([line])).get(line)
    await expect.poll(async () => (await health())?.source, { timeout: 90_000 }).toBe(1)
    const before = await runs()
    await expect.poll(runs, { timeout: 90_000 }).toBeGreaterThan(before)
    const had = (await recorded()).length
    await expect.poll(async () => (await recorded()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(had + 2)

    await tell({ type: 'start', id: 's', wallMs: startMs, period: 'h1' })
    const endMs = t.clock.nowMs()
    await tell({ type: 'final', id: 'f', wallMs: endMs })
    await t.station.matches.recordings.update()
    aheadMs = 11 * 60_000
    await expect.poll(() => t.clock.nowMs()).toBeGreaterThan(endMs + 10 * 60_000)
    await t.station.matches.recordings.update()
    const recordings = createRecordingStore(t.platform.db.withTables<RecorderTables>())
    const phase = async () => (await recordings.health([line])).get(line)?.phase
    await expect.poll(phase, { timeout: 60_000 }).toBe('idle')
    stopPushing()

    const { url } = await token('record')
    const { statusCode, body } = await t.app.inject({ url })
    expect([statusCode, body.includes('#EXT-X-ENDLIST')]).toEqual([200, true])
    // The pulled part and the pushed one are two runs of one playlist.
    expect(body.match(/#EXT-X-DISCONTINUITY\n/g)?.length).toBeGreaterThanOrEqual(1)
    const files = [...body.matchAll(/^(?!#).+\.m4s$/gm)].map(([file]) => file)
    for (const file of [files[0], files.at(-1)]) {
      const segment = await t.app.inject({ url: url.replace(/[^/]*$/, file ?? '') })
      expect([segment.statusCode, segment.rawPayload.length > 1000]).toEqual([200, true])
    }
  },
)
