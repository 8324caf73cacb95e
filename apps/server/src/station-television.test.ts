import { liveInfo, liveVodList, playToken, tvProgrammes, tvVodUrl } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { RecorderTables } from './domains/recorder/recorder-tables.ts'
import { createRecordingStore } from './domains/recorder/runs/recording-store.ts'
import { createSegmentStore } from './domains/recorder/segments/segment-store.ts'
import { aLinearChannel, aRecordedLine } from './testing/channels.ts'
import { aLease } from './testing/recorder.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'

const segmentMs = 2000
const perRun = 900

let t: TestApp
let channelId: number
let streamId: number
let startMs: number
/** Two consecutive runs of half an hour; the second one ends now. */
beforeAll(async () => {
  t = await buildTestApp()
  ;[channelId = 0] = await t.station.live.save([
    aLinearChannel({ name: '自家台', number: 8, lines: [aRecordedLine(['push:'])] }),
  ])
  streamId = (await t.station.live.lineup()).byId.get(channelId)?.streams[0]?.id ?? 0
  const db = t.platform.db.withTables<RecorderTables>()
  const lease = await aLease(db)
  startMs = t.clock.nowMs() - 2 * perRun * segmentMs
  const store = createSegmentStore(db)
  const runIds = await store.reserveRuns(2)
  for (const [run, id] of runIds.entries()) {
    const segments = Array.from({ length: perRun }, (_, at) => ({
      num: at + 1,
      durationMs: segmentMs,
      bytes: 9,
      resetsClock: at === 0,
      wallMs: startMs + (run * perRun + at) * segmentMs,
    }))
    await store.append(lease, [{ streamId, run: { id, source: 0, startedMs: startMs }, segments }])
    const folder = join(t.platform.config.dataDir, `live/${streamId}/${id}`)
    await mkdir(folder, { recursive: true })
    for (const name of ['init.mp4', '000001.m4s']) await writeFile(join(folder, name), `bytes of ${name}`)
  }
  await createRecordingStore(db).write(streamId, {
    phase: 'recording',
    source: 0,
    sinceMs: startMs,
    reason: '',
    breaks: 0,
  })
})

const ask = async () =>
  playToken.reply.parse((await t.make(playToken, { type: 'live', id: channelId, ids: 0, level: 1 })).data)
const seconds = (text: string): number =>
  [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, sec]) => sum + Number(sec), 0)

test('[G02] a recorded line is played at the same addresses as a schedule, and its signature opens nothing else', async () => {
  const { token, url } = await ask()
  const live = await t.app.inject({ url })
  expect(live.statusCode).toBe(200)
  expect(seconds(live.body)).toBe(30)
  const [init = ''] = /"(\d+\/init\.mp4)"/.exec(live.body)?.slice(1) ?? []
  expect((await t.app.inject({ url: `${token}/${init}` })).body).toBe('bytes of init.mp4')
  for (const rest of ['live-v.m3u8', '1/../../secrets.json', '9/init.mp4', `v/1/1/720p/00000.m4s`, '1/index.m3u8']) {
    expect([403, 404], rest).toContain((await t.app.inject({ url: `${token}/${rest}` })).statusCode)
  }
})

test('[G02] a programme that spans a change of runs plays completely, with a margin on both sides', async () => {
  const { token } = await ask()
  const [startSec, endSec] = [Math.floor(startMs / 1000) + 1500, Math.floor(startMs / 1000) + 2400]
  const { body } = await t.app.inject({ url: `${token}/p-${startSec}-${endSec}.m3u8` })
  expect(body).toContain('#EXT-X-ENDLIST')
  expect(body.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  expect(body.match(/#EXT-X-MAP/g)).toHaveLength(2)
  expect(Math.abs(seconds(body) - (60 + 900 + 180))).toBeLessThanOrEqual(4)
  const offset = Number(/TIME-OFFSET=([\d.]+)/.exec(body)?.[1])
  expect(Math.abs(offset - 60)).toBeLessThanOrEqual(2)
})

test('[G02] a time-shift begins at its time and continues to the live edge', async () => {
  const { token } = await ask()
  const { body } = await t.app.inject({ url: `${token}/from-${Math.floor(startMs / 1000) + 60}.m3u8` })
  expect(body).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
  expect(Math.abs(seconds(body) - (3600 - 60))).toBeLessThanOrEqual(4)
})

test('[G02] the live window has at least three of the longest segments, however long', async () => {
  const lines = [aRecordedLine(['push:'])]
  const [id = 0] = await t.station.live.save([aLinearChannel({ name: '慢台', number: 11, lines })])
  const stream = (await t.station.live.lineup()).byId.get(id)?.streams[0]?.id ?? 0
  const db = t.platform.db.withTables<RecorderTables>()
  const lease = await aLease(db)
  const store = createSegmentStore(db)
  const [run = 0] = await store.reserveRuns(1)
  const lengths = [25_000, ...Array.from({ length: 60 }, () => segmentMs)]
  let wallMs = t.clock.nowMs() - lengths.reduce((sum, ms) => sum + ms, 0)
  const segments = lengths.map((durationMs, at) => {
    wallMs += durationMs
    return { num: at + 1, durationMs, bytes: 9, resetsClock: at === 0, wallMs: wallMs - durationMs }
  })
  await store.append(lease, [{ streamId: stream, run: { id: run, source: 0, startedMs: 0 }, segments }])
  const { url } = playToken.reply.parse((await t.make(playToken, { type: 'live', id, ids: 0, level: 1 })).data)
  const { body } = await t.app.inject({ url })
  expect(body).toContain('#EXT-X-TARGETDURATION:25')
  expect(seconds(body)).toBeGreaterThanOrEqual(3 * 25)
})

test('[G02] a line whose recording has no picture is down, and its channel is off air', async () => {
  const info = async (as?: 'lin') =>
    (await t.make(liveInfo, { types: 'tv', group: '0', stream: 0, id: channelId }, as ? { as } : {})).data
  expect(await info()).toMatchObject({ onAir: true, lines: [{ state: 'good' }] })
  await createRecordingStore(t.platform.db.withTables<RecorderTables>()).write(streamId, {
    phase: 'pausing',
    source: 0,
    sinceMs: t.clock.nowMs(),
    reason: 'ended',
    breaks: 3,
  })
  t.clock.set(t.clock.nowMs() + 120_000)
  expect(await info('lin')).toMatchObject({ onAir: false, lines: [{ state: 'down' }] })
  await t.station.live.announceOnAirChanges()
  expect((await t.make(playToken, { type: 'live', id: channelId, ids: 0, level: 1 })).data).toEqual({
    refusal: 'NothingOnAir',
  })
})

test("[G01] while its encoder is off, a line's recordings can be replayed, by visitors and users", async () => {
  const from = Math.floor(startMs / 1000) + 600
  await t.station.guide.saveProgrammes(channelId, [
    { startSec: from, endSec: from + 900, name: '早间新闻' },
    { startSec: from + 86_400, endSec: from + 87_300, name: '明天' },
  ])
  await createRecordingStore(t.platform.db.withTables<RecorderTables>()).write(streamId, {
    phase: 'pausing',
    source: 0,
    sinceMs: t.clock.nowMs() - 60_000,
    reason: 'ended',
    breaks: 3,
  })
  t.events.reportGap()
  const [past, tomorrow] = await t.station.guide.of(channelId, from, from + 90_000)
  const send = { id: past?.id ?? 0, stream: 0 }
  for (const refused of [
    { ...send, id: tomorrow?.id ?? 0 },
    { ...send, stream: 9 },
  ]) {
    expect((await t.make(tvVodUrl, refused)).data).not.toHaveProperty('url')
  }
  for (const options of [{}, { as: 'lin' }, { as: 'mei' }] as const) {
    const { url, start, end, expires } = tvVodUrl.reply.parse((await t.make(tvVodUrl, send, options)).data)
    expect([start, end, expires > from]).toEqual([from, from + 900, true])
    const { statusCode, body } = await t.app.inject({ url })
    expect([statusCode, body.includes('#EXT-X-ENDLIST')]).toEqual([200, true])
    expect(Math.abs(seconds(body) - (60 + 900 + 180))).toBeLessThanOrEqual(4)
    const replay = await t.make(playToken, { type: 'replay', id: send.id, ids: 0, level: 1 }, options)
    expect(playToken.reply.parse(replay.data).live).toMatchObject({ line: 1 })
  }
})

test('[G01] a programme before the start of the recording is not offered for replay', async () => {
  const lines = [aRecordedLine(['push:'])]
  const [newId = 0] = await t.station.live.save([aLinearChannel({ name: '新台', number: 12, lines })])
  const from = Math.floor(startMs / 1000)
  const programmes = [-1800, 1800].map((at) => ({ startSec: from + at, endSec: from + at + 900, name: `从 ${at}` }))
  for (const id of [channelId, newId]) await t.station.guide.saveProgrammes(id, programmes)
  const marked = async (id: number) => {
    const all = []
    for (const day of new Set([from - 1800, from + 1800].map(chinaDay))) {
      const [guide] = tvProgrammes.reply.parse((await t.make(tvProgrammes, { ids: [id], day })).data).list
      all.push(...(guide?.programmes ?? []).filter(({ replay }) => replay).map(({ start }) => start - from))
    }
    return [...new Set(all)]
  }
  expect([await marked(newId), await marked(channelId)]).toEqual([[], expect.arrayContaining([1800])])
  expect(await marked(channelId)).not.toContain(-1800)
  const listed = liveVodList.reply
    .parse((await t.make(liveVodList, { id: channelId, page: 1, size: 50 })).data)
    .list.map(({ start }) => start - from)
  expect([listed.includes(1800), listed.includes(-1800)]).toEqual([true, false])
  const [early] = await t.station.guide.of(channelId, from - 1800, from - 900)
  const send = { type: 'replay', id: early?.id ?? 0, ids: 0, level: 1 } as const
  expect((await t.make(playToken, send)).data).toEqual({ refusal: 'NoReplay' })
})
