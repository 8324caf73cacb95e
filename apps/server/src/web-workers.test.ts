import { commentCommit, danmakuSend, replyCode, userWatchSave } from '@yunmu/contract'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { createTokens } from './platform/calls/viewer.ts'
import { loadSecrets } from './platform/process/secrets.ts'
import { databaseUrlOf } from './testing/database-url.ts'
import { runStation, type RunningStation } from './testing/running-station.ts'
import { postCall, stayInRoom, type RoomPage } from './testing/station-clients.ts'
import { buildTestApp } from './testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { aTitle } from './testing/titles.ts'

/** A process starts in seconds, and on a busy machine in many. */
const patience = { timeout: 120_000, interval: 50 }
/** Pages wait at least so long before they connect again. */
const retryMs = 1000
const userCount = 60
/** The kernel spreads connections over the workers at random: so many do not all reach the same one. */
const pageCount = 20

let database: TestDatabase
let titleId: number

beforeAll(async () => {
  database = await createTestDatabase()
  const t = await buildTestApp({}, { database })
  const nowSec = Math.floor(Date.now() / 1000)
  titleId = (await t.station.catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec)).id
  await t.station.catalog.writer.saveEpisodes(
    titleId,
    [{ source: '本站', level: 1, name: '第1集', durationMs: 6_000_000, state: 'ready' }],
    nowSec,
  )
  // People who have been here for days may write more without a captcha.
  await database.pool.query(
    `insert into app_user (name, name_key, nickname, group_id, user_end_time, created_at)
     select 'writer' || n, 'writer' || n, 'writer' || n, 2, 0, $1 from generate_series(1, $2::int) n`,
    [nowSec - 3 * 24 * 3600, userCount],
  )
  await database.pool.query(
    `insert into user_session (id, user_id, created_at, expires_at)
     select gen_random_uuid(), id, $1::bigint, $1::bigint + 86400 from app_user where name like 'writer%'`,
    [nowSec],
  )
})

interface Writer {
  userId: number
  token: string
}

/** A station with two web workers that serve, and its writers. */
async function openStation(): Promise<{ station: RunningStation; base: string; writers: Writer[] }> {
  const station = runStation({ DATABASE_URL: databaseUrlOf(database), WORKERS: '2', LOG_LEVEL: 'error' })
  const base = await station.base()
  await expect.poll(() => servingWorkers(station, base), patience).toHaveLength(2)
  const tokens = createTokens(Buffer.from((await loadSecrets(station.dataDir)).tokenKey))
  const { rows } = await database.pool.query<{ userId: number; sessionId: string }>(
    `select user_id as "userId", user_session.id as "sessionId" from user_session join app_user on app_user.id = user_id
     where name like 'writer%' order by user_id`,
  )
  const nowSec = Math.floor(Date.now() / 1000)
  const writers = rows.map(async ({ userId, sessionId }) => ({
    userId,
    token: await tokens.issue({ userId, sessionId, nowSec, lifetimeSec: 3600 }),
  }))
  return { station, base, writers: await Promise.all(writers) }
}

/** The inodes of sockets that a process has open. Linux only. */
function socketsOf(pid: number): Set<string> {
  try {
    const fds = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
      } catch {
        return []
      }
    })
    return new Set(fds.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []))
  } catch {
    return new Set()
  }
}

/** The worker that serves the connection of a client's port. */
function workerOf(station: RunningStation, clientPort: number): number | undefined {
  const remote = `:${clientPort.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const inode = lines.map((line) => line.trim().split(/\s+/)).find((fields) => fields[2]?.endsWith(remote))?.[9]
  return station.children().find((pid) => inode !== undefined && socketsOf(pid).has(inode))
}

/** The workers that serve pages. The kernel's list of connections may lack some while it changes. */
const workersOf = (station: RunningStation, pages: readonly RoomPage[]): Set<number> =>
  new Set(pages.flatMap((page) => workerOf(station, page.port()) ?? []))

/** The worker that answers a new connection; none if it ends without an answer, as in the queue of a worker that was killed. */
async function answeringWorker(station: RunningStation, base: string): Promise<number | undefined> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  try {
    socket.on('error', () => undefined)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const isAnswered = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true))
      socket.once('close', () => resolve(false))
    })
    return isAnswered ? workerOf(station, socket.localPort ?? 0) : undefined
  } finally {
    socket.destroy()
  }
}

/** The workers that connections are handed to. */
async function servingWorkers(station: RunningStation, base: string): Promise<number[]> {
  const workers = await Promise.all(Array.from({ length: 4 }, () => answeringWorker(station, base)))
  return [...new Set(workers.filter((pid) => pid !== undefined))]
}

test(
  '[M05] workers that are killed while people write lose nothing acknowledged, their pages connect again at the first attempt, and rooms stay whole',
  { timeout: 480_000 },
  async () => {
    const { station, base, writers } = await openStation()
    const room = `vod:${titleId}:1`
    const pages = Array.from({ length: pageCount }, () => stayInRoom(base, room, retryMs))
    const areAllInRoom = (): boolean => pages.every((page) => page.isInRoom())
    await expect.poll(areAllInRoom, patience).toBe(true)
    await expect.poll(() => workersOf(station, pages).size, patience).toBe(2)

    const acknowledged = { comments: new Set<string>(), records: new Set<number>() }
    const write = async ({ userId, token }: Writer): Promise<void> => {
      const content = `${userId} 号观众说，这一段拍得真好`
      const comment = { kind: 'vod', id: titleId, content } as const
      if ((await postCall(base, commentCommit, comment, token)) === replyCode.done) acknowledged.comments.add(content)
      const record = { type: 'vod', id: titleId, episode: 1, duration: 6000, percent: 0, currentTime: userId } as const
      const saveTime = Math.floor(Date.now() / 1000)
      if ((await postCall(base, userWatchSave, { ...record, title: '', saveTime }, token)) === replyCode.done)
        acknowledged.records.add(userId)
    }
    const kills = 3
    const perKill = 16
    for (let kill = 0; kill < kills; kill++) {
      const group = writers.slice(kill * perKill, (kill + 1) * perKill)
      const writing = (async () => {
        for (let at = 0; at < group.length; at += 4) await Promise.all(group.slice(at, at + 4).map(write))
      })()
      const before = acknowledged.records.size
      await expect.poll(() => acknowledged.records.size - before, patience).toBeGreaterThan(4)
      const [victim] = workersOf(station, pages)
      if (victim === undefined) throw new Error('no worker serves a page')
      process.kill(victim, 'SIGKILL')
      await writing
      await expect.poll(() => servingWorkers(station, base), patience).toHaveLength(2)
      await expect.poll(areAllInRoom, patience).toBe(true)
      const text = `第 ${kill} 次之后`
      const danmaku = {
        kind: 'vod',
        id: titleId,
        level: 1,
        time: 10,
        mode: 'scroll',
        color: 0xffffff,
        size: 25,
      } as const
      const { token = '' } = writers.at(-1 - kill) ?? {}
      expect(await postCall(base, danmakuSend, { ...danmaku, text }, token)).toBe(replyCode.done)
      await expect.poll(() => pages.filter(({ texts }) => texts.has(text)), patience).toHaveLength(pages.length)
    }
    const attempts = pages.flatMap((page) => page.attempts)
    expect(attempts.length).toBeGreaterThan(pages.length)
    expect(new Set(attempts)).toEqual(new Set([1]))

    station.signal('SIGTERM')
    expect(await station.ended).toBe(0)
    const comments = await database.pool.query<{ content: string }>('select content from comment')
    const records = await database.pool.query<{ userId: number; positionMs: number }>(
      'select user_id as "userId", position_ms as "positionMs" from watch_record',
    )
    expect(acknowledged.comments.size).toBeGreaterThan(kills * 8)
    expect([...acknowledged.comments].filter((text) => !comments.rows.some(({ content }) => content === text))).toEqual(
      [],
    )
    const stored = new Set(records.rows.filter((row) => row.positionMs === row.userId * 1000).map((row) => row.userId))
    expect([...acknowledged.records].filter((userId) => !stored.has(userId))).toEqual([])
  },
)

test('[M05] what is said at one worker reaches the pages of the other', { timeout: 240_000 }, async () => {
  const { station, base, writers } = await openStation()
  const room = `vod:${titleId}:1`
  const pages = Array.from({ length: pageCount }, () => stayInRoom(base, room, retryMs))
  await expect.poll(() => pages.every((page) => page.isInRoom()), patience).toBe(true)
  await expect.poll(() => workersOf(station, pages).size, patience).toBe(2)
  for (const { token } of writers.slice(50, 54)) {
    const text = `来自 ${token.slice(-6)}`
    const danmaku = { kind: 'vod', id: titleId, level: 1, time: 20, mode: 'scroll', color: 0xffffff, size: 25 } as const
    expect(await postCall(base, danmakuSend, { ...danmaku, text }, token)).toBe(replyCode.done)
    await expect.poll(() => pages.filter(({ texts }) => texts.has(text)), patience).toHaveLength(pageCount)
  }
})
