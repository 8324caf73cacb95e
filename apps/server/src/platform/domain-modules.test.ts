import { setTimeout as delay } from 'node:timers/promises'
import { userExport } from '@yunmu/contract'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { playsCounted } from '../domains/catalog/index.ts'
import { createSample, sampleAdd, sampleJob, sampleUp } from '../testing/sample-domain.ts'
import { listening, openPage } from '../testing/realtime-page.ts'
import { buildTestApp, type TestApp } from '../testing/test-app.ts'
import { aTitle } from '../testing/titles.ts'
import type { DomainModule } from './domain-module.ts'
import { openModules, startModules, startSchedules, warmUpTasks } from './domain-modules.ts'
import { defineJob, type Jobs } from './jobs/jobs.ts'

const log: string[] = []
let t: TestApp
let stopSchedules: () => Promise<void>
beforeAll(async () => {
  t = await buildTestApp({ DEMO: '0' }, { modules: (platform) => [createSample(platform, log)] })
  stopSchedules = startSchedules(t.station.modules, t.platform, { runsJobs: true })
  await startModules(t.station.modules)
  await t.platform.jobs.start()
})

/** Empties the log. */
const begin = (): void => void log.splice(0)

test("a module's call is answered, and its listeners receive the module's events", async () => {
  begin()
  expect(await t.make(sampleAdd, { text: 'a' }, { as: 'lin' })).toMatchObject({ code: 0, data: { count: 1 } })
  expect((await t.make(sampleAdd, { text: 'b' }, { as: 'lin' })).data).toEqual({ count: 2 })
  expect(log).toEqual(['received a', 'received b'])
  expect((await t.make(sampleAdd, { text: 'c' })).code).toBe(12)
})

test('[M04] a route and a metric of a module are served', async () => {
  expect((await t.app.inject('/sample.txt')).body).toBe('sample')
  expect((await t.app.inject('/metrics')).body).toContain('yunmu_samples{kind="all"} 7')
})

test('an up-frame of a module reaches it, and its pushed messages reach open pages', async () => {
  begin()
  const page = await openPage(await listening(t.app))
  await page.hello(await t.tokenOf('lin'))
  page.say({ up: sampleUp.name, send: { text: 'from a page' } })
  await expect.poll(() => log).toEqual(['up from a page'])
  await t.make(sampleAdd, { text: 'd' }, { as: 'mei' })
  await page.until((frame) => 'bulletins' in frame)
})

test('a queued job and a schedule of a module run', async () => {
  begin()
  await t.platform.jobs.enqueue(sampleJob, { text: 'loud' })
  await t.platform.jobs.enqueue(defineJob('sample.deleteOld', z.object({})), {})
  await expect.poll(() => log.toSorted()).toEqual(['deleted old', 'job loud'])
})

test('[E07] data that a module stores about a user is in the export, and is deleted with the account', async () => {
  begin()
  await t.make(sampleAdd, { text: 'mine' }, { as: 'bao' })
  const { file } = userExport.reply.parse((await t.make(userExport, {}, { as: 'bao' })).data)
  expect(JSON.parse(file)).toMatchObject({ sample: ['mine'] })
  await t.platform.pool.query('update app_user set leave_at = 1 where id = $1', [t.people.bao.userId])
  await t.station.accounts.clean()
  expect(log).toEqual(['received mine', 'deleted'])
  const { rows } = await t.platform.pool.query('select from sample where user_id = $1', [t.people.bao.userId])
  expect(rows).toEqual([])
})

test('[F05] a job recounts the rankings and announces that', async () => {
  const { writer, plays, counter } = t.station.catalog
  const { id: titleId } = await writer.saveTitle(aTitle(), 1_700_000_000)
  counter.add({ titleId, network: null, visitor: 'a' })
  await counter.flush()
  let received = 0
  onTestFinished(t.events.on(playsCounted, () => received++))
  await t.platform.jobs.enqueue(defineJob('catalog.recount', z.object({})), {})
  await expect.poll(() => received).toBe(1)
  expect(await plays.rank('day', { pidId: 2, facets: [] }, 5)).toEqual([{ titleId, plays: 1 }])
})

test('a module is warmed up; at the end its timers run a last time, before it closes', async () => {
  begin()
  const { writer, counter, listing } = t.station.catalog
  const { id: titleId } = await writer.saveTitle(aTitle({ name: '末场' }), 1_700_000_000)
  counter.add({ titleId, network: null, visitor: 'b' })
  const [warmUp] = warmUpTasks(t.station.modules.filter(({ name }) => name === 'sample'))
  await warmUp?.run()
  await stopSchedules()
  await t.station.close()
  expect(log).toEqual(['warm', 'flushed', 'closed'])
  expect(await listing.hitsOf([titleId])).toEqual(new Map([[titleId, 1]]))
})

test('modules close in reverse order, and duplicate names are refused', async () => {
  const closed: string[] = []
  const named = (name: string) => ({ name, close: async () => void closed.push(name) })
  await openModules([named('a'), named('b')], t.platform)()
  expect(closed).toEqual(['b', 'a'])
  expect(() => openModules([named('a'), named('a')], t.platform)).toThrow('two domain modules are called a')
})

test('[M05] of several processes only the one that runs jobs enqueues the first run of a schedule', async () => {
  const module: DomainModule = {
    name: 'sweeper',
    schedules: [{ name: 'sweeper.sweep', everyMinutes: 24 * 60, firstRunAfterMs: 1, run: async () => {} }],
  }
  const enqueued: string[] = []
  const jobs: Jobs = { ...t.platform.jobs, every: () => {}, enqueue: async ({ name }) => void enqueued.push(name) }
  const stopWeb = startSchedules([module], { ...t.platform, jobs }, { runsJobs: false })
  await delay(20)
  await stopWeb()
  expect(enqueued).toEqual([])
  const stopWorker = startSchedules([module], { ...t.platform, jobs }, { runsJobs: true })
  await expect.poll(() => enqueued).toEqual(['sweeper.sweep'])
  await stopWorker()
})

test('a timer for processes that run jobs runs in no other', async () => {
  const ran: string[] = []
  const timer = (name: string, withJobs: boolean) => ({
    name,
    everyMs: 1,
    withJobs,
    run: async () => void ran.push(name),
  })
  const module: DomainModule = { name: 'clock', timers: [timer('clock.all', false), timer('clock.jobs', true)] }
  const stopWeb = startSchedules([module], t.platform, { runsJobs: false })
  await expect.poll(() => ran.length).toBeGreaterThan(2)
  await stopWeb()
  expect(ran).not.toContain('clock.jobs')
  const stopWorker = startSchedules([module], t.platform, { runsJobs: true })
  await expect.poll(() => ran).toContain('clock.jobs')
  await stopWorker()
})
