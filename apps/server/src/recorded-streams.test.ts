import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAvailable } from './domains/live/playlists/playlist-names.ts'
import { linesOf, sampleLeague } from './domains/matches/matches.fixture.ts'
import { recordedStreams } from './recorded-streams.ts'
import { aLinearChannel, aRecordedLine } from './testing/channels.ts'
import { buildTestApp } from './testing/test-app.ts'

const t = await buildTestApp()

test('everything that a playlist of a recorded line may show is still stored', async () => {
  const lines = [aRecordedLine(['push:'], { onDemand: true })]
  await t.station.live.save([
    aLinearChannel({ name: '回看台', number: 8, lines }),
    aLinearChannel({ name: '外台', number: 9, replayDays: 0, lines }),
  ])
  const { channels } = await t.station.live.lineup()
  const kept = await recordedStreams(t.station.live, async () => [], 0)
  expect(kept).toHaveLength(2)
  const nowSec = 1_800_000_000
  const parts = fc
    .integer({ min: 0, max: 9 * 24 * 3600 })
    .chain((agoSec) =>
      fc.constantFrom(
        { kind: 'from', fromSec: nowSec - agoSec } as const,
        { kind: 'programme', startSec: nowSec - agoSec, endSec: nowSec - agoSec + 1800 } as const,
      ),
    )
  fc.assert(
    fc.property(fc.constantFrom(...channels), parts, (channel, part) => {
      const { retentionHours = 0 } = kept.find(({ id }) => channel.streams.some((stream) => stream.id === id)) ?? {}
      const firstSec = part.kind === 'from' ? part.fromSec : part.startSec
      if (isAvailable(part, channel, { nowSec, kept: [] }))
        expect(nowSec - firstSec).toBeLessThanOrEqual(retentionHours * 3600)
    }),
  )
})

test('[G03] lines that wait for an encoder always run, and pulled ones may run on demand', async () => {
  const fetched = 'http://a.example/1.m3u8'
  const listens = 'srt://:9000?passphrase=0123456789'
  const each = [['push:'], [listens], [fetched], ['push:', fetched]]
  const ids = await t.station.live.save(
    each.map((addresses, at) =>
      aLinearChannel({
        name: `台${at}`,
        number: 30 + at,
        lines: [aRecordedLine(addresses, { onDemand: true })],
      }),
    ),
  )
  const { byId } = await t.station.live.lineup()
  const recorded = new Map(
    (await recordedStreams(t.station.live, async () => [], 0)).map(({ id, onDemand }) => [id, onDemand]),
  )
  const onDemand = ids.map((id) => recorded.get(byId.get(id)?.streams[0]?.id ?? 0))
  expect(onDemand).toEqual([false, false, true, true])
})

test('[H01] while a match is shown, the first line of its channel runs without viewers, and what the match takes is kept', async () => {
  const [fromMs, untilMs] = [1_800_000_000_000, 1_800_007_200_000]
  const pulled = (at: number) => aRecordedLine([`http://a.example/${at}.m3u8`], { onDemand: true })
  const [channelId = 0] = await t.station.live.save([
    aLinearChannel({ name: '体育台', number: 50, lines: [pulled(1), pulled(2)] }),
  ])
  const at = async (nowMs: number) => {
    const all = await recordedStreams(t.station.live, async () => [{ channelId, fromMs, untilMs }], nowMs)
    const lines = (await t.station.live.lineup()).byId.get(channelId)?.streams.map(({ id }) => id) ?? []
    return lines.map((id) => all.find((stream) => stream.id === id))
  }
  const onDemand = async (nowMs: number) => (await at(nowMs)).map((stream) => stream?.onDemand)
  expect(await onDemand(fromMs - 120_000)).toEqual([true, true])
  expect(await onDemand(fromMs)).toEqual([false, true])
  expect(await onDemand(untilMs + 120_000)).toEqual([false, true])
  expect(await onDemand(untilMs + 180_000)).toEqual([true, true])
  const [first] = await at(fromMs)
  expect(first?.kept).toEqual([{ fromMs: fromMs - 60_000, untilMs: untilMs + 180_000 }])
})

test('[H01] a stream of a match with sources of its own has them while the match is shown, and its recording is kept', async () => {
  const [fromMs, untilMs] = [1_800_000_000_000, 1_800_007_200_000]
  await t.station.matches.feed.take('test', linesOf(sampleLeague(Math.floor(fromMs / 1000))))
  const address = 'http://a.example/match.m3u8'
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'next'")
  const matchId = rows[0]?.id ?? 0
  const stream = { name: '国语解说', anchor: '', plate: false, channel: null, sources: [address, 'push:'] }
  const number = (await t.station.matches.streams.add(matchId, stream)) ?? 0
  const added = (await t.station.matches.streams.list(matchId)).find((one) => one.number === number)
  const channelId = added?.channelId ?? 0
  const { playable, byId } = await t.station.live.lineup()
  expect(byId.has(channelId)).toBe(false)
  const at = async (nowMs: number) => {
    const all = await recordedStreams(t.station.live, async () => [{ channelId, fromMs, untilMs }], nowMs)
    const { sources, onDemand, kept } = all.find(({ id }) => id === playable.get(channelId)?.streams[0]?.id) ?? {}
    return { addresses: sources?.map((source) => source.address), onDemand, kept: kept?.length }
  }
  const closed = { addresses: [], onDemand: true, kept: 1 }
  expect(await at(fromMs - 61_000)).toEqual(closed)
  expect(await at(fromMs - 60_000)).toEqual({ addresses: [address, 'push:'], onDemand: false, kept: 1 })
  expect(await at(untilMs + 180_000)).toEqual(closed)
  const ids = async (spans: readonly { channelId: number; fromMs: number; untilMs: number }[]) =>
    (await recordedStreams(t.station.live, async () => spans, untilMs + 180_000)).map(({ id }) => id)
  const line = playable.get(channelId)?.streams[0]?.id
  expect(await ids([{ channelId, fromMs, untilMs }])).toContain(line)
  // Nothing of it is kept: it is no work for the recorder.
  expect(await ids([])).not.toContain(line)
})
