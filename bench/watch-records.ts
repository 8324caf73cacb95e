import { addressOf, queryOf, splitToken } from '@yunmu/contract/wire'
import { userWatchSave } from '@yunmu/contract'
import Fastify from 'fastify'
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createTokens } from '../apps/server/src/platform/viewer.ts'
import type { Ground } from '../apps/server/src/station.ts'
import type { Round, RoundDone } from './lib/record-load.ts'
import { cpuMsOf } from './lib/process-cpu.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { seedTitles } from './seed.ts'

/**
 * What it costs the station that ten thousand viewers send how far they watched every ten seconds, and what is missing
 * when it is killed meanwhile. CPU of the station's process alone, beside a bare Fastify route that takes the same bodies
 * in the same run; the load comes from another process over loopback. About a minute. Linux only: CPU is read from /proc.
 */
const viewers = 10_000
const perSec = viewers / 10
const titles = 2000
const connections = 50
/** Everybody has sent once, so that what the station remembers of people is warm. */
const warmUp: Round = { perSec, seconds: 15 }
/** By turns with the bare route, so that both see the same machine. Each holds one writing of what was gathered. */
const measured: Round = { perSec, seconds: 5 }
const rounds = 5
const killed: Round = { perSec, seconds: 20 }
const killAfterMs = 15_000

const main = new URL('../apps/server/src/main.ts', import.meta.url).pathname

/** People who are signed in. Returns their numbers and sessions. */
async function seedPeople(pool: Ground['pool'], nowSec: number): Promise<{ userId: number; sessionId: string }[]> {
  await pool.query(
    `insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at)
     select 'viewer' || at, 'viewer' || at, 'viewer', 2, 0, $2 from generate_series(1, $1::int) as at`,
    [viewers, nowSec],
  )
  const { rows } = await pool.query<{ id: string; user_id: number }>(
    `insert into user_session (id, user_id, created_at, expires_at)
     select gen_random_uuid(), id, $1::bigint, $1::bigint + 86400 from app_user returning id, user_id`,
    [nowSec],
  )
  return rows.map(({ id, user_id }) => ({ userId: user_id, sessionId: id }))
}

async function startStation(dataDir: string): Promise<{ station: ChildProcess; port: number }> {
  const env = { ...process.env, YUNMU_DATA: dataDir, DEMO: '0', PORT: '0', LOG_LEVEL: 'warn' }
  const station = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: station.stdout })) {
    const port = /http:\/\/[\d.a-z]+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return { station, port: Number(port) }
  }
  throw new Error('the station did not start')
}

async function startLoad(port: number, paths: string[]): Promise<ChildProcess> {
  const load = fork(new URL('./lib/record-load.ts', import.meta.url), [`${port}`, `${titles}`, `${connections}`])
  load.send(paths)
  await once(load, 'message')
  return load
}

async function send(load: ChildProcess, asked: Round): Promise<RoundDone> {
  const done = new Promise<RoundDone>((resolve) => load.once('message', resolve))
  load.send(asked)
  return await done
}

interface Side {
  pid: number
  load: ChildProcess
}

/** A bare route that takes the same bodies, in this process. */
async function startBare(paths: string[]): Promise<Side & { close(): Promise<void> }> {
  const bare = Fastify()
  bare.post('/*', async () => ({ code: 0 }))
  const { port } = new URL(await bare.listen({ port: 0, host: '127.0.0.1' }))
  return { pid: process.pid, load: await startLoad(Number(port), paths), close: () => bare.close() }
}

interface Cost {
  /** CPU of one core, percent. */
  share: number
  microseconds: number
  codes: RoundDone['codes']
}

async function costOf({ pid, load }: Side): Promise<Cost> {
  const [before, startedMs] = [cpuMsOf(pid), performance.now()]
  const { sent, codes } = await send(load, measured)
  const [spent, wallMs] = [cpuMsOf(pid) - before, performance.now() - startedMs]
  return { share: (100 * spent) / wallMs, microseconds: (1000 * spent) / sent, codes }
}

/** How long before the kill the oldest of what is missing was sent, and how much is missing. */
async function missing(pool: Ground['pool'], userIds: number[], taken: RoundDone['taken'], killedMs: number) {
  const { rows } = await pool.query<{ user_id: number; position_ms: number }>(
    'select user_id, position_ms from watch_record',
  )
  const stored = new Map(rows.map(({ user_id, position_ms }) => [user_id, position_ms]))
  const lost = taken.filter(([viewer, positionMs]) => (stored.get(userIds[viewer] ?? 0) ?? 0) < positionMs)
  const oldestMs = Math.max(0, ...lost.map(([, , sentMs]) => killedMs - sentMs))
  return { recordsLost: lost.length, oldestLostSec: round(oldestMs / 1000) }
}

const { ground, close } = await openScratchStation()
const children: ChildProcess[] = []
try {
  const nowSec = Math.floor(Date.now() / 1000)
  await seedTitles(ground.db, titles)
  const people = await seedPeople(ground.pool, nowSec)
  const tokens = createTokens(Buffer.from(ground.secrets.tokenKey))
  const { path } = addressOf(userWatchSave, {
    ...{ type: 'vod', id: 1, episode: 1, duration: 0, percent: 0, title: '', saveTime: 0 },
  })
  const paths: string[] = []
  for (const person of people) {
    const token = await tokens.issue({ ...person, nowSec, lifetimeSec: 86_400 })
    paths.push(`${path}?${queryOf({ ...splitToken(token) })}`)
  }
  const bare = await startBare(paths)
  const { station, port } = await startStation(ground.config.dataDir)
  const load = await startLoad(port, paths)
  children.push(station, load, bare.load)
  await send(bare.load, warmUp)
  await send(load, warmUp)
  const costs: { ours: Cost; theirs: Cost }[] = []
  for (let at = 0; at < rounds; at++) {
    const theirs = await costOf(bare)
    costs.push({ theirs, ours: await costOf({ pid: station.pid ?? 0, load }) })
  }
  await bare.close()

  const last = send(load, killed)
  await delay(killAfterMs)
  const killedMs = Date.now()
  station.kill('SIGKILL')
  const { taken } = await last
  const lost = await missing(
    ground.pool,
    people.map(({ userId }) => userId),
    taken,
    killedMs,
  )
  const least = (side: 'ours' | 'theirs', what: 'share' | 'microseconds') =>
    Math.min(...costs.map((cost) => cost[side][what]))
  report('watch-records', {
    ...{ viewers, perSec, codes: costs.map(({ ours }) => ours.codes) },
    shareOfCore: `${round(median(costs.map(({ ours }) => ours.share)), 1)} %`,
    // The least of a few rounds is what others on the machine disturbed least.
    leastShareOfCore: `${round(least('ours', 'share'), 1)} %`,
    leastMicroseconds: round(least('ours', 'microseconds'), 0),
    leastBareMicroseconds: round(least('theirs', 'microseconds'), 0),
    ratio: round(median(costs.map(({ ours, theirs }) => ours.microseconds / theirs.microseconds))),
    ...lost,
    promised: '≤ 15 % of a core; nothing older than 10 s is missing',
  })
} finally {
  for (const child of children) child.kill('SIGKILL')
  await close()
}
