import { userExport } from '@yunmu/contract'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { playsCounted } from '../domains/catalog/index.ts'
import { createNotes, noteAdd, noteJob, noteUp } from '../testing/notes-domain.ts'
import { listening, openPage } from '../testing/realtime-page.ts'
import { buildTestApp, type TestApp } from '../testing/test-app.ts'
import { aTitle } from '../testing/titles.ts'
import { openModules, startModules, startSchedules, warmUpTasks } from './domain-modules.ts'
import { defineJob } from './jobs/jobs.ts'

const log: string[] = []
let t: TestApp
let stopSchedules: () => Promise<void>
beforeAll(async () => {
  t = await buildTestApp({ DEMO: '0' }, { modules: (platform) => [createNotes(platform, log)] })
  stopSchedules = startSchedules(t.station.modules, t.platform)
  await startModules(t.station.modules)
  await t.platform.jobs.start()
})

/** Forgets what happened before. */
const begin = (): void => void log.splice(0)

test('[M04] a call of a module answers, and its listeners hear what it announces', async () => {
  begin()
  expect(await t.make(noteAdd, { text: 'a' }, { as: 'lin' })).toMatchObject({ code: 0, data: { count: 1 } })
  expect((await t.make(noteAdd, { text: 'b' }, { as: 'lin' })).data).toEqual({ count: 2 })
  expect(log).toEqual(['heard a', 'heard b'])
  expect((await t.make(noteAdd, { text: 'c' })).code).toBe(12)
})

test('[M04] a route and a metric of a module are served', async () => {
  expect((await t.app.inject('/notes.txt')).body).toBe('notes')
  expect((await t.app.inject('/metrics')).body).toContain('yunmu_notes{kind="all"} 7')
})

test('[M04] an up-frame of a module reaches it, and what it pushes reaches open pages', async () => {
  begin()
  const page = await openPage(await listening(t.app))
  await page.hello(await t.tokenOf('lin'))
  page.say({ up: noteUp.name, send: { text: 'from a page' } })
  await expect.poll(() => log).toEqual(['up from a page'])
  await t.make(noteAdd, { text: 'd' }, { as: 'mei' })
  await page.until((frame) => 'bulletins' in frame)
})

test('[M04] a queued job and a schedule of a module run', async () => {
  begin()
  await t.platform.jobs.enqueue(noteJob, { text: 'loud' })
  await t.platform.jobs.enqueue(defineJob('notes.tidy', z.object({})), {})
  await expect.poll(() => log.toSorted()).toEqual(['job loud', 'tidied'])
})

test('[E07] what a module stores about a person is in the export, and gone with the account', async () => {
  begin()
  await t.make(noteAdd, { text: 'mine' }, { as: 'bao' })
  const { file } = userExport.reply.parse((await t.make(userExport, {}, { as: 'bao' })).data)
  expect(JSON.parse(file)).toMatchObject({ notes: ['mine'] })
  await t.platform.pool.query('update app_user set leave_at = 1 where id = $1', [t.people.bao.userId])
  await t.station.accounts.clean()
  expect(log).toEqual(['heard mine', 'deleted'])
  const { rows } = await t.platform.pool.query('select from note where user_id = $1', [t.people.bao.userId])
  expect(rows).toEqual([])
})

test('[F10] the rankings are counted anew as a job, and everybody hears of it', async () => {
  const { writer, plays, counter } = t.station.catalog
  const { id: titleId } = await writer.saveTitle(aTitle(), 1_700_000_000)
  counter.add({ titleId, network: null, visitor: 'a' })
  await counter.flush()
  let heard = 0
  onTestFinished(t.events.on(playsCounted, () => heard++))
  await t.platform.jobs.enqueue(defineJob('catalog.recount', z.object({})), {})
  await expect.poll(() => heard).toBe(1)
  expect(await plays.rank('day', { pidId: 2, facets: [] }, 5)).toEqual([{ titleId, plays: 1 }])
})

test('[F10] a module is warmed up; at the end its timers run a last time, before it closes', async () => {
  begin()
  const { writer, counter, listing } = t.station.catalog
  const { id: titleId } = await writer.saveTitle(aTitle({ name: '末场' }), 1_700_000_000)
  counter.add({ titleId, network: null, visitor: 'b' })
  const [warmUp] = warmUpTasks(t.station.modules.filter(({ name }) => name === 'notes'))
  await warmUp?.run()
  await stopSchedules()
  await t.station.close()
  expect(log).toEqual(['warm', 'flushed', 'closed'])
  expect(await listing.hitsOf([titleId])).toEqual(new Map([[titleId, 1]]))
})

test('[M04] modules close in reverse order; two of one name are refused', async () => {
  const closed: string[] = []
  const named = (name: string) => ({ name, close: async () => void closed.push(name) })
  await openModules([named('a'), named('b')], t.platform)()
  expect(closed).toEqual(['b', 'a'])
  expect(() => openModules([named('a'), named('a')], t.platform)).toThrow('two domain modules are called a')
})
