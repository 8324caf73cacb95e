import {
  indexLiveData,
  indexSearch,
  liveAllList,
  liveExportRenew,
  liveGroups,
  liveInfo,
  liveList,
  liveRank,
  liveVodList,
  liveWatch,
  matchDetail,
  playToken,
  tvActive,
  tvProgrammes,
  userFavoriteSave,
  type Call,
  type FeedLineInput,
  type SendOf,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aLinearChannel, aRecordedLine } from '../../../testing/channels.ts'
import { runSchedule } from '../../../testing/modules.ts'
import { aLease } from '../../../testing/recorder.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { RecorderTables } from '../../recorder/recorder-tables.ts'
import { createSegmentStore } from '../../recorder/segments/segment-store.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'

type StreamInput = Extract<FeedLineInput, { record: 'streams' }>['streams'][number]

const name = '海风解说专线'
const address = 'http://203.0.113.5/match.m3u8'
const dayMs = 24 * 3600_000

let t: TestApp
let nowSec: number
let nextId: number

/** A match that begins in an hour. */
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.live.save([aLinearChannel({ name: '体育台', number: 8, lines: [aRecordedLine(['push:'])] })])
  await take([...sampleLeague(nowSec), matchAt('next', nowSec + 3600)])
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'next'")
  nextId = rows[0]?.id ?? 0
})

const take = async (lines: readonly FeedLineInput[]) => t.station.matches.feed.take('test', linesOf(lines))
const matchAt = (id: string, kickoff: number): FeedLineInput => ({
  record: 'match',
  id,
  competition: 'huanhai',
  home: 'shuobei',
  away: 'shudao',
  kickoff,
})
const streams = (...all: readonly StreamInput[]) => take([{ record: 'streams', match: 'next', streams: [...all] }])
const stored = () => t.station.matches.streams.list(nextId)
const made = async <C extends Call>(call: C, send: SendOf<C>): Promise<unknown> => (await t.make(call, send)).data
const token = (ids = 0) => made(playToken, { type: 'match', id: nextId, ids, level: 1 })
const playable = async () => (await t.station.live.lineup()).playable

test.each([
  ['a file of the machine', { sources: ['file:a.mp4'] }, '不是可以拉取的地址'],
  ['a port of the machine', { sources: ['srt://:9000?passphrase=0123456789'] }, '不是可以拉取的地址'],
  ['an unknown scheme', { sources: [address, 'rtsp://a.example/1'] }, 'rtsp://a.example/1'],
  ['neither a channel nor sources', {}, 'streams.0.channel 缺少或不对'],
  ['a channel and sources', { channel: 1, sources: ['push:'] }, 'streams.0.channel 缺少或不对'],
  ['more sources than failover tries', { sources: Array(9).fill('push:') }, 'streams.0.sources 缺少或不对'],
])('[H01] a feed that tells a stream with %s is refused', async (_what, given, words) => {
  const { lines } = await streams({ name, anchor: '', ...given })
  expect(lines[0]?.msg).toContain(words)
  expect(await stored()).toEqual([])
})

test('[H01] a match shows a push and a pulled source by name and commentator, and telling them again changes nothing', async () => {
  const told = { name, anchor: '陆远舟', sources: [address, 'push:'] }
  expect(await streams(told, { name: '现场原声', anchor: '', sources: ['push:'] })).toMatchObject({ stored: 1 })
  const [first, second] = await stored()
  expect(first).toMatchObject({ number: 1, name, anchor: '陆远舟', sources: [address, 'push:'] })
  expect(await made(matchDetail, { id: nextId })).toMatchObject({
    match: {
      streams: [
        { id: 1, name, anchor: '陆远舟' },
        { id: 2, name: '现场原声' },
      ],
      open: false,
    },
  })
  expect(await streams(told, { name: '现场原声', anchor: '', sources: ['push:'] })).toMatchObject({ unchanged: 1 })
  // Another order of failover is the same stream, on the same channel.
  await streams({ ...told, sources: ['push:', address] }, { name: '现场原声', anchor: '', sources: ['push:'] })
  const changed = await stored()
  expect(changed.map(({ channelId }) => channelId)).toEqual([first?.channelId, second?.channelId])
  const lines = (await playable()).get(first?.channelId ?? 0)?.streams ?? []
  const sources = await t.station.live.sources(lines.map(({ id }) => id))
  expect(sources.get(lines[0]?.id ?? 0)?.map((source) => source.address)).toEqual(['push:', address])
})

test('[H01] a stream of a match is nowhere a channel: in no list, group, guide, search, export, and no call knows it', async () => {
  const channelId = (await stored())[0]?.channelId ?? 0
  const leaf = { page: 1, size: 50 }
  const any = { type: '0', group: '0', state: 0 }
  const replies = await Promise.all([
    made(liveGroups, {}),
    made(liveAllList, { ...any, order: '最新', ...leaf }),
    made(liveList, { ...any, day: '0', team: '0', ...leaf }),
    made(liveRank, { type: 'tv', period: 'day', count: 50 }),
    made(indexLiveData, { count: 50 }),
    made(tvActive, leaf),
    made(tvProgrammes, { ids: [channelId], day: '0' }),
    made(indexSearch, { kind: 'live', q: name, order: '相关', ...leaf }),
  ])
  const text = JSON.stringify(replies)
  expect(text).toContain('体育台')
  // Streams are listed with their match.
  expect(text.replaceAll(/"streams":\[[^\]]*\]/g, '')).not.toContain(name)
  expect(await made(liveInfo, { types: 'tv', group: '0', stream: 0, id: channelId })).toEqual({
    refusal: 'NoSuchChannel',
  })
  expect(await made(liveWatch, { id: channelId, end: false })).toEqual({ refusal: 'NoSuchChannel' })
  expect(await made(liveVodList, { id: channelId, page: 1, size: 10 })).toEqual({ refusal: 'NoSuchChannel' })
  expect(await made(playToken, { type: 'live', id: channelId, ids: 0, level: 1 })).toEqual({
    refusal: 'NoSuchChannel',
  })
  const follow = await t.make(userFavoriteSave, { type: 'live', id: channelId }, { as: 'lin' })
  expect(follow.data).toEqual({ refusal: 'NoSuchChannel' })
  const { addresses } = liveExportRenew.reply.parse((await t.make(liveExportRenew, {}, { as: 'lin' })).data)
  const key = addresses.m3u.split('/')[2] ?? ''
  const get = async (file: string) => t.app.inject({ url: `/live/${key}/${file}`, headers: { host: 'tv.example' } })
  expect((await get('channels.m3u')).body).not.toContain(name)
  expect((await get(`${channelId}.m3u8`)).statusCode).toBe(404)
  expect(await t.station.subjects.isVisible({ kind: 'live', id: channelId })).toBe(false)
})

test('[H01] a stream plays from ten minutes before the start until the end is certain, and not with the address of before', async () => {
  expect(await token()).toEqual({ refusal: 'MatchNotOpen' })
  const at = (sec: number): void => t.clock.set((nowSec + 3600 + sec) * 1000)
  at(-600)
  await t.station.matches.recordings.update()
  const { url } = playToken.reply.parse(await token())
  expect(url).toMatch(/\/l\d+\/index\.m3u8$/)
  expect(await token(2)).toMatchObject({ url: expect.stringMatching(/index\.m3u8$/) })
  expect(await token(3)).toEqual({ refusal: 'NoSuchStream' })
  const event = (input: Extract<FeedLineInput, { record: 'event' }>['event']) =>
    take([{ record: 'event', match: 'next', event: input }])
  await event({ type: 'start', id: 's', wallMs: (nowSec + 3600) * 1000, period: 'h1' })
  at(6000)
  await event({ type: 'final', id: 'f', wallMs: t.clock.nowMs() })
  await t.station.matches.recordings.update()
  // The end is not certain yet: it is still kept, and recorded, without an end.
  const spans = await t.station.matches.keptSpans()
  expect(spans.every(({ untilMs }) => untilMs > t.clock.nowMs() + dayMs)).toBe(true)
  at(6601)
  await t.station.matches.recordings.update()
  expect(await token()).toEqual({ refusal: 'MatchOver' })
  // A signed address is valid for a day; the channel has nothing on it any more.
  expect((await t.app.inject({ url })).statusCode).toBe(404)
  await record(url)
  const part = async (fromSec: number, untilSec: number) => {
    const file = `p-${nowSec + 3600 + fromSec}-${nowSec + 3600 + untilSec}.m3u8`
    return (await t.app.inject({ url: url.replace('index.m3u8', file) })).statusCode
  }
  // What it recorded before and after the match is not played either.
  expect([await part(-300, -120), await part(6200, 6500)]).toEqual([404, 404])
  expect(await part(0, 6000)).toBe(200)
})

/** Segments of two seconds from ten minutes before the start until ten minutes after the end. */
async function record(url: string): Promise<void> {
  const db = t.platform.db.withTables<RecorderTables>()
  const store = createSegmentStore(db)
  const [id = 0] = await store.reserveRuns(1)
  const startedMs = (nowSec + 3000) * 1000
  const segments = Array.from({ length: 3600 }, (_, at) => ({
    num: at + 1,
    durationMs: 2000,
    bytes: 9,
    resetsClock: at === 0,
    wallMs: startedMs + at * 2000,
  }))
  const streamId = Number(/\/l(\d+)\//.exec(url)?.[1])
  await store.append(await aLease(db), [{ streamId, run: { id, source: 0, startedMs }, segments }])
}

test('[H01] what an operator adds stays when a source tells its streams again, and its channel goes when nothing needs it', async () => {
  t.clock.set((nowSec + 600) * 1000)
  const own = { name: '方言解说', anchor: '', plate: false, channel: null, sources: ['push:'] }
  expect(await t.station.matches.streams.add(2_000_000, own)).toBeNull()
  expect(await t.station.matches.streams.remove(nextId, 1)).toBe(false)
  const number = (await t.station.matches.streams.add(nextId, own)) ?? 0
  await streams({ name, anchor: '', sources: ['push:'] })
  const [told, added] = await stored()
  expect([told?.name, added?.name, added?.number]).toEqual([name, '方言解说', number])
  const channelId = added?.channelId ?? 0
  await t.station.matches.streams.remove(nextId, number)
  expect((await stored()).map((stream) => stream.name)).toEqual([name])
  await runSchedule(t.station.matches.module, 'matches.deleteUnusedChannels')
  const left = await playable()
  expect([left.has(channelId), left.has(told?.channelId ?? 0)]).toEqual([false, true])
})

test('[H01] the channels of streams go with their matches', async () => {
  const before = (await stored())[0]?.channelId ?? 0
  expect((await playable()).has(before)).toBe(true)
  await t.station.matches.removeSource('test')
  expect((await playable()).has(before)).toBe(false)
  expect((await t.station.live.lineup()).channels.map((channel) => channel.name)).toEqual(['体育台'])
})
