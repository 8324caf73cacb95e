import { RawNode, type KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'
import type { MatchesTables } from '../matches-tables.ts'
import { createReminderStore } from './reminder-store.ts'

const day = 86_400
let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})

test('[H02] what is due is read by indexes, however many matches there are', async () => {
  const { pool } = t.platform
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.matches.feed.take('test', linesOf(sampleLeague(nowSec)))
  const columns = 'source, seq, sport, competition_id, group_name, round, home_id, away_id, state, course'
  // Years of results, and coming matches.
  await pool.query(
    `insert into match (${columns}, source_id, kickoff_sec)
      select ${columns}, 'copy ' || source_id || n, kickoff_sec + case source_id when 'past' then -n else n end * $1::int / 3
      from match, generate_series(1, 3000) as n where source_id in ('past', 'next')`,
    [day],
  )
  await pool.query('vacuum analyze match')
  const plan: string[] = []
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) =>
      RawNode.is(node)
        ? RawNode.create([`explain ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)], node.parameters)
        : node,
    async transformResult({ result }) {
      plan.push(...result.rows.map((row) => String(row['QUERY PLAN'])))
      return { ...result, rows: [] }
    },
  }
  await createReminderStore(t.platform.db.withTables<MatchesTables>().withPlugin(explain)).candidates(nowSec)
  const text = plan.join('\n')
  expect(text).not.toMatch(/Seq Scan on match( |$)/m)
  for (const state of ['upcoming', 'live'])
    expect(text).toMatch(new RegExp(`Index Cond: \\(\\(state = '${state}'::text\\) AND \\(kickoff_sec >=`))
  expect(text).toContain('match_off_idx')
})
