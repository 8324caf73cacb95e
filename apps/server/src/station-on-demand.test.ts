import { playToken, tvProgrammes, tvVodUrl } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { signScope } from '@yunmu/hls'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createCatchupStore } from './domains/recorder/catchup/catchup-store.ts'
import { streamRequested } from './domains/recorder/recorder-events.ts'
import type { RecorderTables } from './domains/recorder/recorder-tables.ts'
import { createRecordingStore } from './domains/recorder/runs/recording-store.ts'
import { createSegmentStore } from './domains/recorder/segments/segment-store.ts'
import { aLinearChannel, aRecordedLine } from './testing/channels.ts'
import { aLease } from './testing/recorder.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'

const segmentMs = 2000
const lineOnDemand = aRecordedLine(['http://a.example/1.m3u8'], { onDemand: true })

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

test('[G02] an on-demand line starts when a viewer requests it, and plays as soon as there is a picture', async () => {
  const [id = 0] = await t.station.live.save([
    aLinearChannel({ name: '外台', number: 9, replayDays: 0, lines: [lineOnDemand] }),
  ])
  const stream = (await t.station.live.lineup()).byId.get(id)?.streams[0]?.id ?? 0
  const db = t.platform.db.withTables<RecorderTables>()
  const store = createSegmentStore(db)
  const [old = 0, fresh = 0] = await store.reserveRuns(2)
  const record = async (runId: number, wallMs: number): Promise<void> => {
    const lease = await aLease(db)
    const segments = [{ num: 1, durationMs: segmentMs, bytes: 9, wallMs, resetsClock: true }]
    await store.append(lease, [{ streamId: stream, run: { id: runId, source: 0, startedMs: wallMs }, segments }])
  }
  await record(old, t.clock.nowMs() - 3600_000)
  let wanted = 0
  onTestFinished(t.events.on(streamRequested, () => wanted++))
  const { url } = playToken.reply.parse((await t.make(playToken, { type: 'live', id, ids: 0, level: 1 })).data)
  const asked = t.app.inject({ url })
  await expect.poll(() => wanted).toBe(1)
  await record(fresh, t.clock.nowMs() - segmentMs)
  const { statusCode, body } = await asked
  expect(statusCode).toBe(200)
  expect(body.match(/m4s/g)).toHaveLength(1)
  expect(body).toContain(`${fresh}/000001.m4s`)
})

test('[G02] an on-demand line is not started for a past range, for a client with twelve lines, or above the limit', async () => {
  const lines = [lineOnDemand]
  const numbers = Array.from({ length: 13 }, (_, at) => 20 + at)
  const ids = await t.station.live.save(
    numbers.map((number) => aLinearChannel({ name: `外台${number}`, number, replayDays: 1, lines })),
  )
  const { byId } = await t.station.live.lineup()
  const streams = ids.map((id) => byId.get(id)?.streams[0]?.id ?? 0)
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const get = (stream: number, file: string, remoteAddress = '203.0.113.9') => {
    const scope = signScope({ secret: 'm'.repeat(43), scope: `l${stream}`, expiresSec: nowSec + 3600 })
    return t.app.inject({ url: `${scope}/${file}`, remoteAddress })
  }
  const wanted: number[] = []
  onTestFinished(t.events.on(streamRequested, (each) => each && wanted.push(each.streamId)))
  const [first = 0, last = 0] = [streams[0], streams.at(-1)]

  for (const stream of streams) await get(stream, `p-${nowSec - 7200}-${nowSec - 3600}.m3u8`)
  expect(wanted).toEqual([])
  for (const stream of streams.slice(0, -1))
    expect((await get(stream, `from-${nowSec - 60}.m3u8`)).statusCode).toBe(404)
  const refused = await get(last, 'index.m3u8')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30'])
  expect(wanted).toEqual(streams.slice(0, -1))
  expect((await get(last, `from-${nowSec - 60}.m3u8`, '203.0.113.10')).statusCode).toBe(404)
  expect(wanted).toEqual(streams)

  await createRecordingStore(t.platform.db.withTables<RecorderTables>()).write(first, {
    phase: 'full',
    source: 0,
    sinceMs: 0,
    reason: '',
    breaks: 0,
  })
  // A viewer who waits for a line that has just failed is told so.
  await createRecordingStore(t.platform.db.withTables<RecorderTables>()).write(last, {
    phase: 'pausing',
    source: 0,
    sinceMs: t.clock.nowMs() - 6000,
    reason: 'http 404',
    breaks: 3,
  })
  expect((await get(last, 'index.m3u8', '203.0.113.10')).statusCode).toBe(404)
  const full = await get(first, 'index.m3u8')
  expect([full.statusCode, full.headers['retry-after']]).toEqual([503, '30'])
})

test('[G02] a past programme from the catch-up of a source is fetched on request, and plays while it is fetched', async () => {
  const catchup = { type: 'append', days: 3, source: '?playseek=${(b)yyyyMMddHHmmss}-${(e)yyyyMMddHHmmss}' }
  const source = { address: 'http://a.example/2.m3u8', userAgent: '', catchup }
  const lines = [lineOnDemand, { ...lineOnDemand, sources: [source] }]
  const [id = 0] = await t.station.live.save([aLinearChannel({ name: '对岸台', number: 10, replayDays: 0, lines })])
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const at = (name: string, fromSec: number) => ({ name, startSec: nowSec + fromSec, endSec: nowSec + fromSec + 1800 })
  await t.station.guide.saveProgrammes(id, [
    at('太久以前', -4 * 86_400),
    at('新闻', -7200),
    at('晚会', -5400),
    at('正在播', -600),
  ])
  const shown = await t.station.guide.of(id, nowSec - 5 * 86_400, nowSec + 60)
  const idOf = (name: string): number => shown.find((each) => each.name === name)?.id ?? 0
  const ask = async (name: string) =>
    (await t.make(playToken, { type: 'replay', id: idOf(name), ids: 0, level: 1 })).data

  const marks = new Map<string, boolean>()
  for (const day of [nowSec - 7200, nowSec].map(chinaDay)) {
    const [guide] = tvProgrammes.reply.parse((await t.make(tvProgrammes, { ids: [id], day })).data).list
    for (const { name, replay } of guide?.programmes ?? []) marks.set(name, replay)
  }
  expect(Object.fromEntries(marks)).toMatchObject({ 新闻: true, 晚会: true, 正在播: false })
  for (const name of ['太久以前', '正在播']) expect(await ask(name)).toEqual({ refusal: 'NoReplay' })
  expect((await t.make(tvVodUrl, { id: idOf('正在播'), stream: 0 })).data).not.toHaveProperty('url')

  let wanted = 0
  onTestFinished(t.events.on(streamRequested, () => wanted++))
  const db = t.platform.db.withTables<RecorderTables>()
  const store = createCatchupStore(db)
  const lease = await aLease(db)
  /** The next programme that the recorder would fetch. */
  const nextRow = async () => {
    await expect.poll(async () => (await store.pending()).length).toBe(1)
    const [row] = await store.pending()
    if (!row) throw new Error('nothing was requested')
    await store.start(lease, row.id)
    return row
  }
  const asking = ask('新闻')
  const row = await nextRow()
  await store.append(lease, row.id, 0, { durations: [2000, 4000], bytes: 9 })
  const { url, live } = playToken.reply.parse(await asking)
  expect(live?.line).toBe(2)
  expect(url).toMatch(/\/l\d+\/p-\d+-\d+\.m3u8$/)
  const coming = (await t.app.inject({ url })).body
  expect(coming).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
  expect(coming).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date((nowSec - 7200) * 1000).toISOString()}`)
  expect(coming).toContain(`p${row.id}/000002.m4s`)
  const folder = join(t.platform.config.dataDir, `live/${row.streamId}/p${row.id}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '000001.m4s'), 'the news')
  const segment = url.replace(/p-[^/]*$/, `p${row.id}/000001.m4s`)
  expect((await t.app.inject({ url: segment })).body).toBe('the news')

  await store.finish(lease, row.id, { state: 'complete', reason: '', nowMs: t.clock.nowMs() })
  t.clock.set(t.clock.nowMs() + 2000)
  const whole = await t.app.inject({ url })
  expect(whole.body).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
  expect(whole.body).toContain('#EXT-X-ENDLIST')
  expect(wanted).toBe(0)

  // A programme that its source does not have is refused, on every line.
  const askingOther = ask('晚会')
  const { id: otherRow, startSec, endSec } = await nextRow()
  await store.finish(lease, otherRow, { state: 'failed', reason: 'short', nowMs: t.clock.nowMs() })
  expect(await askingOther).toEqual({ refusal: 'NoReplay' })
  expect(await ask('晚会')).toEqual({ refusal: 'NoReplay' })
  const otherUrl = url.replace(/p-[^/]*$/, `p-${startSec}-${endSec}.m3u8`)
  expect((await t.app.inject({ url: otherUrl })).statusCode).toBe(404)
})
