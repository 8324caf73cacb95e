import { matchOpenBeforeSec, type FeedLineInput } from '@yunmu/contract'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { linesOf, sampleLeague } from '../apps/server/src/domains/matches/matches.fixture.ts'
import { gate } from './lib/gate.ts'
import { startInstance, type Instance } from './lib/instance.ts'
import { LineProcess } from './lib/line-process.ts'
import type { Noticed, NoticeLoad } from './lib/notice-load.ts'
import { slowdown } from './lib/reference-work.ts'
import { report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { addPeople } from './lib/signed-in-people.ts'

/**
 * Ten thousand followers of one match, each with an open page, at two instances of a station. When a third of the
 * followers has been told, the instance that tells the next ones is killed (SIGKILL). Measured from the time at which
 * the reminder is due until all have their message, and until the open pages have their notice; whether anybody has
 * none, or two. The promised time is that of a machine without other work: what delays reference work in the same run
 * lengthens it. Linux only. Takes about a minute and a half. Each process needs as many open files as there are
 * followers. `FOLLOWERS` may be set.
 */
const followers = Number(process.env.FOLLOWERS ?? 10_000)
/** About a second of reference work. */
const referenceTimes = 400
const killAfter = followers / 3
const promisedMs = 10_000
/** From when the match is told until its reminder is due. */
const leadSec = 8
const limitMs = 60_000
/** Longer than two times the processes look for what is due: nobody may be told again. */
const quietMs = 6000

const { platform, station, close } = await openScratchStation()
const { pool } = platform
const instances: Instance[] = []
let load: LineProcess | undefined

const takeLines = async (records: readonly FeedLineInput[]): Promise<void> => {
  const { refused, lines } = await station.matches.feed.take('bench', linesOf(records))
  if (refused > 0) throw new Error(JSON.stringify(lines))
}

/** Adds a match that is soon to begin. A third of the users subscribed to it, the others follow a team or the competition. */
async function addFollowedMatch(kickoff: number): Promise<number> {
  await takeLines([
    { record: 'match', id: 'followed', competition: 'huanhai', home: 'jianghai', away: 'shudao', kickoff },
  ])
  const { rows } = await pool.query<{ id: number }>("select id from match where source_id = 'followed'")
  const id = rows[0]?.id ?? 0
  await pool.query(
    'insert into match_subscription (user_id, match_id, created_at) select id, $1, 0 from app_user where id % 3 = 0',
    [id],
  )
  await pool.query(
    `insert into sports_follow (user_id, kind, ref_id, created_at)
      select u.id, case when u.id % 3 = 1 then 'team' else 'competition' end,
        case when u.id % 3 = 1 then m.home_id else m.competition_id end, 0
      from app_user u, match m where m.id = $1 and u.id % 3 > 0`,
    [id],
  )
  return id
}

/** Users who were told, and messages in boxes. */
async function storedOf(matchId: number): Promise<{ told: number; messages: number; users: number }> {
  const { rows } = await pool.query<{ told: number; messages: number; users: number }>(
    `select (select count(*) from match_reminder_user where match_id = $1)::int as told,
      count(*)::int as messages, count(distinct user_id)::int as users
      from message where type = 'sub_live' and kind = 'match' and subject_id = $1`,
    [matchId],
  )
  return rows[0] ?? { told: 0, messages: 0, users: 0 }
}

/** The instance that has locked the reminder; undefined while none has. */
async function findTeller(): Promise<Instance | undefined> {
  const { rows } = await pool.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.relation = 'match_reminder'::regclass and l.mode = 'RowShareLock' and l.granted`,
  )
  return instances.find(({ name }) => rows.some((row) => row.name === name))
}

/** Kills the instance that is telling followers, once enough of them have been told. Returns how many had been. */
async function killTeller(matchId: number): Promise<number> {
  for (const untilMs = Date.now() + limitMs; Date.now() < untilMs; await delay(5)) {
    const { told } = await storedOf(matchId)
    const teller = told >= killAfter && told < followers ? await findTeller() : undefined
    if (!teller) continue
    teller.child.kill('SIGKILL')
    await once(teller.child, 'exit')
    return told
  }
  throw new Error('no instance told the followers')
}

try {
  const slowBefore = slowdown(referenceTimes)
  for (const name of ['one', 'other']) instances.push(await startInstance(platform, name))
  await takeLines(sampleLeague(Math.floor(Date.now() / 1000) - 7 * 86_400))
  const people = await addPeople(platform, followers)
  const [one, other] = instances
  load = new LineProcess('notice-load.ts', [])
  const opened: NoticeLoad = {
    ports: [one?.port ?? 0, other?.port ?? 0],
    tokens: people.map(({ token }) => token),
  }
  await load.ask(JSON.stringify(opened))

  const dueSec = Math.floor(Date.now() / 1000) + leadSec
  const matchId = await addFollowedMatch(dueSec + matchOpenBeforeSec)
  const toldAtKill = await killTeller(matchId)
  const killedMs = Date.now()
  let storedMs = 0
  let noticed = await load.ask<Noticed>('')
  while (Date.now() - killedMs < limitMs) {
    if (storedMs === 0 && (await storedOf(matchId)).users === followers) storedMs = Date.now()
    noticed = await load.ask<Noticed>('')
    if (storedMs > 0 && noticed.noticedUnbroken === followers - noticed.broken) break
    await delay(50)
  }
  await delay(quietMs)
  const stored = await storedOf(matchId)
  noticed = await load.ask<Noticed>('')
  const since = (ms: number): number => round((ms - dueSec * 1000) / 1000)
  const inBoxSec = since(storedMs)
  const onPagesSec = since(noticed.lastMs)
  const unbroken = followers - noticed.broken
  // Without the pages, so that only other work counts.
  await load.end()
  const slow = round((slowBefore + slowdown(referenceTimes)) / 2)
  const limitSec = round((promisedMs / 1000) * slow)
  report('match-reminders', {
    followers,
    killedAfter: { sec: since(killedMs), told: toldAtKill },
    inBoxSec,
    onPagesSec,
    told: stored.told,
    messages: stored.messages,
    pages: { ...noticed, lastMs: undefined },
    promised: { sec: promisedMs / 1000 },
    slowdown: slow,
  })
  gate('nobody is left out', stored.users === followers && stored.told === followers, `${stored.users} users`)
  gate('nobody is told twice', stored.messages === followers, `${stored.messages} messages`)
  gate('pages whose connection lasted have their notice', noticed.noticedUnbroken === unbroken, `${unbroken} pages`)
  const isInTime = storedMs > 0 && Math.max(inBoxSec, onPagesSec) <= limitSec
  gate(
    `all within ${promisedMs / 1000} s, here ${limitSec} s`,
    isInTime,
    `${inBoxSec} s in the boxes, ${onPagesSec} s on pages`,
  )
} finally {
  await load?.end()
  for (const { child } of instances) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await close()
}
