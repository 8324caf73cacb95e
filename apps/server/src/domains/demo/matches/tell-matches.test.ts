import { courseOf, matchesAround, type DemoMatch } from '@yunmu/demo'
import { expect, test } from 'vitest'
import { demoNeeds } from '../../../station-content.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createDemoStore } from '../demo-store.ts'
import type { DemoTables } from '../demo-tables.ts'
import { updateChannels } from '../update-channels.ts'
import { createMatchTeller } from './tell-matches.ts'

const t = await buildTestApp()
const warnings: unknown[] = []
const log = Object.assign(Object.create(t.platform.log), { warn: (details: unknown) => warnings.push(details) })
const store = createDemoStore(t.platform.db.withTables<DemoTables>())
const parts = { ...demoNeeds(t.platform, t.station), store, clock: t.clock, log }

interface Row {
  source_id: string
  state: string
  course: { status: string; score: [number, number] | null }
}
const rows = async (): Promise<Map<string, Row>> => {
  const found = await t.platform.pool.query<Row>('select source_id, state, course from match')
  return new Map(found.rows.map((row) => [row.source_id, row]))
}
const countOf = async (table: string): Promise<number> => {
  const found = await t.platform.pool.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(found.rows[0]?.count)
}

/** Points by the events of a match until a moment. */
function scoreOf(match: DemoMatch, untilMs: number): [number, number] {
  const points = { goal: 1, penalty: 1, 'own-goal': 1, two: 2, three: 3, free: 1 } as const
  const score: [number, number] = [0, 0]
  for (const event of courseOf(match).events) {
    if (event.type !== 'tally' || event.wallMs > untilMs) continue
    const isHome = (event.side === 'home') !== (event.kind === 'own-goal')
    score[isHome ? 0 : 1] += Object.entries(points).find(([kind]) => kind === event.kind)?.[1] ?? 0
  }
  return score
}

const advance = (ms: number): void => t.clock.set(t.clock.nowMs() + ms)

/** Tells until nothing is left. */
async function tellAll(teller: ReturnType<typeof createMatchTeller>): Promise<void> {
  for (let calls = 0; calls < 35; calls++) await teller.tell()
}

test('[H01] the feed accepts every line, results and running matches have the score of their events, and the rest is to come', async () => {
  await updateChannels(parts, { replan: 'nothing' })
  const teller = createMatchTeller(parts)
  await tellAll(teller)
  expect(warnings).toEqual([])
  const stored = await rows()
  const nowMs = t.clock.nowMs()
  const all = matchesAround(nowMs)
  expect(stored.size).toBe(all.length)
  const states = new Map<string, number>()
  for (const match of all) {
    const { state, course } = stored.get(match.id) ?? { state: '', course: { score: null } }
    states.set(state, (states.get(state) ?? 0) + 1)
    const begun = match.kickoffSec * 1000 <= nowMs
    expect([match.id, state, course.score]).toEqual([
      match.id,
      !begun ? 'upcoming' : courseOf(match).endMs <= nowMs ? 'over' : 'live',
      begun ? scoreOf(match, nowMs) : null,
    ])
  }
  expect(states.get('over')).toBeGreaterThan(20)
  expect(states.get('upcoming')).toBeGreaterThan(20)
})

test('a station that starts again tells nothing new, and one that was stopped catches up', async () => {
  const before = await countOf('match_event')
  const again = createMatchTeller(parts)
  for (let calls = 0; calls < 3; calls++) await again.tell()
  expect(await countOf('match_event')).toBe(before)
  advance(3 * 3600_000)
  const teller = createMatchTeller(parts)
  await teller.tell()
  const nowMs = t.clock.nowMs()
  const stored = await rows()
  const lately = matchesAround(nowMs).filter(
    ({ kickoffSec }) => kickoffSec * 1000 <= nowMs && kickoffSec * 1000 > nowMs - 3 * 3600_000,
  )
  expect(lately.length).toBeGreaterThan(0)
  for (const match of lately) expect(stored.get(match.id)?.course.score).toEqual(scoreOf(match, nowMs))
  for (let minute = 0; minute < 5; minute++) {
    advance(60_000)
    await teller.tell()
  }
  for (const match of lately)
    expect((await rows()).get(match.id)?.course.score).toEqual(scoreOf(match, t.clock.nowMs()))
})

test('football matches near today have the match channel as their stream', async () => {
  const streams = await t.platform.pool.query<{ name: string }>(
    `select channel.name from match_stream join channel on channel.id = channel_id
      join match on match.id = match_stream.match_id where sport = 'football'`,
  )
  expect(streams.rows.length).toBeGreaterThanOrEqual(20)
  expect(new Set(streams.rows.map(({ name }) => name))).toEqual(new Set(['云幕球场']))
})

test('all matches, teams and competitions go with the programme', async () => {
  await t.station.demo.remove()
  for (const table of ['match', 'match_event', 'team', 'player', 'competition', 'season', 'stage', 'venue'])
    expect([table, await countOf(table)]).toEqual([table, 0])
})
