import { setTimeout as delay } from 'node:timers/promises'
import { matchReminded } from '../apps/server/src/domains/matches/matches-events.ts'
import { linesOf, sampleLeague } from '../apps/server/src/domains/matches/matches.fixture.ts'
import { messagesChanged } from '../apps/server/src/domains/messages/messages-events.ts'
import { check, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'

/**
 * Ten thousand followers of one match that starts soon: time until all have their message, and until the events for their
 * open pages are announced. `FOLLOWERS` may be set.
 */
const followers = Number(process.env.FOLLOWERS ?? 10_000)
const promisedMs = 10_000
/** Longer than the process takes to notice what is due. */
const everyMs = 2000

const { platform, station, close } = await openScratchStation()
const nowSec = Math.floor(Date.now() / 1000)
await platform.jobs.start()
await station.matches.feed.take('bench', linesOf(sampleLeague(nowSec)))
await platform.pool.query(
  `with made as (
    insert into app_user (name, name_key, nickname, created_at)
    select key, key, key, 0 from (select 'follower' || n as key from generate_series(1, $1::int) as n) as keys
    returning id)
  insert into match_subscription (user_id, match_id, created_at)
  select made.id, match.id, 0 from made, match where match.source_id = 'next'`,
  [followers],
)
const heard = { notices: 0, messages: 0 }
platform.events.on(matchReminded, (detail) => void (heard.notices += detail?.userIds.length ?? 0))
platform.events.on(messagesChanged, (detail) => void (heard.messages += detail?.userIds.length ?? 0))

const startedMs = performance.now()
await station.matches.remind()
const storedMs = performance.now() - startedMs
while (Math.min(heard.notices, heard.messages) < followers && performance.now() - startedMs < 6 * promisedMs)
  await delay(10)
const announcedMs = performance.now() - startedMs
const { rows } = await platform.pool.query<{ told: number }>(
  `select count(distinct user_id)::int as told from message where type = 'sub_live'`,
)
const told = rows[0]?.told ?? 0
report('match-reminders', {
  followers,
  told,
  ...heard,
  storedMs: round(storedMs, 0),
  announcedMs: round(announcedMs, 0),
})
check({
  'every follower has the message': told === followers,
  'every follower is announced': Math.min(heard.notices, heard.messages) === followers,
  [`all within ${promisedMs} ms`]: everyMs + announcedMs <= promisedMs,
})
await platform.jobs.stop()
await close()
