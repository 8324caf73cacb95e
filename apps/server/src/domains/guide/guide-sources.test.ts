import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  clock,
  fileOf,
  folder,
  guide,
  importFrom,
  importInProcess,
  needs,
  nowSec,
  platform,
  port,
  programme,
  reasonOf,
  served,
  shown,
  station,
  workerGuide,
  usual,
  xml,
} from './guide.fixture.ts'
import { createGuide, type GuideEvent } from './index.ts'
import { runSchedule } from '../../testing/modules.ts'

test('[G04] a guide is downloaded from an address, and not again while it is unchanged', async () => {
  const address = `http://127.0.0.1:${port}/e.xml.gz`
  Object.assign(served, { status: 200, etag: '"1"', body: gzipSync(xml(...usual, programme('a', '网上的', 0))) })
  expect((await importFrom(address)).results).toEqual(['imported'])
  expect((await importFrom(address)).results).toEqual(['unchanged'])
  station.push({ id: 4, name: '新来的台', aliases: [], guideId: 'b' })
  expect((await importFrom(address)).results).toEqual(['imported'])
  station.pop()
  Object.assign(served, { status: 404, etag: '"2"' })
  expect(reasonOf(await importFrom(address))).toMatch(/404/)
  expect(reasonOf(await importFrom('http://10.0.0.1/e.xml'))).toMatch(/内部网络/)
  expect(await shown(1)).toEqual([['网上的', 0, 1]])
  expect(await readdir(join(folder, 'work'))).toEqual([])
})

test('[G04] due sources are imported automatically, and a failed one is retried within the hour', async () => {
  const path = await fileOf(xml(...usual, programme('a', '一', 0)))
  await guide.sources.save(path, { everyMinutes: 720 }, nowSec)
  await guide.sources.save(join(folder, 'nirgends.xml'), { everyMinutes: 720 }, nowSec)
  await runSchedule(guide.module, 'guide.import')
  expect(await shown(1)).toEqual([['一', 0, 1]])
  const [fine, broken] = await guide.sources.list()
  expect([fine?.problem, fine?.next_sec]).toEqual(['', nowSec + 720 * 60])
  expect([broken?.problem, broken?.next_sec]).toEqual([expect.stringMatching(/找不到/), nowSec + 3600])
  await writeFile(path, xml(...usual, programme('a', '二', 0)))
  await utimes(path, 1, 1)
  await runSchedule(guide.module, 'guide.import')
  expect(await shown(1)).toEqual([['一', 0, 1]])
  clock.now += 721 * 60_000
  await runSchedule(guide.module, 'guide.import')
  expect(await shown(1)).toEqual([['二', 0, 1]])
})

test('[G04] an unexpected failure of a source is stored, and the sources after it are imported', async () => {
  const fine = await fileOf(xml(...usual, programme('a', '一', 0)))
  const bad = await fileOf(xml(...usual))
  const breaking = createGuide(platform, {
    ...needs,
    async runImport(order, options) {
      if (order.file === bad) throw Object.assign(new Error(`EACCES: ${bad}`), { code: 'EACCES' })
      return importInProcess(order, options)
    },
  })
  const [first, second] = [await guide.sources.save(bad, {}, nowSec), await guide.sources.save(fine, {}, nowSec)]
  const reported: GuideEvent[] = []
  const options = {
    signal: new AbortController().signal,
    report: (event: GuideEvent): void => void reported.push(event),
  }
  expect(await breaking.importSources([first, second], options)).toEqual(['failed', 'imported'])
  expect(reported).toContainEqual({ event: 'failed', address: bad, reason: expect.stringMatching(/意外的错误/) })
  const [noted] = await guide.sources.list()
  expect([noted?.problem, noted?.next_sec]).toEqual([expect.stringMatching(/意外的错误/), nowSec + 3600])
  expect(await shown(1)).toEqual([['一', 0, 1]])
})

test('[G04] the worker thread also imports, one guide at a time, and reports errors', async () => {
  const fine = await fileOf(xml(...usual, programme('a', '一', 0)))
  const broken = await fileOf(Buffer.from('<tv>'))
  const source = await guide.sources.save(fine, {}, nowSec)
  const started = Promise.withResolvers<void>()
  const report = ({ event }: GuideEvent): void => void (event === 'started' && started.resolve())
  const importing = workerGuide.importSources([source], { signal: new AbortController().signal, report })
  await started.promise
  expect((await importFrom(broken, {}, workerGuide)).results).toBe('busy')
  expect(await importing).toEqual(['imported'])
  expect(reasonOf(await importFrom(broken, {}, workerGuide))).toMatch(/截断/)
  expect(await shown(1)).toEqual([['一', 0, 1]])
}, 120_000)

test('[G04] an aborted import changes nothing', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => programme('a', `节目${at}`, at / 60, 1 / 60))
  const source = await guide.sources.save(await fileOf(xml(...usual, ...many)), {}, nowSec)
  const stop = new AbortController()
  const importing = workerGuide.importSources([source], {
    signal: stop.signal,
    report: (event) => event.event === 'started' && setTimeout(() => stop.abort(new Error('aborted')), 20),
  })
  await expect(importing).rejects.toThrow('aborted')
  expect(await shown(1)).toEqual([])
}, 120_000)
