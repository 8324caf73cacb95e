import { homeAnchor } from '@yunmu/contract'
import { createServer } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { atFileEnd } from './testing/at-file-end.ts'
import { runJob } from './testing/modules.ts'
import { buildTestApp, type TestApp } from './testing/test-app.ts'
import { aTitle } from './testing/titles.ts'

/** A source that has categories and no titles. */
const remote = createServer((_request, response) => {
  response.end('{"code":1,"page":1,"pagecount":1,"class":[{"type_id":6,"type_pid":0,"type_name":"动作片"}],"list":[]}')
}).listen(0, '127.0.0.1')
atFileEnd(async () => void remote.close())

let t: TestApp
let url = ''
beforeAll(async () => {
  const address = remote.address()
  const port = typeof address === 'object' && address ? address.port : 0
  url = `http://127.0.0.1:${port}/api.php/provide/vod/`
  t = await buildTestApp({ EGRESS_ALLOW: `127.0.0.1:${port}` })
})

const now = (): number => Math.floor(t.clock.nowMs() / 1000)
const newest = async () => (await t.station.audit.find({}, 1))[0]
const undoNewest = async (): Promise<unknown> => t.station.audit.undo((await newest())?.id ?? 0, 'mei')

test('[E07] what is decided about hosts is in the audit log, and its undo settles what plays', async () => {
  const { manager, module } = t.station.remote
  const { id } = await t.station.catalog.writer.saveTitle(aTitle(), now())
  await manager.add({ titleId: id, source: '量子', level: 1, url: 'https://v.example/1.m3u8' })
  expect(await newest()).toMatchObject({
    act: 'address add',
    subject: `title ${id}`,
    after: { line: '量子', level: 1, url: 'https://v.example/1.m3u8' },
  })
  await manager.hosts.allow('v.example', 'direct')
  expect(await newest()).toMatchObject({
    domain: 'remote',
    actor: 'operator',
    act: 'hosts allow',
    subject: 'host https://v.example',
    before: { mode: 'undecided' },
    after: { mode: 'direct' },
  })
  const states = async () => (await t.platform.pool.query('select state from episode')).rows
  expect(await states()).toEqual([{ state: 'ready' }])
  const [host] = await manager.hosts.list()
  expect(await undoNewest()).toMatchObject({ entryId: expect.any(Number) })
  await runJob(module, 'remote.settleHost', { hostId: host?.id })
  expect([(await manager.hosts.list())[0]?.mode, await states()]).toEqual(['undecided', [{ state: 'pending' }]])
  const [address] = await manager.list(id)
  await manager.remove(address?.id ?? 0)
  expect(await newest()).toMatchObject({ act: 'address remove', before: { url: 'https://v.example/1.m3u8' } })
})

test('[E07] what is done with collection sources is in the audit log; what is set and bound can be undone', async () => {
  const { manager, runner } = t.station.collection
  const signal = new AbortController().signal
  const source = await manager.add({ name: '源一', url, everyMinutes: 60 }, signal)
  if (source === 'known') throw new Error('known')
  expect(await newest()).toMatchObject({ act: 'collect add', subject: 'source 源一', after: { url, everyMinutes: 60 } })
  await manager.set(source, { everyMinutes: 90, overwrite: ['name'] })
  expect(await newest()).toMatchObject({
    act: 'collect set',
    before: { values: { every_minutes: 60 } },
    after: { values: { every_minutes: 90, overwrite: ['name'] } },
  })
  expect(await undoNewest()).toMatchObject({ entryId: expect.any(Number) })
  expect(await manager.find('源一')).toMatchObject({ every_minutes: 60, overwrite: source.overwrite })
  const [binding] = await manager.bindings(source)
  await manager.bind(source, 6, null)
  expect(await newest()).toMatchObject({ act: 'collect bind', after: { remoteName: '动作片', typeId: null } })
  expect(await undoNewest()).toMatchObject({ entryId: expect.any(Number) })
  expect(await manager.bindings(source)).toEqual([binding])
  const { run } = await runner.begin(source, 'apply')
  await manager.noteRun(run, { full: false })
  expect(await newest()).toMatchObject({ act: 'collect run', after: { run: run.id } })
  await runner.execute(run.id, { signal })
  await manager.remove(source)
  expect(await newest()).toMatchObject({ act: 'collect remove', before: { url }, after: null })
})

test('[E07] passwords, the mark for minors, texts of pages and advertisements are in the audit log, without secrets', async () => {
  const { id } = await t.station.catalog.writer.saveTitle(aTitle(), now())
  const part = { kind: 'vod' as const, id, line: 0 }
  await t.station.locks.manager.set(part, 'kaimen-1234')
  expect(await newest()).toMatchObject({ act: 'lock set', subject: `title ${id}`, after: { line: 0, locked: true } })
  expect(JSON.stringify(await t.station.audit.find({ act: 'lock set' }, 5))).not.toMatch(/kaimen|argon/)
  expect(await undoNewest()).toBe('CannotBeUndone')
  await t.station.locks.manager.clear(part)
  expect(await newest()).toMatchObject({ act: 'lock clear', before: { locked: true }, after: { locked: false } })

  await t.station.catalog.corrections.titles.markAdult('operator', id, true)
  expect(await newest()).toMatchObject({ act: 'adult set', subject: `title ${id}` })
  expect(await undoNewest()).toMatchObject({ entryId: expect.any(Number) })
  expect(await t.station.catalog.writer.adultTitles()).toEqual([])

  const { entries } = t.station.seo
  await entries.set('Index', { seo_title: '甲' })
  await entries.set('Index', { seo_title: '乙' })
  expect(await newest()).toMatchObject({
    act: 'seo set',
    subject: 'page Index',
    before: { seo_title: '甲' },
    after: { seo_title: '乙' },
  })
  expect(await undoNewest()).toMatchObject({ entryId: expect.any(Number) })
  expect(await entries.list()).toMatchObject([{ seo_title: '甲' }])
  await entries.remove('Index')
  expect(await undoNewest()).toMatchObject({ entryId: expect.any(Number) })
  expect(await entries.list()).toMatchObject([{ page: 'Index', seo_title: '甲' }])

  const ad = { anchor: homeAnchor, platform: null, uri: '', img: null, html: '<b>广告</b>', name: '测试' }
  const added = await t.station.ads.add(ad, now())
  expect(await newest()).toMatchObject({ act: 'ad add', subject: `ad ${String(added)}`, after: { name: '测试' } })
  expect((await newest())?.after).not.toHaveProperty('html')
  await t.station.ads.remove(Number(added))
  expect(await newest()).toMatchObject({ act: 'ad remove', after: null })
})
