import { realtimeBounds } from '@yunmu/contract'
import Fastify from 'fastify'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../apps/server/src/platform/platform.ts'
import { startInstance } from './lib/instance.ts'
import { cpuMsOf } from './lib/process-cpu.ts'
import type { Round, RoundDone } from './lib/record-load.ts'
import { median, report, round } from './lib/report.ts'
import { openScratchStation } from './lib/scratch-station.ts'
import { addPeople } from './lib/signed-in-people.ts'
import { seedTitles } from './seed.ts'

/**
 * Cost of ten thousand viewers who send their watch position every ten seconds, and what is lost when the station is
 * killed meanwhile: over the WebSocket of each page, as players do; by calls, as they do without a socket; and compared
 * with a bare Fastify route that receives the same bodies in the same run. The figure is the CPU of the station's
 * process with all threads while records arrive, including database writes, heartbeats and rate limits, without
 * PostgreSQL itself. Sockets and calls have one process of the same station each, so that neither pays for the other.
 * The load comes from other processes over loopback. Takes about six minutes. Linux only: CPU is read from /proc. Each
 * process needs more than 10,000 open files. `VIEWERS` may be set.
 */
const viewers = Number(process.env.VIEWERS ?? 10_000)
const perSec = viewers / 10
const titles = 2000
/** Every viewer has sent once, so that caches of users are warm. */
const warmUp: Round = { perSec, seconds: 15 }
/** Interleaved, so that all get the same machine conditions. Each round contains one batch write. */
const measured: Round = { perSec, seconds: 5 }
const rounds = 5
/**
 * Over sockets accepted records are confirmed by heartbeats: each page has one during the measurement, about earlier
 * records.
 */
const beforeBeatSec = 10
const aroundBeat: Round = { perSec, seconds: beforeBeatSec + realtimeBounds.beatSec }
const killed: Round = { perSec, seconds: 20 }
const killAfterMs = 15_000

async function startLoad(port: number, tokens: string[], way: 'posts' | 'lines'): Promise<ChildProcess> {
  const load = fork(new URL('./lib/record-load.ts', import.meta.url), [`${port}`, `${titles}`, way])
  load.send(tokens)
  const ended = once(load, 'exit').then(() => {
    throw new Error('the load process exited')
  })
  await Promise.race([once(load, 'message'), ended])
  ended.catch(() => undefined)
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

/** A bare route in this process that receives the same bodies. */
async function startBare(tokens: string[]): Promise<Side & { close(): Promise<void> }> {
  const bare = Fastify()
  bare.post('/*', async () => ({ code: 0 }))
  const { port } = new URL(await bare.listen({ port: 0, host: '127.0.0.1' }))
  return { pid: process.pid, load: await startLoad(Number(port), tokens, 'posts'), close: () => bare.close() }
}

/** A process of the station, and viewers that use one transport. */
async function startSide(
  platform: Platform,
  tokens: string[],
  way: 'posts' | 'lines',
): Promise<Side & { end(): void }> {
  const { child: station, port } = await startInstance(platform, way)
  children.push(station)
  const load = await startLoad(port, tokens, way)
  children.push(load)
  return { pid: station.pid ?? 0, load, end: () => void station.kill('SIGKILL') }
}

interface Cost {
  /** Percent of one CPU core. */
  share: number
  microseconds: number
}

/** @param work runs during the measurement and resolves to the number of sent records */
async function costOf(pid: number, work: () => Promise<number>): Promise<Cost> {
  const [before, startedMs] = [cpuMsOf(pid), performance.now()]
  const sent = await work()
  const [spent, wallMs] = [cpuMsOf(pid) - before, performance.now() - startedMs]
  return { share: (100 * spent) / wallMs, microseconds: (1000 * spent) / sent }
}

async function costOverLines({ pid, load }: Side): Promise<Cost> {
  const sending = send(load, aroundBeat)
  await delay(1000 * beforeBeatSec)
  const cost = await costOf(pid, () => delay(1000 * realtimeBounds.beatSec, perSec * realtimeBounds.beatSec))
  await sending
  return cost
}

/** How many records sent before the kill are lost, and how long before it the oldest of those was sent. */
async function missing(pool: Platform['pool'], userIds: number[], records: RoundDone['records'], killedMs: number) {
  const { rows } = await pool.query<{ user_id: number; position_ms: number }>(
    'select user_id, position_ms from watch_record',
  )
  const stored = new Map(rows.map(({ user_id, position_ms }) => [user_id, position_ms]))
  const sent = records.filter(([, , sentMs]) => sentMs <= killedMs)
  const lost = sent.filter(([viewer, positionMs]) => (stored.get(userIds[viewer] ?? 0) ?? 0) < positionMs)
  const oldestMs = lost.reduce((oldest, [, , sentMs]) => Math.max(oldest, killedMs - sentMs), 0)
  return { recordsLost: lost.length, oldestLostSec: round(oldestMs / 1000) }
}

/** The replies of several rounds by code. */
function sumOf(rounds: readonly RoundDone['codes'][]): RoundDone['codes'] {
  const sum: RoundDone['codes'] = {}
  for (const [code, count] of rounds.flatMap((each) => Object.entries(each))) sum[code] = (sum[code] ?? 0) + count
  return sum
}

const children: ChildProcess[] = []
const { platform, close } = await openScratchStation()
try {
  await seedTitles(platform.db, titles)
  const people = await addPeople(platform, viewers)
  const tokens = people.map(({ token }) => token)
  const bare = await startBare(tokens)
  children.push(bare.load)
  const calls = await startSide(platform, tokens, 'posts')
  const lines = await startSide(platform, tokens, 'lines')
  for (const { load } of [bare, calls, lines]) await send(load, warmUp)
  const costs: Record<'bare' | 'calls' | 'lines', Cost>[] = []
  const codesOfCalls: RoundDone['codes'][] = []
  for (let at = 0; at < rounds; at++)
    costs.push({
      bare: await costOf(bare.pid, async () => (await send(bare.load, measured)).sent),
      calls: await costOf(calls.pid, async () => {
        const done = await send(calls.load, measured)
        codesOfCalls.push(done.codes)
        return done.sent
      }),
      lines: await costOverLines(lines),
    })
  await bare.close()
  calls.end()

  const last = send(lines.load, killed)
  await delay(killAfterMs)
  const killedMs = Date.now()
  lines.end()
  const { records, codes } = await last
  const lost = await missing(
    platform.pool,
    people.map(({ userId }) => userId),
    records,
    killedMs,
  )
  const sharesOf = (side: 'calls' | 'lines') => {
    const shares = costs.map((cost) => cost[side].share)
    // Minimum over the rounds, which other load disturbed least.
    return { shareOfCore: `${round(median(shares), 1)} %`, leastShareOfCore: `${round(Math.min(...shares), 1)} %` }
  }
  const leastOf = (side: 'bare' | 'calls' | 'lines') =>
    round(Math.min(...costs.map((cost) => cost[side].microseconds)), 0)
  report('watch-records', {
    viewers,
    perSec,
    codes,
    ...sharesOf('lines'),
    leastMicroseconds: leastOf('lines'),
    calls: {
      codes: sumOf(codesOfCalls),
      ...sharesOf('calls'),
      leastMicroseconds: leastOf('calls'),
    },
    leastBareMicroseconds: leastOf('bare'),
    ratioToCalls: round(median(costs.map(({ lines: ours, calls: theirs }) => ours.microseconds / theirs.microseconds))),
    ...lost,
    promised: '≤ 15 % of a core; nothing older than 10 s is missing',
  })
} finally {
  for (const child of children) child.kill('SIGKILL')
  await close()
}
