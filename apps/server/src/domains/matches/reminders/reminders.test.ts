import { indexMessages, indexMessageState, liveSub, matchFollow, type FeedLineInput } from '@yunmu/contract'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { aLinearChannel, scheduledChannels } from '../../../testing/channels.ts'
import { listening, openPage } from '../../../testing/realtime-page.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { announcedTo, linesOf, sampleLeague } from '../matches.fixture.ts'
import { matchReminded } from '../matches-events.ts'

let t: TestApp
/** Another instance of the same station. */
let other: TestApp
let channelId: number
const [minute, hour, day] = [60, 3600, 86_400]
/** Each test has a match of its own, later than those of the tests before. */
let kickoff: number
let matchId: number
let name: string

beforeAll(async () => {
  t = await buildTestApp()
  other = await buildTestApp({}, { beside: t })
  const { channels } = await scheduledChannels(t, [aLinearChannel({ name: '云幕体育', number: 5 })])
  channelId = channels[0]?.id ?? 0
  kickoff = Math.floor(t.clock.nowMs() / 1000)
  await tell(sampleLeague(kickoff - 10 * day))
})

const tell = async (records: readonly FeedLineInput[]): Promise<void> => {
  expect(await t.station.matches.feed.take('test', linesOf(records))).toMatchObject({ refused: 0 })
}
const theMatch = (at: number): FeedLineInput => ({
  record: 'match',
  id: name,
  competition: 'huanhai',
  round: '第 13 轮',
  home: 'jianghai',
  away: 'beiyu',
  kickoff: at,
})
const status = (id: string, word: 'delayed' | 'postponed' | 'cancelled'): FeedLineInput => ({
  record: 'event',
  match: name,
  event: { type: 'status', id, wallMs: t.clock.nowMs(), status: word },
})
const now = (sec: number): void => {
  for (const { clock } of [t, other]) clock.set(sec * 1000)
}
const remindAt = async (sec: number): Promise<void> => {
  now(sec)
  await t.station.matches.remind()
}
/** Messages about all matches. */
const boxesOf = async (as: 'lin' | 'mei') =>
  indexMessages.reply.parse((await t.make(indexMessages, { type: 'sub_live', n: 20 }, { as })).data).list
/** Messages about the match. */
const boxOf = async (as: 'lin' | 'mei') => (await boxesOf(as)).filter(({ info }) => info.id === matchId)
const titlesOf = async (as: 'lin' | 'mei'): Promise<string[]> => (await boxOf(as)).map(({ title }) => title)
const toldOf = async (): Promise<{ moment: string; users: number }[]> =>
  (
    await t.platform.pool.query<{ moment: string; users: number }>(
      'select moment, count(*)::int as users from match_reminder_user where match_id = $1 group by moment order by moment',
      [matchId],
    )
  ).rows

beforeEach(async () => {
  kickoff += day
  now(kickoff - hour)
  name = `m${kickoff}`
  await tell([
    theMatch(kickoff),
    { record: 'streams', match: name, streams: [{ name: '国语解说', anchor: '', channel: channelId }] },
  ])
  const { rows } = await t.platform.pool.query<{ id: number }>('select id from match where source_id = $1', [name])
  matchId = rows[0]?.id ?? 0
})
const subscribe = async (as: 'lin' | 'mei'): Promise<void> => {
  await t.make(liveSub, { id: matchId }, { as })
}

test('[H02] [H03] without live_live nobody is reminded', async () => {
  await subscribe('lin')
  await t.station.site.write({ live_live: false })
  await remindAt(kickoff)
  await t.station.site.write({ live_live: true })
  expect(await toldOf()).toEqual([])
  expect(await titlesOf('lin')).toEqual([])
})

test('[H02] nobody is reminded of a match that nobody follows, or that began while the station did not run', async () => {
  await remindAt(kickoff - 10 * minute)
  expect(await toldOf()).toEqual([])
  await subscribe('lin')
  await remindAt(kickoff + 31 * minute)
  expect(await toldOf()).toEqual([])
})

test('[H02] [C04] a follower is reminded ten minutes before and at the start, by one message that becomes unread again', async () => {
  const unread = async () =>
    indexMessageState.reply
      .parse((await t.make(indexMessageState, {}, { as: 'lin' })).data)
      .tabs.find(({ value }) => value === 'sub_live')?.unread
  await subscribe('lin')
  await remindAt(kickoff - 10 * minute - 1)
  expect([await titlesOf('lin'), await unread()]).toEqual([[], 0])
  await remindAt(kickoff - 10 * minute)
  await remindAt(kickoff - 9 * minute)
  expect(await boxOf('lin')).toMatchObject([
    {
      title: expect.stringMatching(/^江海港务 对 北屿远航 \d\d:\d\d 开赛$/),
      content: '环海联赛 第 13 轮',
      info: { id: matchId, streamId: 1, url: `/match/play/${matchId}/1` },
      createTime: kickoff - 10 * minute,
    },
  ])
  expect([await unread(), await titlesOf('mei')]).toEqual([1, []])
  await t.platform.pool.query('update message set read = true')
  await remindAt(kickoff)
  await remindAt(kickoff + minute)
  expect(await boxOf('lin')).toMatchObject([{ title: '江海港务 对 北屿远航 开始了', read: false, createTime: kickoff }])
  expect([await unread(), await toldOf()]).toEqual([
    1,
    [
      { moment: 'soon', users: 1 },
      { moment: 'start', users: 1 },
    ],
  ])
})

test('[H02] followers of a team, of the competition and of the match are told once each', async () => {
  const { rows } = await t.platform.pool.query<{ team: number; competition: number }>(
    'select home_id as team, competition_id as competition from match where id = $1',
    [matchId],
  )
  const { team, competition } = rows[0] ?? { team: 0, competition: 0 }
  const follow = (as: 'lin' | 'mei', on: boolean, kind: 'team' | 'competition', id: number) =>
    t.make(matchFollow, { kind, id, on }, { as })
  await follow('lin', true, 'team', team)
  await follow('lin', true, 'competition', competition)
  await follow('mei', true, 'competition', competition)
  await subscribe('lin')
  await remindAt(kickoff)
  await follow('lin', false, 'team', team)
  await follow('lin', false, 'competition', competition)
  await follow('mei', false, 'competition', competition)
  expect(await toldOf()).toEqual([{ moment: 'start', users: 2 }])
  expect([await titlesOf('lin'), await titlesOf('mei')]).toEqual([
    ['江海港务 对 北屿远航 开始了'],
    ['江海港务 对 北屿远航 开始了'],
  ])
})

test('[H02] [C04] an open page of a follower gets the notice and the message, in its script', async () => {
  await subscribe('lin')
  await t.events.deliverCommitted()
  const page = await openPage(await listening(t.app))
  await page.hello(await t.tokenOf('lin', day), 't')
  await remindAt(kickoff)
  await t.events.deliverCommitted()
  const msg = '江海港務 對 北嶼遠航 開始了'
  expect(await page.until((frame) => 'notice' in frame)).toEqual({
    notice: { id: matchId, streamId: 1, msg, popup: true },
  })
  const pushed = await page.until((frame) => 'message' in frame)
  expect(pushed).toMatchObject({ message: { newest: { msgType: 'sub_live', title: msg, info: { id: matchId } } } })
  const unread = 'message' in pushed ? pushed.message.state.tabs.find(({ value }) => value === 'sub_live')?.unread : 0
  expect(unread).toBe((await boxesOf('lin')).filter(({ read }) => !read).length)
})

test('[H02] open pages are told of the start with a popup', async () => {
  const heard: unknown[] = []
  onTestFinished(t.events.on(matchReminded, (detail) => detail?.id === matchId && heard.push(detail)))
  await subscribe('lin')
  await remindAt(kickoff - minute)
  await remindAt(kickoff)
  await t.events.deliverCommitted()
  const common = { userIds: [t.people.lin.userId], id: matchId, streamId: 1 }
  expect(heard).toEqual([
    { ...common, msg: expect.stringContaining('开赛'), popup: false },
    { ...common, msg: '江海港务 对 北屿远航 开始了', popup: true },
  ])
})

test('[H02] a match that moves, moves its reminders', async () => {
  await subscribe('lin')
  await remindAt(kickoff - 5 * minute)
  const moved = kickoff + 2 * hour
  await tell([theMatch(moved)])
  await remindAt(kickoff)
  expect(await toldOf()).toEqual([{ moment: 'soon', users: 1 }])
  await remindAt(moved - 10 * minute)
  await remindAt(moved)
  expect(await toldOf()).toEqual([
    { moment: 'soon', users: 2 },
    { moment: 'start', users: 1 },
  ])
})

test('[H02] a delayed match is announced when it begins', async () => {
  await subscribe('lin')
  await tell([status('d', 'delayed')])
  await remindAt(kickoff - minute)
  await remindAt(kickoff + 20 * minute)
  expect(await titlesOf('lin')).toEqual([])
  now(kickoff + hour)
  const wallMs = (kickoff + hour) * 1000
  await tell([{ record: 'event', match: name, event: { type: 'start', id: 's', wallMs, period: 'h1' } }])
  await remindAt(kickoff + hour + 2)
  expect(await titlesOf('lin')).toEqual(['江海港务 对 北屿远航 开始了'])
})

test.each([
  ['cancelled', '取消了'],
  ['postponed', '延期了'],
] as const)('[H02] a match that is %s has one message that says so, and no reminders', async (word, said) => {
  await subscribe('lin')
  await tell([status('o', word)])
  await remindAt(kickoff - 50 * minute)
  expect(await titlesOf('lin')).toEqual([`江海港务 对 北屿远航 ${said}`])
  for (const sec of [kickoff - 10 * minute, kickoff]) await remindAt(sec)
  expect(await toldOf()).toEqual([{ moment: 'off', users: 1 }])
})

test('[H02] a match that is cancelled while its reminders go out stops them', async () => {
  await subscribe('lin')
  await tell([status('o', 'cancelled')])
  await t.platform.pool.query(
    `insert into match_reminder (match_id, moment, kickoff_sec, state, created_at) values ($1, 'soon', $2, 'sending', 0)`,
    [matchId, kickoff],
  )
  await remindAt(kickoff - 9 * minute)
  expect(await toldOf()).toEqual([{ moment: 'off', users: 1 }])
})

/** A reminder that was interrupted after it had told `lin`; `mei` is told after. */
async function interrupted(moment: 'soon' | 'off'): Promise<void> {
  for (const as of ['lin', 'mei'] as const) await subscribe(as)
  expect(t.people.lin.userId).toBeLessThan(t.people.mei.userId)
  await t.platform.pool.query(
    `insert into match_reminder (match_id, moment, kickoff_sec, state, created_at, after_user_id)
      values ($1, $2, $3, 'sending', $4, $5)`,
    [matchId, moment, kickoff, Math.floor(t.clock.nowMs() / 1000), t.people.lin.userId],
  )
  await t.platform.pool.query(
    'insert into match_reminder_user (match_id, moment, kickoff_sec, user_id) values ($1, $2, $3, $4)',
    [matchId, moment, kickoff, t.people.lin.userId],
  )
}

test('[H02] the rest of the followers are told of a match that moves a little while its reminder goes out, the others not again', async () => {
  await interrupted('soon')
  await tell([theMatch(kickoff - 5 * minute)])
  await remindAt(kickoff - 9 * minute)
  expect([await toldOf(), await titlesOf('lin')]).toEqual([[{ moment: 'soon', users: 2 }], []])
  expect(await titlesOf('mei')).toMatchObject([expect.stringContaining('开赛')])
})

test('[H02] the rest of the followers are told at the time of a match that moves until it is not due any more', async () => {
  await interrupted('soon')
  await tell([theMatch(kickoff + 5 * minute)])
  await remindAt(kickoff - 9 * minute)
  expect(await toldOf()).toEqual([{ moment: 'soon', users: 1 }])
  await remindAt(kickoff - 5 * minute)
  expect([await toldOf(), await titlesOf('lin')]).toEqual([[{ moment: 'soon', users: 2 }], []])
  expect(await titlesOf('mei')).toMatchObject([expect.stringContaining('开赛')])
})

test('[H02] the rest of the followers are told of a match that is cancelled again after it was put back', async () => {
  await interrupted('off')
  await remindAt(kickoff - 50 * minute)
  expect(await toldOf()).toEqual([{ moment: 'off', users: 1 }])
  await tell([status('o', 'cancelled')])
  await remindAt(kickoff - 40 * minute)
  await remindAt(kickoff - 30 * minute)
  expect([await toldOf(), await titlesOf('lin')]).toEqual([[{ moment: 'off', users: 2 }], []])
  expect(await titlesOf('mei')).toEqual(['江海港务 对 北屿远航 取消了'])
})

/** Makes so many users follow the match. */
async function aCrowd(count: number): Promise<void> {
  await t.platform.pool.query(
    `with made as (
      insert into app_user (name, name_key, nickname, created_at)
      select key, key, key, 0 from (select $1 || n as key from generate_series(1, $2::int) as n) as keys
      returning id)
    insert into match_subscription (user_id, match_id, created_at) select id, $3, 0 from made`,
    [`${name}-`, count, matchId],
  )
}
const messagesOf = async (): Promise<number> =>
  (await t.platform.pool.query(`select 1 from message where kind = 'match' and subject_id = $1`, [matchId])).rowCount ??
  0

test('[H02] two instances at once tell each follower once', async () => {
  await aCrowd(2500)
  now(kickoff)
  await Promise.all([t, other].map(({ station }) => station.matches.remind()))
  expect(await toldOf()).toEqual([{ moment: 'start', users: 2500 }])
  expect(await announcedTo(t.platform.pool, matchId)).toEqual({ users: 2500, most: 1 })
  expect(await messagesOf()).toBe(2500)
})

test('[H02] an instance that is killed in the middle leaves the rest to another one: nobody is left out or told twice', async () => {
  await aCrowd(2500)
  now(kickoff)
  const fixture = path.join(import.meta.dirname, 'reminders.fixture.ts')
  const { connection, config } = t.platform
  const args = [fixture, JSON.stringify(connection), config.dataDir, String(t.clock.nowMs())]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  expect([await toldOf(), await messagesOf()]).toEqual([[{ moment: 'start', users: 1000 }], 1000])
  // The database may take a moment to notice that the process is gone: until then the batch is locked.
  await expect
    .poll(async () => {
      await other.station.matches.remind()
      return toldOf()
    })
    .toEqual([{ moment: 'start', users: 2500 }])
  expect(await announcedTo(t.platform.pool, matchId)).toEqual({ users: 2500, most: 1 })
  expect(await messagesOf()).toBe(2500)
})
