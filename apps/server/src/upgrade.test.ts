import {
  commentList,
  danmakuList,
  indexMessages,
  liveInfo,
  tvProgrammes,
  userWatches,
  vodDetail,
  vodFavoriteList,
} from '@yunmu/contract'
import { runMigrations } from 'graphile-worker'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrateToLatest } from './platform/database/migrate.ts'
import { queueLogger } from './platform/jobs/jobs-runner.ts'
import { createLogger } from './platform/process/logger.ts'
import { accountsOf } from './testing/accounts.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { dumpStation, parseDump, restoreStation, type StationDump } from './testing/upgrade/station-dump.ts'

const folder = join(import.meta.dirname, '../fixtures')
const fixtures = readdirSync(folder).filter((file) => /^upgrade-.*\.jsonl$/.test(file))

test('[M04] there is a fixture for upgrades', () => {
  expect(fixtures).toContain('upgrade-0.2.0.jsonl')
})

describe.each(fixtures)('[M04] %s', (file) => {
  const dump = parseDump(readFileSync(join(folder, file), 'utf8'))
  let emptyTables: string[]
  let restored: StationDump
  let upgraded: StationDump
  let t: TestApp

  beforeAll(async () => {
    const database = await createTestDatabase()
    const { db, pool } = database
    await pool.query('drop schema public cascade; create schema public')
    await migrateToLatest(db, dump.lastMigration)
    await runMigrations({ pgPool: pool, logger: queueLogger(createLogger({ level: 'silent' })) })
    await restoreStation(pool, dump)
    restored = await dumpStation(pool)
    emptyTables = await findEmptyTables(pool)
    await migrateToLatest(db)
    upgraded = await dumpStation(pool)
    t = await buildTestApp({}, { database })
    const [title] = dump.rows.title ?? []
    t.clock.set((Number(title?.created_at) + 600) * 1000)
  })

  test('is restored unchanged, with rows in every table', () => {
    expect(restored.lines).toEqual(dump.lines)
    expect(emptyTables).toEqual([])
  })

  test('[J03] limits streams at once only after its operator said so', async () => {
    expect((await t.station.site.read()).streams_user).toBe(0)
  })

  test('loses no row in later migrations', () => {
    for (const [table, rows] of Object.entries(dump.rows)) {
      const kept = rows.map((row): unknown => expect.objectContaining(row))
      expect(upgraded.rows[table], table).toEqual(expect.arrayContaining(kept))
    }
  })

  test('is shown to visitors by this version', async () => {
    const title = { kind: 'vod', id: 1 } as const
    const dataOf = async (answer: ReturnType<TestApp['make']>): Promise<unknown> => (await answer).data
    expect(await dataOf(t.make(vodDetail, { type: 2, id: 1 }))).toMatchObject({ name: '旧日来信', year: 2026 })
    expect(await dataOf(t.make(commentList, { ...title, order: 'hot', page: 1 }))).toMatchObject({
      all: 2,
      list: [{ content: '好看', replies: { list: [{ content: '同意' }] } }],
    })
    expect(await dataOf(t.make(danmakuList, { ...title, level: 1, pack: 0 }))).toMatchObject({
      list: [{ text: '来了', time: 5 }],
    })
    expect(await dataOf(t.make(liveInfo, { types: 'all', group: '0', stream: 0, id: 1 }))).toMatchObject({
      name: '云幕一套',
    })
    expect(await dataOf(t.make(tvProgrammes, { ids: [1], day: '0' }))).toMatchObject({
      list: [{ programmes: [{ name: '晚间剧场' }] }],
    })
  })

  test('lets its users sign in, with their records and messages', async () => {
    const { token } = await accountsOf(t).enter('linxia')
    const dataOf = async (answer: ReturnType<TestApp['make']>): Promise<unknown> => (await answer).data
    expect(await dataOf(t.make(userWatches, { count: 10 }, { token }))).toMatchObject({
      list: expect.arrayContaining([
        expect.objectContaining({ type: 'vod', name: '旧日来信', currentTime: 60 }),
        expect.objectContaining({ type: 'live', id: 1 }),
      ]),
    })
    expect(await dataOf(t.make(vodFavoriteList, { page: 1, size: 10 }, { token }))).toMatchObject({
      list: [{ name: '旧日来信' }],
    })
    expect(await dataOf(t.make(indexMessages, { type: 'comment_thumb_up', n: 5 }, { token }))).toMatchObject({
      list: [{ userNickName: 'meizi' }],
    })
  })

  test('loses the scheduled jobs whose names have changed, and no other jobs', async () => {
    const { pool, jobs, metrics } = t.platform
    const tasks = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ task: string }>('select task_identifier as task from graphile_worker.jobs')
      return rows.map(({ task }) => task)
    }
    expect(await tasks()).toEqual(expect.arrayContaining(['mail.deliver', 'danmaku.makeWaiting']))
    await jobs.start()
    expect(await tasks()).not.toContain('danmaku.makeWaiting')
    expect(await tasks()).not.toContain('library.forgetRemoved')
    const delivered = 'yunmu_jobs_total{kind="mail.deliver",outcome="done"} 1'
    await expect.poll(async () => (await metrics.text()).body).toContain(delivered)
  })
})

/** Tables of the product without rows. */
async function findEmptyTables(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`,
  )
  const empty: string[] = []
  for (const { name } of tables)
    if ((await pool.query(`select from "${name}" limit 1`)).rowCount === 0) empty.push(name)
  return empty
}
