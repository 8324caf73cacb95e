import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openFolder } from '../../testing/open-folder.ts'
import { StationProcess, stranger, strangersMayRun } from '../../testing/station-process.ts'
import type { DatabaseConnection, DatabaseHandle } from './database-handle.ts'
import { findPostmaster, isPostmasterOf } from './lock-files.ts'
import { stopPostmaster } from './postmaster.ts'
import { socketLockFile } from './socket-directory.ts'
import { startDatabase } from './start-database.ts'

const pgDataOf = (dataDir: string): string => path.join(dataDir, 'pg', 'data')

function dataFolder(...names: string[]): string {
  const dataDir = path.join(openFolder(), ...names, 'data')
  onTestFinished(() => stopPostmaster(pgDataOf(dataDir)))
  return dataDir
}

function start(dataDir: string, log: (line: string) => void = () => undefined): Promise<DatabaseHandle> {
  return startDatabase({ dataDir, log })
}

function poolFor(connection: DatabaseConnection): pg.Pool {
  const pool = new pg.Pool(connection)
  pool.on('error', () => undefined)
  return pool
}

async function query(connection: DatabaseConnection, text: string): Promise<Record<string, unknown>[]> {
  const pool = poolFor(connection)
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows
  } finally {
    await pool.end()
  }
}

function postmasterOf(dataDir: string): number {
  const pid = findPostmaster(pgDataOf(dataDir))
  if (pid === undefined) throw new Error('no postmaster')
  return pid
}

async function lastAcknowledged(writer: StationProcess): Promise<number> {
  await writer.until((said) => (said.acknowledged ?? 0) >= 200)
  await writer.kill()
  return writer.said.at(-1)?.acknowledged ?? 0
}

test('a stop ends the server, and the next start finds the rows', async () => {
  const dataDir = dataFolder()
  const first = await start(dataDir)
  const pid = postmasterOf(dataDir)
  await query(first.connection, 'create table note as select 7 as id')
  await first.stop()
  expect(isPostmasterOf(pid, pgDataOf(dataDir))).toBe(false)
  expect(existsSync(path.join(dataDir, 'pg', 'run'))).toBe(false)

  const second = await start(dataDir)
  expect(await query(second.connection, 'select id from note')).toEqual([{ id: 7 }])
  expect(statSync(path.join(dataDir, 'pg', 'password')).mode & 0o777).toBe(0o600)
  // The ctype is right if the database treats a Chinese character as a letter.
  expect(await query(second.connection, "select '流' ~ '^[[:alpha:]]$' as letter")).toEqual([{ letter: true }])
  await second.stop()
})

test('a killed process leaves the server running, and the next start adopts it with every acknowledged row', async () => {
  const dataDir = dataFolder()
  const writer = new StationProcess(dataDir)
  writer.say('write')
  const acknowledged = await lastAcknowledged(writer)
  const orphan = postmasterOf(dataDir)

  const next = await start(dataDir)
  expect(postmasterOf(dataDir)).toBe(orphan)
  const [row] = await query(next.connection, 'select max(id)::int as last, count(*)::int as rows from note')
  expect(Number(row?.['rows'])).toBe(Number(row?.['last']))
  expect(Number(row?.['last'])).toBeGreaterThanOrEqual(acknowledged)
  await next.stop()
  expect(isPostmasterOf(orphan, pgDataOf(dataDir))).toBe(false)
})

test('a server that is killed while in use comes back, and pools go on with every acknowledged row', async () => {
  const dataDir = dataFolder()
  const lines: string[] = []
  const database = await start(dataDir, (line) => lines.push(line))
  const pool = poolFor(database.connection)
  await pool.query('create table note as select 7 as id')
  const killed = postmasterOf(dataDir)
  process.kill(killed, 'SIGKILL')

  await expect.poll(() => lines).toContain('数据库已恢复。')
  expect((await pool.query('select id from note')).rows).toEqual([{ id: 7 }])
  expect(postmasterOf(dataDir)).not.toBe(killed)
  await pool.end()
  await database.stop()
})

test('after writer and server were both killed the next start recovers, even if another program has the old process id', async () => {
  const dataDir = dataFolder()
  const writer = new StationProcess(dataDir)
  writer.say('write')
  const acknowledged = await lastAcknowledged(writer)
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  const { uid, gid } = statSync(pgDataOf(dataDir))
  const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  onTestFinished(() => void other.kill())
  for (const lock of [
    path.join(pgDataOf(dataDir), 'postmaster.pid'),
    socketLockFile(path.join(dataDir, 'pg', 'run')),
  ]) {
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(other.pid)))
  }

  const next = await start(dataDir)
  const [row] = await query(next.connection, 'select max(id)::int as last from note')
  expect(Number(row?.['last'])).toBeGreaterThanOrEqual(acknowledged)
  expect(other.exitCode).toBeNull()
  await next.stop()
})

test('of two processes of one station the last one stops the server', async () => {
  const dataDir = dataFolder()
  const station = new StationProcess(dataDir)
  const imported = await start(dataDir)
  expect(imported.connection).toEqual(await station.connection())
  const pid = postmasterOf(dataDir)

  await imported.stop()
  expect(isPostmasterOf(pid, pgDataOf(dataDir))).toBe(true)
  expect(await query(await station.connection(), 'select 1 as alive')).toEqual([{ alive: 1 }])
  await station.stop()
  expect(isPostmasterOf(pid, pgDataOf(dataDir))).toBe(false)
})

test('two processes that stop concurrently leave no server running', async () => {
  const dataDir = dataFolder()
  const [one, two] = await Promise.all([start(dataDir), start(dataDir)])
  const pid = postmasterOf(dataDir)
  await Promise.all([one.stop(), two.stop()])
  expect(isPostmasterOf(pid, pgDataOf(dataDir))).toBe(false)
})

test('processes that start concurrently on an empty folder share one database', async () => {
  const dataDir = dataFolder()
  const stations = [new StationProcess(dataDir), new StationProcess(dataDir)]
  const [one, two] = await Promise.all(stations.map((station) => station.connection()))
  expect(two).toEqual(one)
  expect(readdirSync(dataDir)).toEqual(['pg'])
  for (const station of stations) await station.stop()
})

test('two stations side by side are separate, one of them in a long path with spaces and Chinese characters', async () => {
  const near = dataFolder()
  const far = dataFolder('我的 影视站，"正式"', '片'.repeat(40), 'station')
  const [one, two] = await Promise.all([start(near), start(far)])
  await query(one.connection, 'create table note as select 1 as id')
  await query(two.connection, 'create table note as select 2 as id')
  expect(await query(one.connection, 'select id from note')).toEqual([{ id: 1 }])
  expect(await query(two.connection, 'select id from note')).toEqual([{ id: 2 }])
  await Promise.all([one.stop(), two.stop()])
})

test.runIf(strangersMayRun)('an ordinary user runs the server without another user', async () => {
  const parent = openFolder()
  const dataDir = path.join(parent, 'data')
  onTestFinished(() => stopPostmaster(pgDataOf(dataDir)))
  const station = new StationProcess(dataDir, stranger.uid)
  await station.connection()
  expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(stranger.uid)
  await station.stop()
  expect(station.said.at(-1)).toEqual({ stopped: true })

  const asRoot = await start(dataDir)
  expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(stranger.uid)
  await asRoot.stop()
})
