import { writeXmltv, type XmltvChannel, type XmltvProgramme } from '@yunmu/formats'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { createEgress } from '../../platform/egress.ts'
import { createEvents, defineEvent, loneBus } from '../../platform/events.ts'
import { createLogger } from '../../platform/logger.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import * as z from 'zod/mini'
import { fillDraft } from './fill-draft.ts'
import { writeGuide } from './merge-store.ts'
import { createGuide, guideChanged, type GuideEvent, type GuideNeeds, type GuideTables } from './index.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'yunmu-guide-'))
const served = { status: 200, body: Buffer.alloc(0), etag: '', asked: 0 }
const server = createServer((request, reply) => {
  served.asked++
  const isKnown = served.etag !== '' && request.headers['if-none-match'] === served.etag
  reply.writeHead(isKnown ? 304 : served.status, served.etag === '' ? {} : { etag: served.etag })
  reply.end(isKnown ? undefined : served.body)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const port = Number(Object(server.address()).port)
const egress = createEgress({ allow: [`127.0.0.1:${port}`] })
atFileEnd(async () => {
  server.close()
  await egress.close()
  await rm(folder, { recursive: true })
})

const nowMs = Date.UTC(2026, 10, 21, 4)
const nowSec = nowMs / 1000
const clock = { now: nowMs, nowMs: () => clock.now }
const events = createEvents(loneBus, (err) => {
  throw err
})
const empty = { list: [], total: 0, page: 1, size: 1 }
const station = [
  { id: 1, name: 'CCTV-1 综合', aliases: [], guideId: '' },
  { id: 2, name: '湖南卫视', aliases: [], guideId: '' },
  { id: 3, name: '云幕影院', aliases: [], guideId: 'cinema' },
]
const needs: GuideNeeds = {
  ...{ dataDir: folder, clock, events, egress, connection: database.connection },
  log: createLogger({ level: 'silent' }),
  channels: {
    all: async () => station,
    replayable: async (ids) => {
      const week = { sinceMs: nowMs - 7 * 86_400_000, running: true }
      return new Map(ids.filter((id) => id < 4).map((id) => [id, id === 1 ? week : null]))
    },
    replayAddress: async () => 'NoReplay',
  },
  lists: {
    ...{ overseas: async () => empty, linear: async () => empty, active: async () => empty },
    ...{ recommended: async () => [], ranked: async () => [] },
  },
  channelsChanged: defineEvent('test.channels', z.object({})),
}
const db = database.db.withTables<GuideTables>()
const threaded = createGuide(db, needs)
/** Without the thread, whose start takes longer than most imports here. */
const guide = createGuide(db, needs, (order, { onWord }) => writeGuide(db, (draft) => fillDraft(order, draft, onWord)))
let changes = 0
events.on(guideChanged, () => changes++)

const channel = (id: string, ...names: string[]): XmltvChannel => ({ kind: 'channel', id, names, icon: '' })
/** `hour` from now. */
const programme = (on: string, title: string, hour: number, length: number | null = 1): XmltvProgramme => ({
  ...{ kind: 'programme', channel: on, title, subtitle: '', description: '', categories: [], episode: '', icon: '' },
  startSec: nowSec + hour * 3600,
  stopSec: length === null ? null : nowSec + (hour + length) * 3600,
})
const xml = (...entries: (XmltvChannel | XmltvProgramme)[]): Buffer => Buffer.from([...writeXmltv(entries)].join(''))
const usual = [channel('a', 'CCTV1'), channel('b', '湖南衛視 HD')]

let files = 0
async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${++files}.xml`)
  await writeFile(path, bytes)
  return path
}
interface Imported {
  results: string[] | 'busy'
  events: GuideEvent[]
}
async function importFrom(
  address: string,
  settings: Parameters<typeof guide.sources.save>[1] = {},
  by = guide,
): Promise<Imported> {
  const heard: GuideEvent[] = []
  const source = await guide.sources.save(address, settings, nowSec)
  const report = (event: GuideEvent): void => void heard.push(event)
  const results = await by.importSources([source], { signal: new AbortController().signal, report })
  return { results, events: heard }
}
/** Always the same source, with another file. */
async function importBytes(bytes: Uint8Array): Promise<Imported> {
  await writeFile(join(folder, 'guide'), bytes)
  return importFrom(join(folder, 'guide'))
}
const reasonOf = ({ events: heard }: Imported): string =>
  heard.map((event) => (event.event === 'failed' ? event.reason : '')).join('')
/** Names and hours from now of what a channel shows. */
const shown = async (id: number): Promise<[string, number, number][]> =>
  (await guide.of(id, nowSec - 90 * 86_400, nowSec + 90 * 86_400)).map(({ name, startSec, endSec }) => [
    ...([name, (startSec - nowSec) / 3600, (endSec - nowSec) / 3600] as const),
  ])

beforeEach(async () => {
  await database.pool.query('truncate programme; truncate guide_source cascade')
  events.announce(guideChanged, {})
  changes = 0
  clock.now = nowMs
})

test('[G04] a file that is no whole guide leaves the old one and says why', async () => {
  const good = xml(...usual, programme('a', '旧节目', 0), programme('a', '旧节目二', 1))
  expect((await importBytes(good)).results).toEqual(['imported'])
  const before = await guide.of(1, nowSec - 7200, nowSec + 7200)
  const fresh = xml(...usual, programme('a', '新节目', 0))
  const bomb = gzipSync(Buffer.concat([Buffer.from('<tv><!--'), Buffer.alloc(16 * 1024 * 1024, 0x20)]))
  const entities = `<?xml version="1.0"?><!DOCTYPE tv [<!ENTITY a "1"><!ENTITY b "&a;&a;">]><tv><channel id="a"><display-name>&b;</display-name></channel></tv>`
  const cases: [string, Uint8Array, RegExp][] = [
    ['nothing', Buffer.alloc(0), /不是 XMLTV/],
    ['a web page', Buffer.from('<!DOCTYPE html><html></html>'), /不是 XMLTV/],
    ['a cut file', fresh.subarray(0, -8), /截断/],
    ['a cut gzip', gzipSync(fresh).subarray(0, -20), /压缩文件损坏/],
    ['a broken gzip', Buffer.concat([gzipSync(fresh), Buffer.from('x')]), /压缩文件损坏/],
    ['a gzip bomb', bomb, /长得不合理/],
    ['an entity bomb', Buffer.from(entities), /实体/],
    ['wrong bytes', Buffer.concat([fresh.subarray(0, -8), Buffer.from([0xd6, 0xd0]), fresh.subarray(-8)]), /编码/],
    ['a zip', Buffer.from('PK\u0003\u0004......'), /zip/],
    ['no programmes', xml(...usual), /没有节目/],
    ['nothing of ours', xml(channel('z', '没有的台'), programme('z', '别台的', 0)), /没有本站频道/],
    ['another year', xml(...usual, programme('a', '去年的', -24 * 365)), /没有本站频道近期/],
  ]
  for (const [name, bytes, reason] of cases) {
    const imported = await importBytes(bytes)
    expect([name, imported.results]).toEqual([name, ['failed']])
    expect([name, reasonOf(imported)]).toEqual([name, expect.stringMatching(reason)])
  }
  expect(await guide.of(1, nowSec - 7200, nowSec + 7200)).toEqual(before)
  expect(changes).toBe(1)
  expect((await guide.sources.list()).map(({ problem }) => problem)).toEqual([expect.stringMatching(/近期/)])
})

test('[G04] an xz bomb and a broken xz leave the old guide, and a whole one is read', async () => {
  const fresh = xml(...usual, programme('a', '新节目', 0))
  const xz = (bytes: Uint8Array): Buffer => execFileSync('xz', ['-c', '-0'], { input: bytes, maxBuffer: 1e9 })
  const bomb = xz(Buffer.concat([Buffer.from('<tv>'), Buffer.alloc(16 * 1024 * 1024, 0x61)]))
  expect(reasonOf(await importBytes(bomb))).toMatch(/长得不合理/)
  expect(reasonOf(await importBytes(xz(fresh).subarray(0, -12)))).toMatch(/压缩文件损坏/)
  expect(await shown(1)).toEqual([])
  expect((await importBytes(xz(fresh))).results).toEqual(['imported'])
  expect(await shown(1)).toEqual([['新节目', 0, 1]])
})

test('[G04] channels are matched by names in either script, and what is nobody’s is passed over', async () => {
  const bytes = xml(
    ...[...usual, channel('cinema', '另一个名字'), channel('z', '没有的台')],
    ...[programme('a', '一', 0), programme('b', '二', 0), programme('cinema', '三', 0), programme('z', '四', 0)],
  )
  const { events: heard } = await importBytes(gzipSync(bytes))
  expect(heard.at(-1)).toMatchObject({ event: 'imported', programmes: 4, channels: 4, matched: 3, taken: 3, faults: 0 })
  expect([await shown(1), await shown(2), await shown(3)]).toEqual([[['一', 0, 1]], [['二', 0, 1]], [['三', 0, 1]]])
})

test('[G04] a newer guide takes the place of the older one where it says something, and the past is kept', async () => {
  await importBytes(
    xml(
      ...usual,
      programme('a', '前天', -48),
      programme('a', '昨晚', -10, 4),
      programme('a', '将来', 5),
      programme('b', '别台', 0),
    ),
  )
  const [kept] = await guide.of(1, nowSec - 49 * 3600, nowSec - 47 * 3600)
  await importBytes(xml(...usual, programme('a', '改了', -8), programme('a', '改期', 6)))
  expect(await shown(1)).toEqual([
    ['前天', -48, -47],
    ['昨晚', -10, -8],
    ['改了', -8, -7],
    ['改期', 6, 7],
  ])
  expect(await shown(2)).toEqual([['别台', 0, 1]])
  expect((await guide.of(1, nowSec - 49 * 3600, nowSec - 47 * 3600))[0]).toEqual(kept)
})

test('[G04] what is the same keeps its number, and nobody is told of nothing', async () => {
  const bytes = xml(...usual, programme('a', '一', 0), programme('a', '二', 1))
  await importBytes(bytes)
  const before = await guide.of(1, nowSec, nowSec + 7200)
  expect((await importBytes(bytes)).events.at(-1)).toMatchObject({ event: 'imported' })
  expect((await guide.of(1, nowSec, nowSec + 7200)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('[G04] times are moved by what is set for a source and for a channel', async () => {
  const path = await fileOf(xml(...usual, programme('a', '一', 0), programme('b', '二', 0)))
  const source = await guide.sources.save(path, { shiftMinutes: 60 }, nowSec)
  await guide.sources.setChannel(source.id, { channelId: 2, shiftMinutes: -30, outsideId: '' })
  await importFrom(path)
  expect([await shown(1), await shown(2)]).toEqual([[['一', 1, 2]], [['二', 0.5, 1.5]]])
})

test('[G04] what is written by hand stays, and imports go around it', async () => {
  await importBytes(xml(...usual, programme('a', '一', 0, 2), programme('a', '二', 2, 2)))
  await guide.saveProgrammes(1, [
    { startSec: nowSec + 3600, endSec: nowSec + 3 * 3600, name: '直播', sub: '决赛', img: 'p/1.jpg' },
  ])
  const after = [
    ['一', 0, 1],
    ['直播', 1, 3],
  ]
  expect(await shown(1)).toEqual(after)
  await importBytes(xml(...usual, programme('a', '一', 0, 2), programme('a', '二', 2, 2), programme('a', '三', 4, 1)))
  expect(await shown(1)).toEqual([...after, ['三', 4, 5]])
  await guide.saveProgrammes(1, [])
  await guide.saveProgrammes(1, [{ startSec: nowSec + 3600, endSec: nowSec + 3 * 3600, name: '改为重播' }])
  expect(await shown(1)).toEqual([
    ['一', 0, 1],
    ['改为重播', 1, 3],
    ['三', 4, 5],
  ])
})

test('[G04] a guide that begins while something written by hand runs does not end it', async () => {
  await guide.saveProgrammes(1, [{ startSec: nowSec - 7200, endSec: nowSec + 7200, name: '直播' }])
  await importBytes(xml(...usual, programme('a', '一', 0, 2), programme('a', '二', 2)))
  expect(await shown(1)).toEqual([
    ['直播', -2, 2],
    ['二', 2, 3],
  ])
})

test('[G04] of two sources the first is believed for the channels that it knows', async () => {
  await importFrom(await fileOf(xml(...usual, programme('a', '甲说', 0, 10))), { position: 1 })
  const other = await fileOf(xml(...usual, programme('a', '乙说', 0, 10), programme('b', '乙说', 0)))
  await importFrom(other, { position: 2 })
  expect([await shown(1), await shown(2)]).toEqual([[['甲说', 0, 10]], [['乙说', 0, 1]]])
  clock.now += 11 * 3_600_000
  await writeFile(other, xml(...usual, programme('a', '乙接着', 11, 2)))
  await importFrom(other, { position: 2 })
  expect(await shown(1)).toEqual([
    ['甲说', 0, 10],
    ['乙接着', 11, 13],
  ])
})

test('[G04] a guide is fetched from an address, and not again while it is the same', async () => {
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

test('[G04] what is due is imported by itself, a failed one again within the hour', async () => {
  const path = await fileOf(xml(...usual, programme('a', '一', 0)))
  await guide.sources.save(path, { everyMinutes: 720 }, nowSec)
  await guide.sources.save(join(folder, 'nirgends.xml'), { everyMinutes: 720 }, nowSec)
  await guide.importDue(new AbortController().signal)
  expect(await shown(1)).toEqual([['一', 0, 1]])
  const [fine, broken] = await guide.sources.list()
  expect([fine?.problem, fine?.next_sec]).toEqual(['', nowSec + 720 * 60])
  expect([broken?.problem, broken?.next_sec]).toEqual([expect.stringMatching(/找不到/), nowSec + 3600])
  await writeFile(path, xml(...usual, programme('a', '二', 0)))
  await utimes(path, 1, 1)
  await guide.importDue(new AbortController().signal)
  expect(await shown(1)).toEqual([['一', 0, 1]])
  clock.now += 721 * 60_000
  await guide.importDue(new AbortController().signal)
  expect(await shown(1)).toEqual([['二', 0, 1]])
})

test('[G04] a thread of its own imports as well, one at a time, and says what is wrong', async () => {
  const fine = await fileOf(xml(...usual, programme('a', '一', 0)))
  const broken = await fileOf(Buffer.from('<tv>'))
  const source = await guide.sources.save(fine, {}, nowSec)
  const begun = Promise.withResolvers<void>()
  const report = ({ event }: GuideEvent): void => void (event === 'begun' && begun.resolve())
  const importing = threaded.importSources([source], { signal: new AbortController().signal, report })
  await begun.promise
  expect((await importFrom(broken, {}, threaded)).results).toBe('busy')
  expect(await importing).toEqual(['imported'])
  expect(reasonOf(await importFrom(broken, {}, threaded))).toMatch(/截断/)
  expect(await shown(1)).toEqual([['一', 0, 1]])
}, 120_000)

test('[G04] an import that is stopped changes nothing', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => programme('a', `节目${at}`, at / 60, 1 / 60))
  const source = await guide.sources.save(await fileOf(xml(...usual, ...many)), {}, nowSec)
  const stop = new AbortController()
  const importing = threaded.importSources([source], {
    signal: stop.signal,
    report: (event) => event.event === 'begun' && setTimeout(() => stop.abort(new Error('enough')), 20),
  })
  await expect(importing).rejects.toThrow('enough')
  expect(await shown(1)).toEqual([])
}, 120_000)

test('[G04] what is on and what comes is known of every channel, and follows the clock and the guide', async () => {
  await importBytes(xml(...usual, programme('a', '现在', -1, 2), programme('a', '以后', 1), programme('b', '晚些', 3)))
  const names = async (atSec: number) =>
    [...(await guide.onAir([1, 2, 3], atSec * 1000))].map(([id, { now, next }]) => [id, now?.name, next?.name])
  expect(await names(nowSec)).toEqual([
    [1, '现在', '以后'],
    [2, undefined, '晚些'],
  ])
  expect(await names(nowSec + 3600)).toEqual([
    [1, '以后', undefined],
    [2, undefined, '晚些'],
  ])
  await guide.saveProgrammes(3, [{ startSec: nowSec, endSec: nowSec + 7200, name: '放映' }])
  expect(await names(nowSec + 3600)).toContainEqual([3, '放映', undefined])
})

test('[G04] programmes that are over are listed where they can be watched, the last first, and at random', async () => {
  const past = Array.from({ length: 50 }, (_, at) => programme('a', `第${at}个`, -1 - at))
  await importBytes(xml(...usual, ...past, programme('a', '现在', 0), programme('b', '别台', -3)))
  const spans = [{ id: 1, sinceMs: nowMs - 20 * 3_600_000 }]
  const page = await guide.replays(spans, { nowMs, page: 2, size: 8 })
  expect(page.total).toBe(20)
  expect(page.list.map(({ name }) => name)).toEqual(Array.from({ length: 8 }, (_, at) => `第${at + 8}个`))
  expect((await guide.replays(spans, { nowMs, page: 4, size: 8 })).list).toEqual([])
  const random = await guide.replaysAtRandom(spans, { nowMs, count: 5 })
  expect(random.length).toBeGreaterThan(0)
  for (const { state, replay, channelId, start } of random)
    expect([state, replay, channelId, start * 1000 >= (spans[0]?.sinceMs ?? 0)]).toEqual(['past', true, 1, true])
  expect(await guide.replaysAtRandom([], { nowMs, count: 5 })).toEqual([])
  const [first] = await guide.of(1, nowSec - 3600, nowSec)
  expect(await guide.programme(first?.id ?? 0, nowMs)).toMatchObject({ name: '第0个', channelId: 1, replay: true })
  expect(await guide.programme(2_000_000_000, nowMs)).toBeNull()
  const names: string[] = []
  for await (const { name } of guide.programmesFrom([1, 2], nowMs - 1)) names.push(name)
  expect(names).toEqual(['第0个', '现在'])
})

test('[G04] what is too old or belongs to no channel is forgotten', async () => {
  await guide.saveProgrammes(1, [{ startSec: nowSec - 3600, endSec: nowSec, name: '一' }])
  await guide.saveProgrammes(9, [{ startSec: nowSec, endSec: nowSec + 3600, name: '没有的台' }])
  await guide.forgetOld()
  expect([await shown(1), await shown(9)]).toEqual([[['一', -1, 0]], []])
  clock.now += 46 * 86_400_000
  await guide.forgetOld()
  expect(await shown(1)).toEqual([])
})
