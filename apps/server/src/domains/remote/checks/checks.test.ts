import { addressReport, playToken } from '@yunmu/contract'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { runSchedule } from '../../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'
import { startOutside, type OutsideServer } from '../relay/relay.fixture.ts'
import type { CheckResult } from './check-rules.ts'

let t: TestApp
let outside: OutsideServer
let ads: OutsideServer
const files = new Map<string, Buffer | string>()
let isAway = false

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-hls-'))
  atFileEnd(() => rm(folder, { recursive: true, force: true }))
  const input = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=10:duration=24']
  const codec = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20']
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_filename']
  await promisify(execFile)('ffmpeg', [...input, ...codec, ...hls, join(folder, '%d.ts'), join(folder, 'index.m3u8')])
  // The index behind a film that is longer than what a check reads of its beginning, and one before it.
  const noise = ['-vf', 'noise=alls=60:allf=t', ...codec]
  await promisify(execFile)('ffmpeg', [...input, ...noise, join(folder, 'index-behind.mp4')])
  const copied = ['-loglevel', 'error', '-i', join(folder, 'index-behind.mp4'), '-c', 'copy', '-movflags', '+faststart']
  await promisify(execFile)('ffmpeg', [...copied, join(folder, 'index-before.mp4')])
  for (const name of await readdir(folder)) files.set(`/film/${name}`, await readFile(join(folder, name)))
  const film = String(files.get('/film/index.m3u8'))
  ads = await startOutside((_, response) => response.end(files.get('/film/0.ts')))
  const cutIn = `#EXT-X-DISCONTINUITY\n#EXTINF:2,\n/ads/0.ts\n#EXT-X-DISCONTINUITY\n`
  files.set('/film/with-ads.m3u8', film.replace(/(#EXTINF[^\n]*\n4\.ts\n)/, `$1${cutIn}`))
  files.set('/other-host.m3u8', `#EXTM3U\n#EXTINF:2,\n${ads.origin}/0.ts\n#EXT-X-ENDLIST`)
  files.set(
    '/master.m3u8',
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=320x180\nmissing.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360\nfilm/index.m3u8',
  )
  files.set('/page', '<html>a player</html>')
  outside = await startOutside((request, response) => {
    const bytes = isAway ? undefined : files.get(request.url ?? '')
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (bytes === undefined) response.writeHead(404).end('<html>')
    else if (first === undefined || typeof bytes === 'string') response.end(bytes)
    else {
      const part = bytes.subarray(Number(first), Number(last) + 1)
      const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`
      response.writeHead(206, { 'content-range': range }).end(part)
    }
  })
  t = await buildTestApp({ EGRESS_ALLOW: `${outside.destination},${ads.destination}` })
  await t.makeOperator('bao')
})

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)

async function aTitleAt(path: string, given: { durationMs?: number; kind?: 'page' } = {}): Promise<number> {
  const { catalog, remote } = t.station
  const { id } = await catalog.writer.saveTitle(aTitle(), nowSec())
  await catalog.writer.saveEpisodes(
    id,
    [{ source: '量子', level: 1, name: '第01集', durationMs: given.durationMs ?? 0 }],
    nowSec(),
  )
  await remote.manager.add({ titleId: id, source: '量子', level: 1, url: `${outside.origin}${path}`, kind: given.kind })
  await remote.manager.hosts.allow(outside.origin, given.kind === 'page' ? 'embedded' : 'relayed')
  return id
}

async function check(id: number): Promise<CheckResult | undefined> {
  const results: CheckResult[] = []
  await t.station.remote.manager.check(id, (_, result) => results.push(result), new AbortController().signal)
  return results[0]
}

const play = async (id: number) => (await t.make(playToken, { type: 'vod', id, ids: 0, level: 1 })).data
const newsOf = async (): Promise<string[]> => {
  const { rows } = await t.platform.pool.query<{ title: string }>(
    "select title from message where title like '%打不开' order by 1",
  )
  return rows.map(({ title }) => title)
}

describe('what a check finds', () => {
  test('[M02] a film that plays has its length and its height, and gives its episode the length', async () => {
    const id = await aTitleAt('/film/index.m3u8')
    expect(await check(id)).toEqual({ state: 'ok', height: 360, durationMs: 24_000, hasAds: false })
    const [episode] = await t.station.catalog.remoteEpisodes.find({ titleIds: [id] })
    expect(episode?.durationMs).toBe(24_000)
  })

  test('[M02] of a master playlist the best rendition is checked', async () => {
    expect(await check(await aTitleAt('/master.m3u8'))).toMatchObject({ state: 'ok', height: 360, durationMs: 24_000 })
  })

  test('[M02] advertisements that are cut in are marked, and do not count as the film', async () => {
    expect(await check(await aTitleAt('/film/with-ads.m3u8'))).toMatchObject({
      state: 'ok',
      durationMs: 24_000,
      hasAds: true,
    })
  })

  test('[M02] a film of another length than its episode is marked', async () => {
    expect(await check(await aTitleAt('/film/index.m3u8', { durationMs: 2_700_000 }))).toMatchObject({
      state: 'wrongLength',
    })
  })

  test.each(['before', 'behind'])(
    '[M02] a file whose index is %s its film has its length and its height',
    async (where) => {
      const path = `/film/index-${where}.mp4`
      expect(files.get(path)?.length).toBeGreaterThan(2 * 1024 * 1024)
      const id = await aTitleAt(path)
      outside.requests.length = 0
      expect(await check(id)).toEqual({ state: 'ok', height: 360, durationMs: 24_000, hasAds: false })
      expect(outside.requests).toHaveLength(where === 'behind' ? 2 : 1)
      expect(await check(await aTitleAt(path, { durationMs: 2_700_000 }))).toMatchObject({ state: 'wrongLength' })
      expect(await check(await aTitleAt(path, { durationMs: 26_000 }))).toMatchObject({ state: 'ok' })
    },
  )

  test('[E07] a film whose segments lie on a host that is not allowed is marked, and that host is not asked', async () => {
    expect(await check(await aTitleAt('/other-host.m3u8'))).toMatchObject({ state: 'otherHost' })
    expect(ads.connections()).toBe(0)
  })

  test.each(['/missing.m3u8', '/page.m3u8', '/missing.mp4'])('[M02] the address %s is found dead', async (path) => {
    files.set('/page.m3u8', '<html>')
    expect(await check(await aTitleAt(path))).toMatchObject({ state: 'dead' })
  })

  test('[M02] nothing is checked on a host that is not allowed', async () => {
    const id = await aTitleAt('/film/index.m3u8')
    await t.station.remote.manager.hosts.allow(outside.origin, 'refused')
    const before = outside.requests.length
    expect(await check(id)).toBeUndefined()
    expect(outside.requests).toHaveLength(before)
  })
})

describe('what follows', () => {
  test('[M02] what was dead for three days is hidden, reported to the operator once, and comes back when it plays', async () => {
    const ids = [await aTitleAt('/film/index.m3u8'), await aTitleAt('/film/index.m3u8')]
    const [id = 0] = ids
    isAway = true
    await check(id)
    expect(await play(id)).toMatchObject({ remote: [{ kind: 'hls' }] })
    t.clock.set(t.clock.nowMs() + 2.9 * 86_400_000)
    for (const one of ids) await check(one)
    expect(await newsOf()).toEqual([])
    t.clock.set(t.clock.nowMs() + 0.2 * 86_400_000)
    await check(id)
    expect(await play(id)).toEqual({ refusal: 'EpisodeNotReady' })
    expect(await newsOf()).toEqual(['127.0.0.1 有播放地址连续三天打不开'])
    await check(id)
    expect(await newsOf()).toHaveLength(1)
    isAway = false
    await check(id)
    expect(await play(id)).toMatchObject({ remote: [{ kind: 'hls' }] })
  })

  test('[M02] jobs check what is due, one address of a host after another', async () => {
    const id = await aTitleAt('/film/index.m3u8')
    await runSchedule(t.station.remote.module, 'remote.check')
    await t.platform.jobs.start()
    await expect
      .poll(async () => (await t.station.remote.manager.list(id))[0]?.state, { timeout: 60_000, interval: 300 })
      .toBe('ok')
  })
})

describe('what players report', () => {
  const report = (id: number, failed: boolean, network: number) =>
    t.make(addressReport, { id, failed }, { remoteAddress: `198.51.${network}.7` })
  const orderOf = async (id: number) =>
    playToken.reply.parse(await play(id)).remote?.map(({ id: addressId }) => addressId)

  test('[E07] one visitor does not vote an address away, however often; several networks do', async () => {
    const id = await aTitleAt('/film/index.m3u8')
    await t.station.remote.manager.add({ titleId: id, source: '量子', level: 1, url: `${outside.origin}/master.m3u8` })
    const [first = 0, second = 0] = (await orderOf(id)) ?? []
    for (let count = 0; count < 20; count++) await report(first, true, 1)
    expect(await orderOf(id)).toEqual([first, second])
    await report(first, true, 2)
    expect(await orderOf(id)).toEqual([first, second])
    await report(first, true, 3)
    expect(await orderOf(id)).toEqual([second, first])
    // Whoever can play it later changes his vote.
    await report(first, false, 3)
    await report(first, false, 2)
    await report(first, false, 1)
    expect(await orderOf(id)).toEqual([first, second])
  })

  test('[E07] a report of an unknown address changes nothing', async () => {
    expect((await report(2_000_000, true, 1)).data).toEqual({})
  })
})
