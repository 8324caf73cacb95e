import { playToken, type FeedLineInput } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aLinearChannel, aRecordedLine } from '../../../testing/channels.ts'
import { runSchedule } from '../../../testing/modules.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { recordingsChanged } from '../matches-events.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'

/** Which channel a stream of a match has, and who may have it. */

type StreamInput = Extract<FeedLineInput, { record: 'streams' }>['streams'][number]
type Source = 'test' | 'other'

const address = 'http://203.0.113.5/match.m3u8'
const hourSec = 3600

let t: TestApp
let nowSec: number
const idOf: Record<Source, number> = { test: 0, other: 0 }

/** A match of each of two sources, both open. */
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.live.save([aLinearChannel({ name: '体育台', number: 8, lines: [aRecordedLine(['push:'])] })])
  for (const source of ['test', 'other'] as const) {
    await t.station.matches.feed.take(source, linesOf(sampleLeague(nowSec)))
    const text = "select id from match where source_id = 'next' and source = $1"
    const { rows } = await t.platform.pool.query<{ id: number }>(text, [source])
    idOf[source] = rows[0]?.id ?? 0
  }
})

const tell = async (source: Source, ...streams: readonly StreamInput[]) =>
  t.station.matches.feed.take(source, linesOf([{ record: 'streams', match: 'next', streams: [...streams] }]))
const stored = (source: Source = 'test') => t.station.matches.streams.list(idOf[source])
const own = (name: string, sources = ['push:']): StreamInput => ({ name, anchor: '', sources })
const channelOf = async (name: string): Promise<number> =>
  (await stored()).find((stream) => stream.name === name)?.channelId ?? 0
const playable = async () => (await t.station.live.lineup()).playable
const token = async (source: Source) =>
  (await t.make(playToken, { type: 'match', id: idOf[source], ids: 0, level: 1 })).data
const added = { name: '方言解说', anchor: '', plate: false, channel: null, sources: ['push:'] }

test('[H01] a feed cannot show the stream of another match, nor a channel that does not exist', async () => {
  await tell('test', own('内部信号', [address]))
  const secret = await channelOf('内部信号')
  for (const channel of [secret, 2_000_000]) {
    const { lines } = await tell('other', { name: '偷看', anchor: '', channel })
    expect(lines[0]?.msg).toBe(`没有这个频道：${channel}`)
  }
  expect(await stored('other')).toEqual([])
  // Even if it were stored, it would not play.
  await t.platform.pool.query(
    "insert into match_stream (match_id, number, name, anchor, channel_id, plate) values ($1, 1, '偷看', '', $2, false)",
    [idOf.other, secret],
  )
  expect(await token('other')).toEqual({ refusal: 'NoSuchChannel' })
  expect(await token('test')).toMatchObject({ url: expect.stringMatching(/index\.m3u8$/) })
  await tell('other')
})

test('[H01] a told stream keeps its channel by its name, wherever it stands and after it was taken back', async () => {
  await tell('test', own('国语'), own('方言'))
  const [mandarin, dialect] = [await channelOf('国语'), await channelOf('方言')]
  await tell('test', own('方言'))
  expect((await stored()).map(({ number, channelId }) => [number, channelId])).toEqual([[1, dialect]])
  await tell('test', own('英语'), own('方言'), own('国语'))
  const english = await channelOf('英语')
  expect([await channelOf('国语'), await channelOf('方言')]).toEqual([mandarin, dialect])
  expect([mandarin, dialect]).not.toContain(english)
  await tell('test', own('英文'), own('方言'), own('国语'))
  expect(await channelOf('英文')).toBe(english)
})

test('[H01] the channel of a stream that was deleted is made again when its source tells the same', async () => {
  await tell('test', own('国语'))
  const before = await channelOf('国语')
  await t.station.live.remove([before])
  expect(await tell('test', own('国语'))).toMatchObject({ stored: 1 })
  const after = await channelOf('国语')
  expect(after).not.toBe(before)
  expect((await playable()).get(after)?.matchId).toBe(idOf.test)
  expect(await tell('test', own('国语'))).toMatchObject({ unchanged: 1 })
})

test('[H01] a channel that a source is just taking again is not deleted', async () => {
  await tell('test', own('国语'), own('粤语'))
  const channelId = await channelOf('粤语')
  await tell('test', own('国语'))
  const feed = await t.platform.pool.connect()
  try {
    await feed.query('begin')
    await feed.query('select from channel where id = $1 for key share', [channelId])
    await runSchedule(t.station.matches.module, 'matches.deleteUnusedChannels')
    await feed.query('commit')
  } finally {
    feed.release()
  }
  expect((await playable()).has(channelId)).toBe(true)
  await runSchedule(t.station.matches.module, 'matches.deleteUnusedChannels')
  expect((await playable()).has(channelId)).toBe(false)
})

test('[H01] what is added after a removed stream has another channel, and the recorder hears of the removal at once', async () => {
  const { streams, recordings } = t.station.matches
  const number = (await streams.add(idOf.test, added)) ?? 0
  const channelId = await channelOf('方言解说')
  await recordings.update()
  const heard: string[] = []
  t.platform.events.on(recordingsChanged, () => heard.push('recordings'))
  await recordings.update()
  expect(heard).toEqual([])
  expect(await streams.remove(idOf.test, number)).toBe(true)
  expect((await playable()).has(channelId)).toBe(false)
  await recordings.update()
  expect(heard).toEqual(['recordings'])
  await streams.add(idOf.test, added)
  expect(await channelOf('方言解说')).not.toBe(channelId)
})

test('[H01] a removed stream that has a recording keeps its channel and its number', async () => {
  const { streams } = t.station.matches
  const number = (await streams.add(idOf.test, { ...added, name: '英语解说' })) ?? 0
  const channelId = await channelOf('英语解说')
  await t.platform.pool.query(
    `insert into match_recording (match_id, number, channel_id, from_sec, until_sec, told_ms, state, settled)
     values ($1, $2, $3, $4, $5, 0, 'over', true)`,
    [idOf.test, number, channelId, nowSec - hourSec, nowSec],
  )
  await streams.remove(idOf.test, number)
  expect((await playable()).has(channelId)).toBe(true)
  expect(await streams.add(idOf.test, added)).toBe(number + 1)
  // A source that tells this name does not get what the operator gave away.
  await tell('test', own('国语'), own('英语解说'))
  expect(await channelOf('英语解说')).not.toBe(channelId)
})
