import { matchDetail, playToken, type FeedLineInput } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { matchesChanged } from '../matches-events.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'

const t = await buildTestApp({ MATCH_REPLAY_DAYS: '0', MATCH_HIGHLIGHT_DAYS: '0' })
const startMs = t.clock.nowMs()
const take = (...lines: readonly FeedLineInput[]) => t.station.matches.feed.take('test', linesOf(lines))
const event = (input: Extract<FeedLineInput, { record: 'event' }>['event']): FeedLineInput => ({
  record: 'event',
  match: 'next',
  event: input,
})

test('[H01] on a station that keeps no recordings, the streams of a match close, and nothing of it is kept or offered', async () => {
  await take(...sampleLeague(Math.floor(startMs / 1000)), {
    record: 'streams',
    match: 'next',
    streams: [{ name: '国语解说', anchor: '', sources: ['push:'] }],
  })
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'next'")
  const id = rows[0]?.id ?? 0
  const { recordings, keptSpans } = t.station.matches
  await recordings.update()
  await take(event({ type: 'start', id: 's', wallMs: startMs + 300_000, period: 'h1' }))
  t.clock.set(startMs + 6_000_000)
  await recordings.update()
  expect(await keptSpans()).toHaveLength(1)
  await take(event({ type: 'final', id: 'f', wallMs: t.clock.nowMs() }))
  t.clock.set(t.clock.nowMs() + 601_000)
  await recordings.update()
  expect(await keptSpans()).toEqual([])
  const { match } = matchDetail.reply.parse((await t.make(matchDetail, { id })).data)
  expect(match).toMatchObject({ open: false, replayId: null, highlightsId: null })
  const token = await t.make(playToken, { type: 'record', id, ids: 0, level: 1 })
  expect(token.data).toEqual({ refusal: 'NoReplay' })
  // Once is enough: the match is not announced every minute.
  const changed: unknown[] = []
  t.platform.events.on(matchesChanged, (detail) => changed.push(detail))
  await recordings.update()
  expect(changed).toEqual([])
})
