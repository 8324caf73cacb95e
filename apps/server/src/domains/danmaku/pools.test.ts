import {
  cleanDanmakuText,
  readDanmakuFile,
  writeDanmakuFile,
  type DanmakuFileFormat,
  type DanmakuRecord,
} from '@yunmu/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../testing/hostile-texts.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { danmakuChanged } from './danmaku-events.ts'
import { toImported } from './import-rules.ts'

const t = await buildTestApp()
const { pools } = t.station.danmaku
const pool = { kind: 'vod', id: 5, level: 2 } as const
const formats: readonly DanmakuFileFormat[] = ['bilibili', 'dplayer', 'dandanplay', 'artplayer']

const aRecord = (atMs: number, text: string): DanmakuRecord => ({
  atMs,
  text,
  mode: 'scroll',
  color: 0xffffff,
  size: 25,
  sender: 'abc',
  sentSec: 1_795_000_000,
  id: '1',
})
const file = [aRecord(3000, '来了'), aRecord(3000, '来了'), aRecord(9500, '灯塔！'), aRecord(12_345, '𠮷野家 <b>')]

async function recordsOf(): Promise<DanmakuRecord[]> {
  const all: DanmakuRecord[] = []
  for await (const some of pools.records(pool, 0)) all.push(...some)
  return all
}

test('[I02] a file adds nothing twice: not in another format, not after a shift', async () => {
  const received: string[] = []
  t.events.on(danmakuChanged, (detail) => received.push(detail?.room ?? ''))
  expect(await pools.importRecords(pool, file, 0)).toEqual({ added: 4, held: 0, outOfRange: 0 })
  expect(received).toEqual(['vod:5:2'])
  for (const format of formats) {
    const text = [...writeDanmakuFile(format, file, file.length)].join('')
    const { records } = readDanmakuFile(Buffer.from(text))
    expect([format, await pools.importRecords(pool, records, 700)]).toEqual([
      format,
      { added: 0, held: 0, outOfRange: 0 },
    ])
  }
  expect(await pools.move(pool, -2000)).toBe(4)
  expect((await recordsOf()).map(({ atMs }) => atMs)).toEqual([1000, 1000, 7500, 10_345])
  expect(await pools.importRecords(pool, file, 0)).toEqual({ added: 0, held: 0, outOfRange: 0 })
  expect(await pools.importRecords(pool, [...file, aRecord(9500, '灯塔！')], -2000)).toEqual({
    added: 1,
    held: 0,
    outOfRange: 0,
  })
})

test('[I02] a shift that could not be reverted is refused, and the opposite reverts one', async () => {
  const before = await recordsOf()
  expect(await pools.move(pool, -1001)).toBe('BeforeBeginning')
  expect(await pools.move(pool, -1000)).toBe(5)
  expect(await pools.move(pool, 1000)).toBe(5)
  expect(await recordsOf()).toEqual(before)
  expect(await pools.move({ ...pool, level: 3 }, 1000)).toBe(0)
})

test('[I02] imported danmaku are removed alone, and demonstration danmaku are added once', async () => {
  const demo = [{ atMs: 1000, mode: 'scroll', color: 0xffffff, text: '第一次来' }] as const
  await pools.seedDemo(pool, () => demo)
  await pools.seedDemo(pool, () => demo)
  expect(await pools.list()).toEqual([{ ...pool, total: 6, imported: 5, held: 0 }])
  expect(await pools.removeImported(pool)).toBe(5)
  expect((await recordsOf()).map(({ text }) => text)).toEqual(['第一次来'])
  await pools.removeDemo()
  expect(await pools.list()).toEqual([])
})

test('[I02] records are identified by content and moment, and negative moments become 0', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ atMs: fc.nat(100_000), text: fc.constantFrom('来了', '好') })), (given) => {
      const records = given.map(({ atMs, text }) => aRecord(atMs, text))
      const origins = toImported(records, { offsetMs: 0, nowMs: 1 }).map(({ origin }) => origin)
      expect(new Set(origins).size).toBe(records.length)
      const moved = toImported(records, { offsetMs: -50_000, nowMs: 1 })
      expect(moved.map(({ origin }) => origin)).toEqual(origins)
      expect(moved.every(({ atMs }) => atMs >= 0)).toBe(true)
    }),
  )
})

test('[I04] hostile texts are imported, served by calls and exported as text, in every format', async () => {
  const hostile = { kind: 'vod', id: 6, level: 1 } as const
  const records = hostileTexts.flatMap((text, at) => {
    const clean = t.station.moderation.clean('danmaku', cleanDanmakuText(text))
    return clean === '' ? [] : [aRecord(at * 1000, clean)]
  })
  expect(records.length).toBeGreaterThan(20)
  expect(await pools.importRecords(hostile, records, 0)).toEqual({ added: records.length, held: 0, outOfRange: 0 })
  const texts = records.map(({ text }) => text)
  for (const format of formats) {
    const pieces: string[] = []
    for await (const piece of t.station.danmaku.pools.file(hostile, format)) pieces.push(piece)
    const text = pieces.join('')
    expect([format, readDanmakuFile(Buffer.from(text)).records.map((one) => one.text)]).toEqual([format, texts])
    if (format === 'dplayer') expect(text).not.toMatch(/[<>]/)
  }
})

test('[I02] no episode is longer than a day, and a broadcast has moments of any day', async () => {
  const records = [aRecord(3000, '来了'), aRecord(1e12, '一千年以后')]
  expect(await pools.importRecords({ ...pool, level: 7 }, records, 0)).toEqual({ added: 1, held: 0, outOfRange: 1 })
  expect(await pools.importRecords({ kind: 'live', id: 7, level: 0 }, records, 0)).toEqual({
    added: 2,
    held: 0,
    outOfRange: 0,
  })
})

test('[I02] the sender in a file is the same in either script', () => {
  const [one] = toImported([{ ...aRecord(1, '好'), sender: '头发' }], { offsetMs: 0, nowMs: 1 })
  const [other] = toImported([{ ...aRecord(1, '好'), sender: '皇后' }], { offsetMs: 0, nowMs: 1 })
  expect(one?.sender).toMatch(/^[\w-]{16}$/)
  expect(other?.sender).not.toBe(one?.sender)
  expect(toImported([aRecord(1, '好')], { offsetMs: 0, nowMs: 1 })).toMatchObject([{ sender: 'abc' }])
})

test('[I04] a text from a file is cleaned like a sent one', async () => {
  const marked = { kind: 'vod', id: 6, level: 2 } as const
  await pools.importRecords(marked, [aRecord(1, 'e\u0301\u0301\u0301'), aRecord(2, '\ue000')], 0)
  const all: DanmakuRecord[] = []
  for await (const some of pools.records(marked, 0)) all.push(...some)
  expect(all.map(({ text }) => text)).toEqual(['\u00e9\u0301\u0301'])
})

test('[I04] imported texts are reviewed: unwanted ones are held, and imported once all the same', async () => {
  const looked = { kind: 'vod', id: 6, level: 3 } as const
  await t.station.moderation.operator.words.change(() => ({ refused: ['不许说'], held: ['再看看'] }))
  const records = ['好看', '这个不.许.说', '再-看-看', '加微信 abc12345', '666666'].map((text, at) =>
    aRecord(at * 1000, text),
  )
  expect(await pools.importRecords(looked, records, 0)).toEqual({ added: 5, held: 3, outOfRange: 0 })
  expect(await pools.importRecords(looked, records, 0)).toEqual({ added: 0, held: 0, outOfRange: 0 })
  const shown: string[] = []
  for await (const some of pools.records(looked, 0)) shown.push(...some.map(({ text }) => text))
  expect(shown).toEqual(['好看', '666666'])
  const { texts } = t.station.danmaku
  const held = await texts.find(await texts.held(10))
  expect(held.map(({ found, userId }) => [found, userId])).toEqual([
    ['词语“不许说”', null],
    ['词语“再看看”', null],
    [expect.stringMatching(/./), null],
  ])
  await texts.setState(
    held.map(({ id }) => id),
    'shown',
  )
  expect(await pools.countShown(looked, 0)).toBe(5)
})

test('invented viewers who have nothing to write, or whose minute is written already, add nothing', async () => {
  const channel = { kind: 'live', id: 77, level: 0 } as const
  const line = (atMs: number) => ({ atMs, mode: 'scroll', color: 0xffffff, text: '来了' }) as const
  const count = () => pools.countShown(channel, 0)
  await pools.appendDemo(channel, [])
  expect(await count()).toBe(0)
  await pools.appendDemo(channel, [line(60_000), line(90_000)])
  await pools.appendDemo(channel, [line(75_000), line(110_000)])
  expect(await count()).toBe(2)
  await pools.appendDemo(channel, [line(120_000)])
  expect(await count()).toBe(3)
})
