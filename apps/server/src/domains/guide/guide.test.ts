import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  channel,
  clock,
  fileOf,
  guide,
  observed,
  importBytes,
  importFrom,
  nowMs,
  nowSec,
  programme,
  reasonOf,
  shown,
  usual,
  xml,
} from './guide.fixture.ts'
import { runSchedule } from '../../testing/modules.ts'

test('[G04] an incomplete file leaves the old guide and states the reason', async () => {
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
  expect(observed.changes).toBe(1)
  expect((await guide.sources.list()).map(({ problem }) => problem)).toEqual([expect.stringMatching(/近期/)])
})

test('[G04] an xz bomb and a broken xz file leave the old guide, and a complete one is imported', async () => {
  const fresh = xml(...usual, programme('a', '新节目', 0))
  const xz = (bytes: Uint8Array): Buffer => execFileSync('xz', ['-c', '-0'], { input: bytes, maxBuffer: 1e9 })
  const bomb = xz(Buffer.concat([Buffer.from('<tv>'), Buffer.alloc(16 * 1024 * 1024, 0x61)]))
  expect(reasonOf(await importBytes(bomb))).toMatch(/长得不合理/)
  expect(reasonOf(await importBytes(xz(fresh).subarray(0, -12)))).toMatch(/压缩文件损坏/)
  expect(await shown(1)).toEqual([])
  expect((await importBytes(xz(fresh))).results).toEqual(['imported'])
  expect(await shown(1)).toEqual([['新节目', 0, 1]])
})

test('[G04] channels are matched by name in either script, and unknown ones are skipped', async () => {
  const bytes = xml(
    ...usual,
    channel('cinema', '另一个名字'),
    channel('z', '没有的台'),
    programme('a', '一', 0),
    programme('b', '二', 0),
    programme('cinema', '三', 0),
    programme('z', '四', 0),
  )
  const { events: heard } = await importBytes(gzipSync(bytes))
  expect(heard.at(-1)).toMatchObject({ event: 'imported', programmes: 4, channels: 4, matched: 3, taken: 3, faults: 0 })
  expect([await shown(1), await shown(2), await shown(3)]).toEqual([[['一', 0, 1]], [['二', 0, 1]], [['三', 0, 1]]])
})

test('[G04] a newer guide replaces the older one where it has programmes, and past programmes are kept', async () => {
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

test('[G04] unchanged programmes keep their ids, and nothing is announced if nothing changed', async () => {
  const bytes = xml(...usual, programme('a', '一', 0), programme('a', '二', 1))
  await importBytes(bytes)
  const before = await guide.of(1, nowSec, nowSec + 7200)
  expect((await importBytes(bytes)).events.at(-1)).toMatchObject({ event: 'imported' })
  expect((await guide.of(1, nowSec, nowSec + 7200)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('[G04] times are shifted by the settings of the source and of the channel', async () => {
  const path = await fileOf(xml(...usual, programme('a', '一', 0), programme('b', '二', 0)))
  const source = await guide.sources.save(path, { shiftMinutes: 60 }, nowSec)
  await guide.sources.setChannel(source.id, { channelId: 2, shiftMinutes: -30, sourceChannelId: '' })
  await importFrom(path)
  expect([await shown(1), await shown(2)]).toEqual([[['一', 1, 2]], [['二', 0.5, 1.5]]])
})

test('[G04] programmes of schedules stay, and imports leave their spans out', async () => {
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

test('[G04] an imported programme that begins during one of a schedule does not end it', async () => {
  await guide.saveProgrammes(1, [{ startSec: nowSec - 7200, endSec: nowSec + 7200, name: '直播' }])
  await importBytes(xml(...usual, programme('a', '一', 0, 2), programme('a', '二', 2)))
  expect(await shown(1)).toEqual([
    ['直播', -2, 2],
    ['二', 2, 3],
  ])
})

test('[G04] a source whose channels are all provided by earlier ones is a standby, and takes over when they have ended', async () => {
  await importFrom(await fileOf(xml(...usual, programme('a', '甲说', 0, 1))), { position: 1 })
  const other = await fileOf(xml(...usual, programme('a', '乙说', 0, 12)))
  const { events } = await importFrom(other, { position: 2 })
  expect(events.at(-1)).toMatchObject({ event: 'imported', matched: 0, standby: 1, changed: 0 })
  expect((await guide.sources.list()).map(({ problem }) => problem)).toEqual(['', ''])
  expect(await shown(1)).toEqual([['甲说', 0, 1]])
  clock.now = nowMs + 3 * 3600_000
  expect((await importFrom(other, { position: 2 })).results).toEqual(['imported'])
  expect((await shown(1)).map(([name]) => name)).toContain('乙说')
})

test('[G04] of two sources the first has priority for the channels that it provides', async () => {
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

test('[G04] the current and next programmes of every channel follow the clock and the guide', async () => {
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

test('[G04] past programmes that can be replayed are listed newest first, and at random', async () => {
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

test('[G04] any page of past programmes is that of all channels sorted by time', async () => {
  const on = (id: string, every: number) =>
    Array.from({ length: 60 }, (_, at) => programme(id, `${id}${at}`, -every * (at + 1), every / 2))
  await importBytes(xml(...usual, ...on('a', 0.5), ...on('b', 20)))
  const spans = [
    { id: 1, sinceMs: nowMs - 20 * 3_600_000 },
    { id: 2, sinceMs: nowMs - 600 * 3_600_000 },
    { id: 3, sinceMs: nowMs - 600 * 3_600_000 },
  ]
  const every = await Promise.all(
    spans.map(async ({ id, sinceMs }) =>
      guide
        .of(id, Math.ceil(sinceMs / 1000) - 1, nowSec)
        .then((list) => list.filter(({ startSec, endSec }) => startSec * 1000 >= sinceMs && endSec <= nowSec)),
    ),
  )
  const all = every.flat().toSorted((one, other) => other.startSec - one.startSec || other.id - one.id)
  expect(all).toHaveLength(40 + 30)
  for (const size of [1, 7, 50]) {
    for (let page = 1; (page - 1) * size < all.length; page++) {
      const { list, total } = await guide.replays(spans, { nowMs, page, size })
      expect([total, list.map(({ id }) => id)]).toEqual([
        all.length,
        all.slice((page - 1) * size, page * size).map(({ id }) => id),
      ])
    }
  }
})

test('[G04] programmes that are too old or belong to no channel are deleted', async () => {
  await guide.saveProgrammes(1, [{ startSec: nowSec - 3600, endSec: nowSec, name: '一' }])
  await guide.saveProgrammes(9, [{ startSec: nowSec, endSec: nowSec + 3600, name: '没有的台' }])
  await runSchedule(guide.module, 'guide.deleteOld')
  expect([await shown(1), await shown(9)]).toEqual([[['一', -1, 0]], []])
  clock.now += 46 * 86_400_000
  await runSchedule(guide.module, 'guide.deleteOld')
  expect(await shown(1)).toEqual([])
})
