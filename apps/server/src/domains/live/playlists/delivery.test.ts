import { playToken, replyCode } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { beforeAll, expect, test } from 'vitest'
import { aFilm, aLinearChannel, scheduledChannels } from '../../../testing/channels.ts'
import { aRendition, audio, publishRandom, segmentBytes, vip } from '../../../testing/media.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let assetId: number
let channelId: number
let streamId: number
let silentId: number
beforeAll(async () => {
  t = await buildTestApp()
  const { assetId: film, channels } = await scheduledChannels(t, [aLinearChannel({ name: '云幕一套', number: 1 })])
  assetId = film
  channelId = channels[0]?.id ?? 0
  streamId = channels[0]?.streamIds[0] ?? 0
  ;[silentId = 0] = await t.station.live.save([aLinearChannel({ name: '云幕电影', number: 2 })])
})

const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const folderOf = (scope: string): string => signScope({ secret: 'm'.repeat(43), scope, expiresSec: nowSec() + 3600 })
const get = (url: string) => t.app.inject({ url })
const below = (rest: string) => get(`${folderOf(`l${streamId}`)}/${rest}`)
const ask = (send: { type: 'live' | 'replay'; id: number; ids?: number }) =>
  t.make(playToken, { ids: 0, level: 1, ...send })
const tag = (text: string, name: string): string | undefined => new RegExp(`^#EXT-X-${name}:(.*)$`, 'm').exec(text)?.[1]

test('[G02] a missing channel, line or programme is refused by name, and so is a channel that is off air', async () => {
  expect((await ask({ type: 'live', id: 2_000_000 })).data).toEqual({ refusal: 'NoSuchChannel' })
  expect((await ask({ type: 'live', id: channelId, ids: 9 })).data).toEqual({ refusal: 'NoSuchLine' })
  expect((await ask({ type: 'live', id: silentId })).data).toEqual({ refusal: 'NothingOnAir' })
  expect((await ask({ type: 'replay', id: 2_000_000 })).data).toEqual({ refusal: 'NoSuchProgramme' })
})

test('[G02] a line’s signature opens its own playlists and films only', async () => {
  const other = await aFilm(t)
  const segment = `v/${assetId}/1/720p/00000.m4s`
  expect((await below(segment)).statusCode).toBe(200)
  for (const rest of [
    segment.replace(`v/${assetId}`, `v/${other}`),
    `v/${assetId}/1/720p/00009.m4s`,
    `v/${assetId}/1/720p/index.m3u8`,
    'master.m3u8',
    'live-x.m3u8',
    '1/init.mp4',
  ]) {
    expect([403, 404], rest).toContain((await below(rest)).statusCode)
  }
  expect((await get(`${folderOf('l2000000')}/index.m3u8`)).statusCode).toBe(404)
  expect(
    (await get(`${folderOf(`l${streamId}`).replace(`/l${streamId}`, `/l${streamId + 1}`)}/index.m3u8`)).statusCode,
  ).toBe(403)
  expect((await get(`${folderOf(`v${assetId}-1-std`)}/index.m3u8`)).statusCode).toBe(404)
})

test("[G02] a scheduled film is accessible from the start of its showing until the channel's replay span is over", async () => {
  const [hourMs, dayMs] = [3600_000, 24 * 3600_000]
  const channel = aLinearChannel({ name: '云幕首映', number: 3, replayDays: 1, dvrSec: 3600 })
  const { channels } = await scheduledChannels(t, [channel])
  const premiereStreamId = channels[0]?.streamIds[0] ?? 0
  const film = await aFilm(t)
  const startMs = t.clock.nowMs() + 5 * hourMs
  await t.station.live.schedules.plan({ id: premiereStreamId }, startMs, [
    { assetId: film, startMs, endMs: startMs + 60_000 },
  ])
  const statusAt = async (nowMs: number): Promise<number> => {
    t.clock.set(nowMs)
    return (await get(`${folderOf(`l${premiereStreamId}`)}/v/${film}/1/720p/00000.m4s`)).statusCode
  }
  const beforeMs = t.clock.nowMs()
  try {
    expect(await statusAt(beforeMs)).toBe(404)
    expect(await statusAt(startMs - 1000)).toBe(404)
    expect(await statusAt(startMs + 1000)).toBe(200)
    expect(await statusAt(startMs + dayMs)).toBe(200)
    expect(await statusAt(startMs + dayMs + 5 * hourMs)).toBe(404)
  } finally {
    t.clock.set(beforeMs)
  }
})

test('[G02] spans that are too old, in the future or days long are refused', async () => {
  const now = nowSec()
  const dayAgo = now - 24 * 3600
  for (const rest of [
    `from-${dayAgo}.m3u8`,
    `from-${now + 60}.m3u8`,
    `p-${now}-${now - 60}.m3u8`,
    `p-${now + 60}-${now + 120}.m3u8`,
    `p-${now - 9 * 24 * 3600}-${now - 9 * 24 * 3600 + 60}.m3u8`,
    `p-${now - 3600 * 24 * 2}-${now}.m3u8`,
  ]) {
    expect((await below(rest)).statusCode, rest).toBe(404)
  }
})

test('[G02] a client cannot request new playlists of the past without limit, and live viewers are not affected', async () => {
  const from = { remoteAddress: '198.51.100.60' }
  const folder = folderOf(`l${streamId}`)
  const ask = async (name: string, options = from) =>
    (await t.app.inject({ url: `${folder}/${name}.m3u8`, ...options })).statusCode
  const name = (at: number): string => `from-${nowSec() - 60 - at}-v`
  const answers = []
  for (let at = 0; at < 310; at++) answers.push(await ask(name(at)))
  expect(answers.lastIndexOf(200)).toBe(299)
  expect(answers.at(-1)).toBe(429)
  expect([await ask('live-v'), await ask(name(0))]).toEqual([200, 200])
  expect(await ask(name(309), { remoteAddress: '198.51.100.61' })).toBe(200)
})

test('[G02] the live edge has video and audio playlists, whose windows end now and are consistent', async () => {
  const { code, data } = await ask({ type: 'live', id: channelId })
  expect(code).toBe(replyCode.done)
  const { url, live, qualities, expires } = playToken.reply.parse(data)
  expect(url).toMatch(new RegExp(`^/media/${expires}/[\\w-]{22}/l${streamId}/index\\.m3u8$`))
  expect([live, qualities]).toEqual([{ line: 1, dvrSec: 7200 }, [{ name: '720P', height: 720, vip: false }]])
  const master = await get(url)
  expect(master.body).toContain('CODECS="avc1.64001f,mp4a.40.2"')
  expect(master.body).toContain('live-v.m3u8')
  const [video, sound] = [await below('live-v.m3u8'), await below('live-a.m3u8')]
  expect(video.headers['cache-control']).toBe('public, max-age=1')
  expect(tag(video.body, 'MEDIA-SEQUENCE')).toBe(tag(sound.body, 'MEDIA-SEQUENCE'))
  expect(tag(video.body, 'TARGETDURATION')).toBe('4')
  const segments = video.body.match(/^v\/.*m4s$/gm) ?? []
  expect(segments).toHaveLength(8)
  const inits = [...video.body.matchAll(/URI="([^"]+)"/g)].map(([, uri = '']) => uri)
  for (const rest of [...segments, ...inits]) {
    const { statusCode, headers } = await below(rest)
    expect([statusCode, headers['cache-control']]).toEqual([200, expect.stringContaining('immutable')])
  }
  expect((await below(segments[0] ?? '')).rawPayload).toHaveLength(segmentBytes)
})

test('[G02] of a film with several qualities the lowest is first, and both are cut at the same times', async () => {
  const channel = aLinearChannel({ name: '云幕高清', number: 4 })
  const [id = 0] = await t.station.live.save([channel])
  const stream = (await t.station.live.lineup()).byId.get(id)?.streams[0]?.id ?? 0
  const startMs = t.clock.nowMs() - 3600_000
  const film = await t.station.media.assets.createAsset({ demo: false, nowSec: nowSec() })
  const low = aRendition({ name: '360p', width: 640, height: 360, codecs: 'avc1.64001e' })
  await publishRandom(t.station.media.assets, film, [vip, aRendition(), low, audio])
  await t.station.live.schedules.plan({ id: stream }, startMs, [{ assetId: film, startMs, endMs: startMs + 7200_000 }])
  const of = (rest: string) => get(`${folderOf(`l${stream}`)}/${rest}`)
  const master = (await of('index.m3u8')).body
  expect(master.match(/^live-\w\.m3u8$/gm)).toEqual(['live-s.m3u8', 'live-v.m3u8'])
  const [small, large] = [(await of('live-s.m3u8')).body, (await of('live-v.m3u8')).body]
  expect(small).toContain(`v/${film}/1/360p/00000.m4s`)
  expect(small.replaceAll('/360p/', '/720p/')).toBe(large)
  expect((await of(`v/${film}/1/360p/00000.m4s`)).statusCode).toBe(200)
  expect((await of(`v/${film}/1/1080p/00000.m4s`)).statusCode).toBe(404)
})

test('[G02] the window moves with time, and segments keep their sequence numbers', async () => {
  const numbered = (text: string): Map<number, string> => {
    const first = Number(tag(text, 'MEDIA-SEQUENCE'))
    return new Map((text.match(/^v\/.*m4s$/gm) ?? []).map((uri, index) => [first + index, uri]))
  }
  const before = numbered((await below('live-v.m3u8')).body)
  t.clock.set(t.clock.nowMs() + 10_000)
  const after = numbered((await below('live-v.m3u8')).body)
  expect(Math.min(...after.keys())).toBeGreaterThan(Math.min(...before.keys()))
  for (const [seq, uri] of after) if (before.has(seq)) expect(before.get(seq)).toBe(uri)
})

test('[G02] a time-shift begins at its time and grows; a past programme is complete, a running one is not', async () => {
  const now = nowSec()
  const shifted = (await below(`from-${now - 600}-v.m3u8`)).body
  expect(tag(shifted, 'PLAYLIST-TYPE')).toBe('EVENT')
  expect(shifted).not.toContain('ENDLIST')
  expect(Date.parse(tag(shifted, 'PROGRAM-DATE-TIME') ?? '') / 1000).toBeGreaterThan(now - 605)
  const past = await below(`p-${now - 3600}-${now - 1800}-v.m3u8`)
  expect(tag(past.body, 'PLAYLIST-TYPE')).toBe('VOD')
  expect(past.body.trim().endsWith('#EXT-X-ENDLIST')).toBe(true)
  expect(past.headers['cache-control']).toBe('public, max-age=3600')
  const seconds = [...past.body.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, sec]) => sum + Number(sec), 0)
  expect(Math.abs(seconds - 1800)).toBeLessThanOrEqual(8)
  const running = (await below(`p-${now - 600}-${now + 600}-v.m3u8`)).body
  expect(running).not.toContain('ENDLIST')
  expect((await below(`p-${now - 600}-${now + 600}.m3u8`)).body).toContain(`p-${now - 600}-${now + 600}-a.m3u8`)
})
