import {
  liveList,
  liveRecordRandom,
  liveVodList,
  matchDetail,
  playToken,
  type Call,
  type FeedLineInput,
  type SendOf,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aFilm, aLinearChannel, aRecordedLine } from '../../../testing/channels.ts'
import { aLease } from '../../../testing/recorder.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { RecorderTables } from '../../recorder/recorder-tables.ts'
import { createSegmentStore } from '../../recorder/segments/segment-store.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'

const segmentMs = 2000
const minuteMs = 60_000
const dayMs = 24 * 3600_000

let t: TestApp
let channelId: number
let streamId: number
let nowSec: number
let runningId: number

/** A match that should begin now, on a channel that has recorded for half an hour and is recorded for three more hours. */
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  let otherId: number
  ;[channelId = 0, otherId = 0] = await t.station.live.save([
    aLinearChannel({ name: '体育台', number: 8, replayDays: 0, dvrSec: 3600, lines: [aRecordedLine(['push:'])] }),
    aLinearChannel({ name: '体育二台', number: 18, lines: [aRecordedLine(['push:'])] }),
  ])
  streamId = (await t.station.live.lineup()).byId.get(channelId)?.streams[0]?.id ?? 0
  const db = t.platform.db.withTables<RecorderTables>()
  const store = createSegmentStore(db)
  const lease = await aLease(db)
  const [first = 0, second = 0] = await store.reserveRuns(2)
  const startMs = (nowSec - 1800) * 1000
  for (const [at, id] of [first, second].entries()) {
    const perRun = 3150
    const segments = Array.from({ length: perRun }, (_, each) => ({
      num: each + 1,
      durationMs: segmentMs,
      bytes: 9,
      resetsClock: each === 0,
      wallMs: startMs + (at * perRun + each) * segmentMs,
    }))
    await store.append(lease, [{ streamId, run: { id, source: 0, startedMs: startMs }, segments }])
  }
  await take(sampleLeague(nowSec))
  const match = {
    record: 'match',
    id: 'shown',
    competition: 'huanhai',
    home: 'beiyu',
    away: 'shudao',
    kickoff: nowSec,
  } as const
  await take([
    match,
    {
      record: 'streams',
      match: 'shown',
      streams: [
        { name: '国语解说', anchor: '', channel: channelId },
        { name: '现场原声', anchor: '', channel: otherId },
      ],
    },
  ])
  const found = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'shown'")
  runningId = found.rows[0]?.id ?? 0
})

const take = async (lines: readonly FeedLineInput[]) => t.station.matches.feed.take('test', linesOf(lines))
type EventInput = Extract<FeedLineInput, { record: 'event' }>['event']
const tell = (event: EventInput) => take([{ record: 'event', match: 'shown', event }])
const made = async <C extends Call>(call: C, send: SendOf<C>): Promise<unknown> => (await t.make(call, send)).data
const token = (type: 'record' | 'highlights' | 'match', id = runningId, ids = 0) =>
  made(playToken, { type, id, ids, level: 1 })
const detail = async () => matchDetail.reply.parse(await made(matchDetail, { id: runningId })).match
const seconds = (text: string): number =>
  [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, sec]) => sum + Number(sec), 0)
/** What is kept of the first stream. */
const kept = async () => (await t.station.matches.keptSpans()).filter((span) => span.channelId === channelId)
/** Minutes after the planned start. */
const at = (minutes: number): number => nowSec * 1000 + minutes * minuteMs

test('[H01] a match without a recording, or that does not exist, has no token of one', async () => {
  expect(await token('record')).toEqual({ refusal: 'NoReplay' })
  expect(await token('highlights')).toEqual({ refusal: 'NoReplay' })
  expect(await token('record', 2_000_000)).toEqual({ refusal: 'NoSuchMatch' })
  expect(await detail()).toMatchObject({ replayId: null, highlightsId: null })
})

test('[H01] a match that began late becomes its recording when its streams close: from its real start to its last event', async () => {
  await t.station.matches.recordings.update()
  t.clock.set(at(100))
  await tell({ type: 'start', id: 'h1', wallMs: at(40), period: 'h1' })
  await t.station.matches.recordings.update()
  expect(await kept()).toMatchObject([{ channelId, fromMs: at(39) }])
  await tell({ type: 'tally', id: 'g1', wallMs: at(50), period: 'h1', atSec: 600, side: 'home', kind: 'goal' })
  await tell({ type: 'incident', id: 'r1', wallMs: at(60), period: 'h1', atSec: 1200, side: 'away', kind: 'red' })
  await tell({ type: 'final', id: 'f', wallMs: at(100) })
  await t.station.matches.recordings.update()
  expect(await detail()).toMatchObject({ state: 'over', open: true, replayId: null })
  t.clock.set(at(111))
  await t.station.matches.recordings.update()
  expect(await detail()).toMatchObject({ open: false, replayId: runningId, highlightsId: runningId })
  expect(await token('match')).toEqual({ refusal: 'MatchOver' })
  expect(await token('record', runningId, 7)).toEqual({ refusal: 'NoSuchStream' })
  // The second stream is a channel of which nothing was recorded.
  expect((await detail()).streams).toMatchObject([
    { id: 1, recorded: true, highlighted: true },
    { id: 2, recorded: false, highlighted: false },
  ])
  expect(await token('record', runningId, 2)).toEqual({ refusal: 'NoSuchStream' })
  const { url, live } = playToken.reply.parse(await token('record'))
  expect(live?.line).toBe(1)
  const { statusCode, body } = await t.app.inject({ url })
  expect([statusCode, body.includes('#EXT-X-ENDLIST')]).toEqual([200, true])
  // A minute before the start and a minute and a half after the end, with the margins of recordings.
  expect(Math.abs(seconds(body) - (60 + 60 + 3600 + 90 + 180))).toBeLessThanOrEqual(4)
  // Two runs: the second one begins while the match is played.
  expect(body.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
})

test('[H01] lists have recorded matches', async () => {
  t.clock.set(t.clock.nowMs() + 10 * minuteMs)
  const any = { type: 'match', group: '0', state: 3, day: '0', team: '0', page: 1, size: 10 } as const
  const marked = z.object({ list: z.array(z.object({ id: z.int(), replayId: z.nullable(z.int()) })) })
  const { list } = marked.parse(await made(liveList, any))
  expect(list.filter(({ replayId }) => replayId !== null)).toEqual([{ id: runningId, replayId: runningId }])
  const matchesIn = z.object({ matches: z.array(z.object({ id: z.int() })) })
  const ids = async <C extends Call>(call: C, send: SendOf<C>): Promise<number[]> =>
    matchesIn.parse(await made(call, send)).matches.map(({ id }) => id)
  expect(await ids(liveVodList, { id: channelId, page: 1, size: 10 })).toEqual([runningId])
  expect(await ids(liveVodList, { id: channelId, page: 2, size: 10 })).toEqual([])
  expect(await ids(liveRecordRandom, { type: 'match', except: 0, count: 5 })).toEqual([runningId])
  expect(await ids(liveRecordRandom, { type: 'football', except: 0, count: 5 })).toEqual([runningId])
  expect(await ids(liveRecordRandom, { type: 'match', except: runningId, count: 5 })).toEqual([])
  expect(await ids(liveRecordRandom, { type: 'tennis', except: 0, count: 5 })).toEqual([])
})

test('[H01] highlights are one playlist of the parts around goals and red cards', async () => {
  const { url } = playToken.reply.parse(await token('highlights'))
  expect(url).toMatch(new RegExp(`/l${streamId}/h-${runningId}-1\\.m3u8$`))
  const { body } = await t.app.inject({ url })
  expect(body).toContain('#EXT-X-MEDIA-SEQUENCE:0')
  expect(body).toContain('#EXT-X-ENDLIST')
  expect(body.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  const starts = [...body.matchAll(/PROGRAM-DATE-TIME:(\S+)/g)].map(([, time = '']) => Date.parse(time))
  expect(starts).toHaveLength(2)
  for (const [each, ms] of [at(50) - 15_000, at(60) - 12_000].entries())
    expect(Math.abs((starts[each] ?? 0) - ms)).toBeLessThanOrEqual(segmentMs)
  expect(Math.abs(seconds(body) - 70)).toBeLessThanOrEqual(8)
  const other = url.replace(`h-${runningId}-1`, `h-${runningId}-2`)
  expect((await t.app.inject({ url: other })).statusCode).toBe(404)
})

test('[H01] a correction after the end changes the recording and its highlights', async () => {
  await tell({
    type: 'tally',
    id: 'g1',
    seq: 1,
    wallMs: at(50),
    retracted: true,
    period: 'h1',
    atSec: 600,
    side: 'home',
    kind: 'goal',
  })
  await tell({ type: 'final', id: 'f', seq: 1, wallMs: at(95) })
  // Playlists are cached for a second.
  t.clock.set(t.clock.nowMs() + 2000)
  await t.station.matches.recordings.update()
  const [whole, cut] = await Promise.all([token('record'), token('highlights')])
  const textOf = async (reply: unknown) => (await t.app.inject({ url: playToken.reply.parse(reply).url })).body
  expect(Math.abs(seconds(await textOf(whole)) - (60 + 60 + 3300 + 90 + 180))).toBeLessThanOrEqual(4)
  expect(Math.abs(seconds(await textOf(cut)) - 30)).toBeLessThanOrEqual(4)
})

test('[H01] a recording plays beyond the days of its channel; after its own days only the highlights do, and later nothing', async () => {
  const states = async () => {
    await t.station.matches.recordings.update()
    const { replayId, highlightsId } = await detail()
    return [replayId !== null, highlightsId !== null]
  }
  t.clock.set(at(95) + 20 * dayMs)
  expect(await states()).toEqual([true, true])
  const { url } = playToken.reply.parse(await token('record'))
  expect((await t.app.inject({ url })).statusCode).toBe(200)
  // What nobody keeps is not played.
  const other = url.replace(/p-[^/]*$/, `p-${nowSec}-${nowSec + 1800}.m3u8`)
  expect((await t.app.inject({ url: other })).statusCode).toBe(404)
  t.clock.set(at(95) + 31 * dayMs)
  expect(await states()).toEqual([false, true])
  expect(await token('record')).toEqual({ refusal: 'NoReplay' })
  const spans = await kept()
  expect(spans).toMatchObject([{ fromMs: at(60) - 12_000, untilMs: at(60) + 18_000 }])
  t.clock.set(at(95) + 181 * dayMs)
  expect(await states()).toEqual([false, false])
  expect(await kept()).toEqual([])
})

test('[H01] what the disk had no room for loses its recording without an error', async () => {
  t.clock.set(at(115))
  await t.platform.pool.query("update match set told_ms = told_ms + 1 where source_id = 'shown'")
  await t.station.matches.recordings.update()
  expect((await detail()).replayId).toBe(runningId)
  const db = t.platform.db.withTables<RecorderTables>()
  await createSegmentStore(db).deleteBefore(await aLease(db), streamId, at(300))
  await t.station.matches.recordings.recount()
  expect(await detail()).toMatchObject({ replayId: null, highlightsId: null })
  expect(await token('record')).toEqual({ refusal: 'NoReplay' })
})

test('[H01] of a channel of films, a match has what is left of them, and nothing when all are gone', async () => {
  const [id = 0] = await t.station.live.save([aLinearChannel({ name: '片场', number: 9 })])
  const stream = (await t.station.live.lineup()).byId.get(id)?.streams[0]?.id ?? 0
  const startMs = at(-100)
  t.clock.set(at(0))
  const films = [await aFilm(t), await aFilm(t)]
  const showings = films.map((assetId, each) => ({
    assetId,
    startMs: startMs + each * 40 * minuteMs,
    endMs: startMs + (each + 1) * 40 * minuteMs,
  }))
  await t.station.live.schedules.plan({ id: stream }, startMs, showings)
  const match = { record: 'match', id: 'filmed', competition: 'huanhai', home: 'beiyu', away: 'shuobei' } as const
  const event = (input: EventInput): FeedLineInput => ({ record: 'event', match: 'filmed', event: input })
  await take([
    { ...match, kickoff: Math.floor((startMs + minuteMs) / 1000) },
    { record: 'streams', match: 'filmed', streams: [{ name: '国语解说', anchor: '', channel: id }] },
    event({ type: 'start', id: 's', wallMs: startMs + minuteMs, period: 'h1' }),
    event({ type: 'final', id: 'f', wallMs: startMs + 70 * minuteMs }),
  ])
  await t.station.matches.recordings.update()
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'filmed'")
  const filmed = rows[0]?.id ?? 0
  const lengths = async () => {
    const { url } = playToken.reply.parse(await token('record', filmed))
    const master = await t.app.inject({ url })
    const [track = ''] = /^p-.*-v\.m3u8$/m.exec(master.body) ?? []
    const video = await t.app.inject({ url: url.replace(/p-[^/]*$/, track) })
    return Math.round(seconds(video.body) / 60)
  }
  expect(Math.abs((await lengths()) - 71)).toBeLessThanOrEqual(1)
  await t.station.media.assets.removeAssets(films.slice(0, 1))
  t.clock.set(t.clock.nowMs() + 2000)
  await t.station.matches.recordings.recount()
  expect(Math.abs((await lengths()) - 31)).toBeLessThanOrEqual(1)
  await t.station.media.assets.removeAssets(films.slice(1))
  t.clock.set(t.clock.nowMs() + 2000)
  await t.station.matches.recordings.recount()
  expect(await token('record', filmed)).toEqual({ refusal: 'NoReplay' })
  const { match: card } = matchDetail.reply.parse(await made(matchDetail, { id: filmed }))
  expect(card.replayId).toBeNull()
})
