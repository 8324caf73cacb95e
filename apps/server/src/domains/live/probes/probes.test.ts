import { liveInfo, playToken } from '@yunmu/contract'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aLinearChannel, aRecordedLine } from '../../../testing/channels.ts'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { runSchedule } from '../../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { channelsChanged } from '../live-events.ts'
import type { LiveTables } from '../live-tables.ts'
import { dueSources } from './probe-store.ts'

let t: TestApp
let origin = ''
const files = new Map<string, Buffer | string>()
const asked: string[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-live-'))
  atFileEnd(() => rm(folder, { recursive: true, force: true }))
  const input = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=10:duration=4']
  const codec = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20']
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_segment_filename', join(folder, '%d.ts')]
  await promisify(execFile)('ffmpeg', [...input, ...codec, ...hls, join(folder, 'index.m3u8')])
  for (const name of await readdir(folder)) files.set(`/tv/${name}`, await readFile(join(folder, name)))
  files.set('/master.m3u8', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360\ntv/index.m3u8')
  files.set('/stream.ts', files.get('/tv/0.ts') ?? '')
  files.set('/words.m3u8', '#EXTM3U\n#EXTINF:2,\nwords.txt')
  files.set('/words.txt', 'no picture')
  files.set('/inside.m3u8', '#EXTM3U\n#EXTINF:2,\nhttp://10.0.0.1/0.ts')
  files.set('/empty.m3u8', '#EXTM3U\n')
  const server = createServer(({ url = '' }, reply) => {
    asked.push(url)
    const bytes = files.get(url)
    if (bytes === undefined) reply.writeHead(404).end('<html>')
    else reply.end(bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atFileEnd(async () => void server.close())
  const at = server.address()
  const port = typeof at === 'object' && at ? at.port : 0
  origin = `http://127.0.0.1:${port}`
  t = await buildTestApp({ EGRESS_ALLOW: `127.0.0.1:${port}` })
})
beforeEach(async () => {
  await t.platform.pool.query('delete from channel')
  t.events.announce(channelsChanged, {})
  await t.platform.pool.query('delete from source_probe')
  asked.length = 0
})

const { signal } = new AbortController()
const save = async (...paths: string[]): Promise<number> => {
  const lines = paths.map((path) => aRecordedLine([`${origin}${path}`], { onDemand: true }))
  const [id = 0] = await t.station.live.save([aLinearChannel({ name: '北岸卫视', number: 5, lines })])
  return id
}
const probesOf = async (id: number) =>
  ((await t.station.live.show(id))?.lines ?? []).map(({ sources }) => sources.map(({ probe }) => probe)[0])
const linesOf = async (id: number) => {
  const { data } = await t.make(liveInfo, { id, types: 'tv', group: '0', stream: 0 })
  return liveInfo.reply.parse(data)
}

test.each([
  ['/missing.m3u8', 'http 404'],
  ['/words.m3u8', 'picture'],
  ['/words.txt', 'picture'],
  ['/empty.m3u8', 'empty'],
  ['/inside.m3u8', 'address'],
])('[G02] the address %s is dead', async (path, reason) => {
  const id = await save(path)
  await t.station.live.probes.probeChannel(id, signal)
  const [probe] = await probesOf(id)
  expect(probe).toMatchObject({ state: 'dead', fails: 1 })
  // An empty playlist may be refused by its parser.
  expect([reason, 'playlist']).toContain(probe?.reason)
})

test.each(['/tv/index.m3u8', '/master.m3u8', '/stream.ts'])(
  '[G02] of the address %s resolution and codec are known',
  async (path) => {
    const id = await save(path)
    await t.station.live.probes.probeChannel(id, signal)
    expect(await probesOf(id)).toMatchObject([{ height: 360, codec: 'h264', reason: '' }])
  },
)

test('[G02] players do not see a line that is dead while another lives, and it comes back when it lives', async () => {
  const id = await save('/later.m3u8', '/tv/index.m3u8')
  const { probes } = t.station.live
  await probes.probeChannel(id, signal)
  expect((await linesOf(id)).lines).toHaveLength(2)
  await probes.probeChannel(id, signal)
  expect(await linesOf(id)).toMatchObject({ stream: 2, lines: [{ id: 2, quality: '360P' }] })
  files.set('/later.m3u8', files.get('/tv/index.m3u8') ?? '')
  files.set('/0.ts', files.get('/tv/0.ts') ?? '')
  files.set('/1.ts', files.get('/tv/1.ts') ?? '')
  await probes.probeChannel(id, signal)
  files.delete('/later.m3u8')
  expect((await linesOf(id)).lines.map((line) => line.id)).toEqual([1, 2])
})

test('[G02] if all lines are dead they are shown and tried: a probe may be wrong where the recorder is not', async () => {
  const id = await save('/missing.m3u8')
  for (let at = 0; at < 2; at++) await t.station.live.probes.probeChannel(id, signal)
  expect(await linesOf(id)).toMatchObject({ onAir: true, lines: [{ id: 1, state: 'weak' }] })
  expect((await t.make(playToken, { type: 'live', id, ids: 0, level: 1 })).code).toBe(0)
})

test('[G02] the timetable probes what is due and visible: hidden channels, disabled lines and what was probed are left', async () => {
  const id = await save('/tv/index.m3u8', '/stream.ts')
  await t.station.live.corrections.enableLine('mei', id, 2, false)
  const run = () => runSchedule(t.station.live.module, 'live.probe')
  await run()
  expect(asked).toEqual(['/tv/index.m3u8', '/tv/1.ts'])
  await run()
  expect(asked).toHaveLength(2)
  t.clock.set(t.clock.nowMs() + 13 * 3600_000)
  await t.station.live.corrections.show('mei', [id], false)
  await run()
  expect(asked).toHaveLength(2)
})

test('[G02] of a host with many addresses only some are probed in a run, so that others have their turn', async () => {
  const sources = Array.from({ length: 30 }, (_, at) => `http://a.example/${at}.m3u8`)
  await t.station.live.save([
    aLinearChannel({ name: '北岸卫视', number: 5, lines: [aRecordedLine([...sources, 'http://z.example/1.m3u8'])] }),
  ])
  const db = t.platform.db.withTables<LiveTables>()
  const due = await dueSources(db, { nowSec: 1, running: [], maxOfHost: 20, limit: 240 })
  expect(due.map(({ address }) => new URL(address).host).filter((host) => host === 'a.example')).toHaveLength(20)
  expect(due).toHaveLength(21)
})
