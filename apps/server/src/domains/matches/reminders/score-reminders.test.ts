import {
  indexMessages,
  liveSub,
  matchReminders,
  matchRemindersChoose,
  pushSubscribe,
  userExport,
  userUpdate,
  type FeedLineInput,
} from '@yunmu/contract'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { aBrowser } from '../../push/push-receiver.fixture.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { announcedTo, linesOf, sampleLeague } from '../matches.fixture.ts'
import { matchReminded } from '../matches-events.ts'

let t: TestApp
/** Another instance of the same station. */
let other: TestApp
const [minute, day] = [60, 86_400]
/** Each test has a match of its own, later than those of the tests before. */
let kickoff: number
let matchId: number
let name: string

beforeAll(async () => {
  t = await buildTestApp()
  other = await buildTestApp({}, { beside: t })
  kickoff = Math.floor(t.clock.nowMs() / 1000)
  await tell(sampleLeague(kickoff - 10 * day))
})

const tell = async (records: readonly FeedLineInput[]): Promise<void> => {
  expect(await t.station.matches.feed.take('test', linesOf(records))).toMatchObject({ refused: 0 })
}
type Event = Extract<FeedLineInput, { record: 'event' }>['event']
/** Tells events of the match at a second of it, and sends the reminders. */
const happens = async (afterSec: number, ...events: readonly Event[]): Promise<void> => {
  now(kickoff + afterSec)
  await tell(events.map((event) => ({ record: 'event', match: name, event })))
}
const now = (sec: number): void => {
  for (const { clock } of [t, other]) clock.set(sec * 1000)
}
const remind = (): Promise<void> => t.station.matches.remind()
const wallMs = (afterSec: number): number => (kickoff + afterSec) * 1000
const start: Event = { type: 'start', id: 's', wallMs: 0, period: 'h1' }
const goal = (id: string, afterSec: number, change: { seq?: number; player?: string; retracted?: boolean } = {}) =>
  ({
    type: 'tally',
    id,
    wallMs: wallMs(afterSec),
    period: 'h1',
    atSec: afterSec,
    side: 'home',
    kind: 'goal',
    player: '许砚',
    ...change,
  }) as const satisfies Event
const final = (afterSec: number, seq = 0): Event => ({ type: 'final', id: 'f', seq, wallMs: wallMs(afterSec) })

type Who = 'lin' | 'mei'
const choose = (as: Who, choices: { start?: boolean; score?: boolean; over?: boolean }) =>
  t.make(matchRemindersChoose, choices, { as })
const hideScores = (as: Who, hidesScores: boolean) => t.make(userUpdate, { hidesScores }, { as })
const titlesOf = async (as: Who): Promise<string[]> =>
  indexMessages.reply
    .parse((await t.make(indexMessages, { type: 'sub_live', n: 20 }, { as })).data)
    .list.filter(({ info }) => info.id === matchId)
    .map(({ title }) => title)
const toldOf = async (): Promise<{ moment: string; event: string; users: number }[]> =>
  (
    await t.platform.pool.query<{ moment: string; event: string; users: number }>(
      `select moment, event_id as event, count(*)::int as users from match_reminder_user where match_id = $1
        group by 1, 2 order by 1, 2`,
      [matchId],
    )
  ).rows

beforeEach(async () => {
  kickoff += day
  now(kickoff - 3600)
  name = `m${kickoff}`
  const match = { record: 'match', id: name, competition: 'huanhai', round: '第 13 轮', kickoff } as const
  await tell([{ ...match, home: 'jianghai', away: 'beiyu' }])
  const { rows } = await t.platform.pool.query<{ id: number }>('select id from match where source_id = $1', [name])
  matchId = rows[0]?.id ?? 0
  for (const as of ['lin', 'mei'] as const) {
    await t.make(liveSub, { id: matchId }, { as })
    await choose(as, { start: false, score: true, over: true })
    await hideScores(as, false)
  }
  await happens(0, { ...start, wallMs: wallMs(0) })
})

test('[H02] visitors have no choices; whoever chose nothing is reminded before the start and at it', async () => {
  expect([(await t.make(matchReminders, {})).code, (await t.make(matchRemindersChoose, {})).code]).toEqual([12, 12])
  await t.platform.pool.query('delete from match_reminder_choice')
  const choices = async (as: Who) => (await t.make(matchReminders, {}, { as })).data
  expect(await choices('lin')).toEqual({ soon: true, start: true, score: false, over: false })
  await happens(600, goal('g1', 600))
  await remind()
  await happens(6000, final(6000))
  await remind()
  expect(await toldOf()).toEqual([{ moment: 'start', event: '', users: 2 }])
})

test('[H02] each choice is changed by itself, for one user, and is exported', async () => {
  await t.platform.pool.query('delete from match_reminder_choice')
  const chosen = { soon: true, start: true, score: true, over: false }
  expect((await choose('lin', { score: true })).data).toEqual(chosen)
  expect((await choose('lin', {})).data).toEqual(chosen)
  expect((await choose('lin', { start: false })).data).toEqual({ ...chosen, start: false })
  expect((await t.make(matchReminders, {}, { as: 'mei' })).data).toMatchObject({ start: true, score: false })
  const { file } = userExport.reply.parse((await t.make(userExport, {}, { as: 'lin' })).data)
  expect(JSON.parse(file)).toMatchObject({ matches: { reminders: { ...chosen, start: false } } })
})

test('[H02] who does not want to hear of the start is not told of it', async () => {
  await choose('mei', { start: true })
  await remind()
  expect([await toldOf(), await titlesOf('lin')]).toEqual([[{ moment: 'start', event: '', users: 1 }], []])
})

test('[H02] [H03] without live_live nobody is reminded of a goal', async () => {
  await t.station.site.write({ live_live: false })
  await happens(600, goal('g1', 600))
  await remind()
  await t.station.site.write({ live_live: true })
  now(kickoff + 600 + 11 * minute)
  await remind()
  expect(await toldOf()).toEqual([])
})

test('[H02] [C04] a goal and the end are told by one message and on open pages, with score, minute and player', async () => {
  const heard: unknown[] = []
  onTestFinished(t.events.on(matchReminded, (detail) => detail?.id === matchId && heard.push(detail)))
  await choose('mei', { score: false })
  await happens(600, goal('g1', 600))
  await remind()
  await happens(1500, goal('g2', 1500, { player: '罗既明' }))
  await remind()
  expect([await titlesOf('lin'), await titlesOf('mei')]).toEqual([['江海港务 2:0 北屿远航 26′ 进球 罗既明'], []])
  await happens(6000, final(6000))
  await remind()
  const end = '江海港务 2:0 北屿远航 终场'
  expect([await titlesOf('lin'), await titlesOf('mei')]).toEqual([[end], [end]])
  await t.events.deliverCommitted()
  const { lin, mei } = t.people
  const notice = { id: matchId, streamId: 0, popup: false }
  expect(heard).toEqual([
    { ...notice, userIds: [lin.userId], msg: '江海港务 1:0 北屿远航 11′ 进球 许砚' },
    { ...notice, userIds: [lin.userId], msg: '江海港务 2:0 北屿远航 26′ 进球 罗既明' },
    { ...notice, userIds: [lin.userId, mei.userId], msg: end },
  ])
})

test('[H02] a goal that is told again or corrected, and an end that is told again, remind once', async () => {
  await happens(600, goal('g1', 600))
  await remind()
  await happens(660, goal('g1', 600), goal('g1', 600, { seq: 1, player: '罗既明' }))
  await remind()
  await happens(700, goal('g1', 600, { seq: 2, retracted: true }))
  await remind()
  await happens(720, goal('g1', 600, { seq: 3 }))
  await remind()
  await happens(6000, final(6000))
  await remind()
  await happens(6060, { ...final(6000, 1), retracted: true })
  await happens(6120, final(6120, 2))
  await remind()
  expect(await toldOf()).toEqual([
    { moment: 'over', event: '', users: 2 },
    { moment: 'score', event: 'g1', users: 2 },
    { moment: 'score', event: 'retracted g1', users: 2 },
  ])
})

test('[H02] [E05] whoever was told of a goal is told once that it was taken back, nobody else, and not who hides scores', async () => {
  const heard: { userIds: number[]; msg: string }[] = []
  onTestFinished(
    t.events.on(matchReminded, (detail) => {
      if (detail?.id === matchId) heard.push({ userIds: detail.userIds, msg: detail.msg })
    }),
  )
  const { lin, mei } = t.people
  await hideScores('mei', true)
  await happens(600, goal('g1', 600))
  await remind()
  await hideScores('mei', false)
  await happens(660, goal('g1', 600, { seq: 1, retracted: true }))
  await remind()
  await happens(700, goal('g1', 600, { seq: 2 }))
  await happens(720, goal('g1', 600, { seq: 3, retracted: true }))
  await remind()
  await happens(900, goal('g2', 900))
  await remind()
  await hideScores('lin', true)
  await happens(960, goal('g2', 900, { seq: 1, retracted: true }))
  await remind()
  await t.events.deliverCommitted()
  expect(heard).toEqual([
    { userIds: [lin.userId], msg: '江海港务 1:0 北屿远航 11′ 进球 许砚' },
    { userIds: [lin.userId], msg: '江海港务 0:0 北屿远航 进球取消' },
    { userIds: [lin.userId, mei.userId], msg: '江海港务 1:0 北屿远航 16′ 进球 许砚' },
    { userIds: [mei.userId], msg: '江海港务 0:0 北屿远航 进球取消' },
  ])
})

test('[H02] of two goals that are told together followers see the score after both', async () => {
  await happens(900, goal('g9', 600), goal('g10', 900))
  await remind()
  expect(await titlesOf('lin')).toEqual(['江海港务 2:0 北屿远航 16′ 进球 许砚'])
})

test('[H02] a corrected goal and a corrected end are stored while a batch of their reminders is being sent', async () => {
  await happens(600, goal('g1', 600))
  const batch = await t.platform.pool.connect()
  onTestFinished(() => batch.release(true))
  const lock = () =>
    batch.query('begin').then(() => batch.query('select from match_reminder where match_id = $1 for update', [matchId]))
  await lock()
  await happens(660, goal('g1', 600, { seq: 1, player: '罗既明' }))
  await batch.query('rollback')
  await happens(6000, final(6000))
  await lock()
  await happens(6060, final(6000, 1))
  await batch.query('rollback')
  await remind()
  expect(await titlesOf('lin')).toEqual(['江海港务 1:0 北屿远航 终场'])
})

test('[H02] a goal that is retracted before it is told reminds nobody, until it counts after all', async () => {
  await happens(600, goal('g1', 600), goal('g2', 601))
  await happens(630, goal('g1', 600, { seq: 1, retracted: true }))
  await remind()
  expect([await toldOf(), await titlesOf('lin')]).toEqual([
    [{ moment: 'score', event: 'g2', users: 2 }],
    ['江海港务 1:0 北屿远航 11′ 进球 许砚'],
  ])
  await happens(660, goal('g1', 600, { seq: 2 }))
  await remind()
  expect(await toldOf()).toMatchObject([{ event: 'g1', users: 2 }, { event: 'g2' }])
})

test('[H02] [E05] who hides scores is told of the end without the score, and of no goal', async () => {
  const heard: { userIds: number[]; msg: string }[] = []
  onTestFinished(
    t.events.on(matchReminded, (detail) => {
      if (detail?.id === matchId) heard.push({ userIds: detail.userIds, msg: detail.msg })
    }),
  )
  await hideScores('lin', true)
  for (const as of ['lin', 'mei'] as const) {
    const { subscription } = aBrowser(`https://push.example/${name}/${as}`)
    expect((await t.make(pushSubscribe, { ...subscription, script: 's' }, { as })).code).toBe(0)
  }
  await happens(600, goal('g1', 600))
  await remind()
  await happens(6000, final(6000))
  await remind()
  const [with1, end, endWithScore] = [
    '江海港务 1:0 北屿远航 11′ 进球 许砚',
    '江海港务 对 北屿远航 结束了',
    '江海港务 1:0 北屿远航 终场',
  ]
  expect([await titlesOf('lin'), await titlesOf('mei')]).toEqual([[end], [endWithScore]])
  await t.events.deliverCommitted()
  const { lin, mei } = t.people
  expect(heard).toEqual([
    { userIds: [mei.userId], msg: with1 },
    { userIds: [lin.userId], msg: end },
    { userIds: [mei.userId], msg: endWithScore },
  ])
  const { rows } = await t.platform.pool.query<{ user_id: number; title: string }>(
    `select s.user_id, m.title from push_message m join push_delivery d on d.message_id = m.id
      join push_subscription s on s.id = d.subscription_id where m.topic = $1 order by m.id`,
    [`match-${matchId}`],
  )
  expect(rows).toEqual([
    { user_id: mei.userId, title: with1 },
    { user_id: lin.userId, title: end },
    { user_id: mei.userId, title: endWithScore },
  ])
})

test('[H02] [E05] a message that told the score does not tell it any more once its reader hides scores', async () => {
  await happens(600, goal('g1', 600))
  await remind()
  await hideScores('lin', true)
  expect(await titlesOf('lin')).toEqual(['江海港务 对 北屿远航 正在进行'])
  expect(await titlesOf('mei')).toEqual(['江海港务 1:0 北屿远航 11′ 进球 许砚'])
})

/** Makes so many users follow the match, who want to hear of goals. */
async function aCrowd(count: number): Promise<void> {
  await t.platform.pool.query('delete from match_subscription where match_id = $1', [matchId])
  await t.platform.pool.query(
    `with made as (
      insert into app_user (name, name_key, nickname, created_at)
      select key, key, key, 0 from (select $1 || n as key from generate_series(1, $2::int) as n) as keys
      returning id), choosing as (
      insert into match_reminder_choice (user_id, soon, start, score, over)
      select id, false, false, true, false from made)
    insert into match_subscription (user_id, match_id, created_at) select id, $3, 0 from made`,
    [`${name}-`, count, matchId],
  )
}

test('[H02] two instances at once tell each follower of a goal once', async () => {
  await aCrowd(2500)
  await happens(600, goal('g1', 600))
  await Promise.all([t, other].map(({ station }) => station.matches.remind()))
  expect(await toldOf()).toEqual([{ moment: 'score', event: 'g1', users: 2500 }])
  expect(await announcedTo(t.platform.pool, matchId)).toEqual({ users: 2500, most: 1 })
})

test('[H02] an instance that is killed while it tells of a goal leaves the rest to another one: nobody is left out or told twice', async () => {
  await aCrowd(2500)
  await happens(600, goal('g1', 600))
  const fixture = path.join(import.meta.dirname, 'reminders.fixture.ts')
  const { connection, config } = t.platform
  const args = [fixture, JSON.stringify(connection), config.dataDir, String(t.clock.nowMs())]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  expect(await toldOf()).toEqual([{ moment: 'score', event: 'g1', users: 1000 }])
  // The database may take a moment to notice that the process is gone: until then the batch is locked.
  await expect
    .poll(async () => {
      await other.station.matches.remind()
      return toldOf()
    })
    .toEqual([{ moment: 'score', event: 'g1', users: 2500 }])
  expect(await announcedTo(t.platform.pool, matchId)).toEqual({ users: 2500, most: 1 })
})
