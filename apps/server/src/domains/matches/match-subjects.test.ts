import { type FeedLineInput, playToken } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aLinearChannel, scheduledChannels } from '../../testing/channels.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { linesOf, sampleLeague } from './matches.fixture.ts'

let t: TestApp
/** Unix seconds of the start of the next match, in 20 minutes. */
let kickoffSec: number
let channelId: number
let ids: { past: number; running: number; next: number }
beforeAll(async () => {
  t = await buildTestApp()
  const sampleSec = Math.floor(t.clock.nowMs() / 1000) + 900
  kickoffSec = sampleSec + 300
  const { channels } = await scheduledChannels(t, [aLinearChannel({ name: '云幕体育', number: 5 })])
  channelId = channels[0]?.id ?? 0
  await take(sampleLeague(sampleSec))
  const { rows } = await t.platform.pool.query<{ id: number; source_id: string }>('select id, source_id from match')
  const idOf = (name: string): number => rows.find((row) => row.source_id === name)?.id ?? 0
  ids = { past: idOf('past'), running: idOf('running'), next: idOf('next') }
})

const take = async (records: readonly FeedLineInput[]): Promise<void> => {
  expect(await t.station.matches.feed.take('test', linesOf(records))).toMatchObject({ refused: 0 })
}
const streamOf = (match: string): FeedLineInput => ({
  record: 'streams',
  match,
  streams: [{ name: '国语解说', anchor: '陆远舟', channel: channelId }],
})
const played = async (id: number, stream: number): Promise<unknown> =>
  (await t.make(playToken, { type: 'match', level: 1, id, ids: stream })).data
const plays = { url: expect.stringContaining('.m3u8'), live: { dvrSec: expect.any(Number) } }

test('[H01] a match that does not exist, is over, is to come or has no such stream is not played', async () => {
  expect(await played(2_000_000, 0)).toEqual({ refusal: 'NoSuchMatch' })
  expect(await played(ids.past, 0)).toEqual({ refusal: 'MatchOver' })
  expect(await played(ids.next, 0)).toEqual({ refusal: 'MatchNotOpen' })
  // It runs, so that waiting is of no use: it has no stream at all.
  expect(await played(ids.running, 0)).toEqual({ refusal: 'NoSuchStream' })
  await take([streamOf('running')])
  expect(await played(ids.running, 2)).toEqual({ refusal: 'NoSuchStream' })
  expect(await played(ids.running, 1)).toMatchObject(plays)
})

test('[H01] the stream of a match plays from ten minutes before the start until ten minutes after the end', async () => {
  await take([streamOf('next')])
  const playedAt = (sec: number): Promise<unknown> => {
    t.clock.set(sec * 1000)
    return played(ids.next, 0)
  }
  expect(await playedAt(kickoffSec - 601)).toEqual({ refusal: 'MatchNotOpen' })
  expect(await playedAt(kickoffSec - 600)).toMatchObject(plays)
  const endSec = kickoffSec + 3000
  t.clock.set(endSec * 1000)
  const common = { record: 'event', match: 'next' } as const
  await take([
    { ...common, event: { type: 'start', id: 'h1', wallMs: kickoffSec * 1000, period: 'h1' } },
    { ...common, event: { type: 'final', id: 'f', wallMs: endSec * 1000 } },
  ])
  expect(await playedAt(endSec + 599)).toMatchObject(plays)
  expect(await playedAt(endSec + 600)).toEqual({ refusal: 'MatchOver' })
})
