import { type FeedLineInput, matchVote, roomName, type ServerFrame } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { runTimer } from '../../testing/modules.ts'
import { listening, openPage } from '../../testing/realtime-page.ts'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { aGoal, linesOf, sampleLeague } from './matches.fixture.ts'

let t: TestApp
let nowSec: number
let address: string
let matchId: number
beforeAll(async () => {
  t = await buildTestApp()
  nowSec = Math.floor(t.clock.nowMs() / 1000)
  await take(sampleLeague(nowSec))
  const { rows } = await t.platform.pool.query<{ id: number }>("select id from match where source_id = 'running'")
  matchId = rows[0]?.id ?? 0
  address = await listening(t.app)
})

/** Feeds, and announces what the transactions stored. */
async function take(records: readonly FeedLineInput[]): Promise<void> {
  await t.station.matches.feed.take('test', linesOf(records))
  await t.platform.events.deliverCommitted()
}

const isMatchFrame = (frame: ServerFrame): frame is Extract<ServerFrame, { match: object }> => 'match' in frame

test('[I02] nobody joins the room of a match that does not exist', async () => {
  const page = await openPage(address)
  await page.hello()
  page.say({ join: roomName({ kind: 'match', id: 2_000_000, level: 0 }) })
  expect(await page.until((frame) => 'refused' in frame)).toMatchObject({ refused: true })
})

test('[H01] a goal reaches the pages of the room as one small frame, in the script of each', async () => {
  const room = roomName({ kind: 'match', id: matchId, level: 0 })
  const simplified = await openPage(address)
  await simplified.hello('', 's')
  await simplified.join(room)
  const traditional = await openPage(address)
  await traditional.hello('', 't')
  await traditional.join(room)

  const goal = aGoal('g1', nowSec)
  await take([goal])
  const heard = await simplified.until(isMatchFrame)
  expect(heard).toEqual({
    room,
    match: {
      score: [1, 0],
      periods: [{ key: 'h1', label: '上半场', score: [1, 0] }],
      event: expect.objectContaining({ label: '进球', player: '顾长川', minute: 31, score: [1, 0], side: 'home' }),
    },
  })
  expect(Buffer.byteLength(JSON.stringify(heard))).toBeLessThan(700)
  expect(await traditional.until(isMatchFrame)).toMatchObject({
    match: { event: { label: '進球', player: '顧長川' }, periods: [{ label: '上半場' }] },
  })

  // Repeated, it is no news; retracted, it is taken back.
  await take([goal])
  if (goal.record !== 'event') throw new Error('the fixture has changed')
  const retracted = { ...goal, event: { ...goal.event, seq: 1, retracted: true } }
  await take([retracted])
  await simplified.until((frame) => isMatchFrame(frame) && frame.match.retracted === 'g1')
  expect(simplified.heard.filter(isMatchFrame)).toHaveLength(2)
  expect(simplified.heard.findLast(isMatchFrame)).toMatchObject({ match: { score: [0, 0] } })
})

test('[H01] votes reach the pages of the room as one frame of the latest numbers, at most one every two seconds', async () => {
  const { module } = t.station.matches
  expect(module.timers).toContainEqual(expect.objectContaining({ name: 'matches.votes', everyMs: 2000 }))
  const room = roomName({ kind: 'match', id: matchId, level: 0 })
  const page = await openPage(address)
  await page.hello()
  await page.join(room)
  const frames = () => page.heard.filter(isMatchFrame).map(({ match }) => match)

  await t.make(matchVote, { id: matchId, side: 'home' }, { as: 'lin' })
  await t.make(matchVote, { id: matchId, side: 'home' }, { as: 'mei' })
  await t.make(matchVote, { id: matchId, side: 'away' }, { as: 'lin' })
  await runTimer(module, 'matches.votes')
  await page.until(isMatchFrame)
  // Nobody voted since then: the next frame is the goal's.
  await runTimer(module, 'matches.votes')
  await take([aGoal('after', nowSec)])
  await page.until((frame) => isMatchFrame(frame) && frame.match.event?.id === 'after')
  expect(frames()).toEqual([
    { votes: { home: 1, away: 1 } },
    expect.objectContaining({ event: expect.objectContaining({ id: 'after' }) }),
  ])
})

test('[H01] when matches are switched off, pages leave the room: no goal reaches them, and nobody comes in', async () => {
  const room = roomName({ kind: 'match', id: matchId, level: 0 })
  const page = await openPage(address)
  await page.hello()
  await page.join(room)
  await t.station.site.write({ live_live: false })
  expect(await page.until((frame) => 'refused' in frame)).toEqual({ room, refused: true })
  await take([aGoal('hidden', nowSec)])
  page.say({ join: room })
  await page.until((frame) => 'refused' in frame && frame !== page.heard.find((one) => 'refused' in one))
  expect(page.heard.filter(isMatchFrame)).toEqual([])
  await t.station.site.write({ live_live: true })
})
