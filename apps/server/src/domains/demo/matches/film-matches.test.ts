import { broadcastAt, broadcastsOfDay, matchSegmentMs } from '@yunmu/demo'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoNeeds } from '../../../station-content.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createDemoStore } from '../demo-store.ts'
import type { DemoTables } from '../demo-tables.ts'
import { createFilmAssets, hasOtherFilms, isMatchFilm, matchFilmSpan } from '../film-assets.ts'
import { updateChannels } from '../update-channels.ts'
import { filmMatches, keptMs, nextFilm } from './film-matches.ts'

const day = 20_785
const all = broadcastsOfDay(day)
const openMs = all[0]?.startMs ?? 0
const closeMs = all.at(-1)?.endMs ?? 0

test.each([
  ['long before the first match there is nothing to film', null, openMs - 3600_000, null],
  ['shortly before it, its beginning is filmed', null, openMs - 60_000, { fromMs: openMs, segments: 25 }],
  [
    'a channel without films begins in a minute, when its film is drawn',
    null,
    openMs + 999_000,
    { fromMs: openMs + 1_059_000, segments: 25 },
  ],
  ['a film follows the last one', openMs + 120_000, openMs + 60_000, { fromMs: openMs + 120_000, segments: 60 }],
  ['what is filmed far enough is enough', openMs + 500_000, openMs + 60_000, null],
  [
    'after a long stop the channel begins in a minute',
    openMs,
    openMs + 5_000_000,
    { fromMs: openMs + 5_060_000, segments: 25 },
  ],
  [
    'the last film ends with the last broadcast',
    closeMs - 10_000,
    closeMs - 60_000,
    { fromMs: closeMs - 10_000, segments: 2 },
  ],
  ['after it nothing follows', closeMs - 400, closeMs - 60_000, null],
] as const)('%s', (_title, plannedMs, nowMs, expected) => {
  expect(nextFilm(plannedMs, nowMs)).toEqual(expected)
})

test('whatever happened before, a film begins where the last one ends or after a pause that the schedule keeps', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -7_200_000, max: 7_200_000 }),
      fc.integer({ min: 0, max: 86_400_000 }),
      (lead, offset) => {
        const nowMs = openMs - 3_600_000 + offset
        // The schedule ends within a broadcast: nothing else is filmed.
        fc.pre(broadcastAt(nowMs + lead) !== null)
        const film = nextFilm(nowMs + lead, nowMs)
        if (film) expect(film.fromMs === nowMs + lead || film.fromMs - (nowMs + lead) >= 600_000).toBe(true)
      },
    ),
  )
})

test('films of the day stay on a disk with room, and otherwise long enough to see a match from its start', () => {
  expect([0, 9, 10, 500].map((gb) => keptMs(gb * 1024 ** 3) / 3600_000)).toEqual([2.5, 2.5, 12, 12])
})

test('[H01] the channel shows the running match where its clock stands, old films go, and the programme keeps its other films', async () => {
  const t = await buildTestApp()
  const store = createDemoStore(t.platform.db.withTables<DemoTables>())
  const parts = {
    ...demoNeeds(t.platform, t.station),
    store,
    clock: t.clock,
    log: t.platform.log,
    dataDir: t.platform.config.dataDir,
  }
  await createFilmAssets(parts, Math.floor(t.clock.nowMs() / 1000))
  await updateChannels(parts, { replan: 'nothing' })
  await store.setState('added')
  // The film begins ten seconds before the end of the day's last broadcast, so that it is short.
  t.clock.set(closeMs - 70_000)
  const { signal } = new AbortController()
  await filmMatches(parts, signal)
  const films = [...(await store.films()).keys()].filter(isMatchFilm).map(matchFilmSpan)
  expect(films).toEqual([{ fromMs: closeMs - 10_000, endMs: closeMs - 10_000 + 2 * matchSegmentMs }])
  const shown = await t.platform.pool.query<{ start_ms: string; each_ms: number; repeats: number }>(
    `select start_ms, each_ms, repeats from linear_item join stream on stream.id = stream_id
      join channel on channel.id = stream.channel_id where channel.name = '云幕球场'`,
  )
  expect(shown.rows.map((row) => [Number(row.start_ms), row.each_ms, row.repeats])).toEqual([
    [closeMs - 10_000, 2 * matchSegmentMs, 1],
  ])
  expect(await hasOtherFilms(store)).toBe(false)
  t.clock.set(closeMs + 13 * 3600_000)
  await filmMatches(parts, signal)
  expect([...(await store.films()).keys()].filter(isMatchFilm)).toEqual([])
})
