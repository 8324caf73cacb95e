import { type FeedAnswer, type FeedLineInput, matchDetail, matchFeed, matchFollow } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { linesOf, sampleLeague } from '../matches.fixture.ts'
import { readCsv } from './read-csv.ts'

let t: TestApp
let token: string
beforeAll(async () => {
  t = await buildTestApp()
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  await tell(sampleLeague(nowSec))
  token = (await t.station.matches.tokens.add('test', nowSec)) ?? ''
})

const tell = (records: readonly FeedLineInput[]): Promise<FeedAnswer> =>
  t.station.matches.feed.take('test', linesOf(records))
const msgsOf = async (records: readonly FeedLineInput[]): Promise<string[]> =>
  (await tell(records)).lines.map(({ msg }) => msg)
const matchId = async (source: string): Promise<number> => {
  const { rows } = await t.platform.pool.query<{ id: number }>('select max(id) as id from match where source = $1', [
    source,
  ])
  return rows[0]?.id ?? 0
}
const post = (payload: string, { as = token, remoteAddress = '203.0.113.9' } = {}) =>
  t.app.inject({
    method: 'POST',
    url: matchFeed.path,
    payload,
    remoteAddress,
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${as}` },
  })

test('[H01] sports, seasons and stages of known records do not change', async () => {
  const other: FeedLineInput[] = [
    { record: 'competition', id: 'other', sport: 'football', name: '另一联赛' },
    { record: 'season', id: 'other', competition: 'other', name: '2026', order: 1 },
  ]
  expect(await msgsOf(other)).toEqual([])
  expect(
    await msgsOf([
      { record: 'competition', id: 'huanhai', sport: 'tennis', name: '环海联赛' },
      { record: 'team', id: 'jianghai', sport: 'tennis', name: '江海港务' },
      { record: 'season', id: '2026', competition: 'other', name: '2026', order: 1 },
      { record: 'stage', id: 'league', season: 'other', name: '常规赛' },
    ]),
  ).toEqual(['赛事的项目不能改', '球队的项目不能改', '赛季所属的赛事不能改', '阶段所属的赛季不能改'])
})

test('[H01] a match refers only to a season and a stage of its competition', async () => {
  const match = { record: 'match', id: 'wrong', home: 'jianghai', away: 'beiyu', kickoff: 1 } as const
  expect(
    await msgsOf([
      { ...match, competition: 'other', season: '2026' },
      { ...match, competition: 'other', stage: 'league' },
      { record: 'season', id: '2027', competition: 'huanhai', name: '2027' },
      { ...match, competition: 'huanhai', season: '2027', stage: 'league' },
    ]),
  ).toEqual(['赛季不属于这项赛事', '阶段不属于这项赛事', '阶段不属于这个赛季'])
})

test('[H01] a missing reference is named with its measure word', async () => {
  expect(
    await msgsOf([
      { record: 'player', id: 'p', team: 'x', name: '甲' },
      { record: 'season', id: 's', competition: 'x', name: '甲' },
      { record: 'lineup', match: 'x', side: 'home', players: [] },
    ]),
  ).toEqual(['没有这支球队：x', '没有这项赛事：x', '没有这场比赛：x'])
})

const csv = (home: string, away: string): string =>
  `项目,赛事,主队,客队,时间,主队得分,客队得分\n足球,杯赛,甲,乙,2026-01-02 19:35,${home},${away}`

test('[H01] a corrected file corrects a result, an empty one takes it back, and repetition changes nothing', async () => {
  const take = (text: string) => t.station.matches.feed.take('file', readCsv(text))
  const scoreOf = async () => (await t.make(matchDetail, { id: await matchId('file') })).data
  await take(csv('2', '1'))
  expect(await scoreOf()).toMatchObject({ match: { score: [2, 1], status: 'over' } })
  await take(csv('1', '0'))
  expect(await scoreOf()).toMatchObject({ match: { score: [1, 0] } })
  expect(await take(csv('1', '0'))).toMatchObject({ stored: 0, unchanged: 1 })
  await take(csv('', ''))
  expect(await scoreOf()).toMatchObject({ match: { score: null }, timeline: [] })
  expect(await take(csv('', ''))).toMatchObject({ stored: 0, unchanged: 1 })
  await take(csv('2', '1'))
  expect(await scoreOf()).toMatchObject({ match: { score: [2, 1] } })
})

test('[H02] follows of teams and competitions are deleted with them', async () => {
  const { rows } = await t.platform.pool.query<{ team: number; competition: number }>(
    "select home_id as team, competition_id as competition from match where source = 'file'",
  )
  const { team = 0, competition = 0 } = rows[0] ?? {}
  await t.make(matchFollow, { kind: 'team', id: team, on: true }, { as: 'lin' })
  await t.make(matchFollow, { kind: 'competition', id: competition, on: true }, { as: 'lin' })
  await t.make(matchFollow, { kind: 'team', id: 1, on: true }, { as: 'lin' })
  await t.station.matches.removeSource('file')
  const left = await t.platform.pool.query('select kind, ref_id from sports_follow')
  expect(left.rows).toEqual([{ kind: 'team', ref_id: 1 }])
})

test('[H01] a program without a token is refused before its body is read', async () => {
  expect((await post('x'.repeat(5_000_000), { as: 'feed_wrong' })).statusCode).toBe(401)
  expect((await post('x'.repeat(5_000_000))).statusCode).toBe(413)
})

test('[H01] too many lines are refused as a whole, and an answer names some of the refused ones', async () => {
  for (const body of [`[${'0,'.repeat(20_000)}0]`, '0\n'.repeat(20_001)])
    expect((await post(body)).json()).toMatchObject({
      stored: 0,
      refused: 1,
      lines: [{ line: 20_001, msg: '一次最多 20000 行，没有存入，请分几次发' }],
    })
  const answer: FeedAnswer = (await post(`[${'0,'.repeat(2000)}0]`)).json()
  expect([answer.refused, answer.lines.length]).toEqual([2001, 1000])
})

test('[H01] a token has its own limit, whatever the addresses, and leaves others theirs', async () => {
  const other = (await t.station.matches.tokens.add('quiet', 0)) ?? ''
  const codes: number[] = []
  for (let at = 0; at < 601; at++)
    codes.push((await post('', { remoteAddress: `203.0.113.${10 + (at % 5)}` })).statusCode)
  expect(codes.at(-1)).toBe(429)
  expect((await post('', { as: other, remoteAddress: '203.0.113.10' })).statusCode).toBe(200)
})
