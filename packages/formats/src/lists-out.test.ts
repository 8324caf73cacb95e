import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noChannel, readChannelTxt, type DanmakuRecord } from './index.ts'
import { createAssWriter } from './danmaku/write-ass.ts'
import { parseDiypDate, writeDiyp } from './diyp.ts'
import { writeTvbox } from './tvbox.ts'
import { writeChannelTxt } from './write-channel-txt.ts'

test('[M03] a text list is parsed again, whatever names and addresses contain', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(fc.record({ name: text, group: text }), { minLength: 1, maxLength: 8 }), (given) => {
      const entries = given.map(({ name, group }, at) => ({
        ...noChannel,
        name: `台${name}`,
        group: `组${group}`,
        url: `https://tv.example/${at},1.m3u8?a=#b$c`,
      }))
      const { entries: parsed, faults } = readChannelTxt(new TextEncoder().encode(writeChannelTxt(entries)))
      expect(faults).toBe(0)
      expect(new Set(parsed.map(({ url }) => url))).toEqual(
        new Set(entries.map((_, at) => `https://tv.example/${at}%2C1.m3u8?a=%23b%24c`)),
      )
    }),
  )
})

test('[M03] the guide of a day has times of China, cut at its ends', () => {
  const dayStart = parseDiypDate('2026-11-21') ?? 0
  expect(dayStart).toBe(Date.parse('2026-11-21T00:00:00+08:00') / 1000)
  const at = (hour: number): number => dayStart + hour * 3600
  const text = writeDiyp('CCTV1', dayStart, [
    { startSec: at(-1), endSec: at(1), title: '跨夜' },
    { startSec: at(19), endSec: at(19.5), title: '新闻' },
    { startSec: at(23), endSec: at(25), title: '夜场' },
    { startSec: at(25), endSec: at(26), title: '明天' },
  ])
  expect(JSON.parse(text)).toEqual({
    channel_name: 'CCTV1',
    date: '2026-11-21',
    epg_data: [
      { start: '00:00', end: '01:00', title: '跨夜' },
      { start: '19:00', end: '19:30', title: '新闻' },
      { start: '23:00', end: '23:59', title: '夜场' },
    ],
  })
  expect(['2026-02-30', '今天', '', '20261121'].map(parseDiypDate)).toEqual([null, null, null, dayStart])
})

test('[M03] the configuration of television boxes has JSON sites and text lists', () => {
  const site = { key: 'yunmu', name: '云幕', api: 'https://s.example/api.php/provide/vod/', categories: [] }
  const live = {
    name: '云幕直播',
    url: 'https://s.example/live.m3u',
    epg: 'https://s.example/epg?ch={name}&date={date}',
  }
  expect(JSON.parse(writeTvbox({ sites: [site], lives: [live] }))).toMatchObject({
    sites: [{ key: 'yunmu', type: 1, api: site.api, searchable: 1 }],
    lives: [{ type: 0, url: live.url, epg: live.epg }],
  })
})

test('[I02] danmaku become subtitles: each is an event, none can contain override codes', () => {
  const record: DanmakuRecord = {
    atMs: 61_230,
    mode: 'scroll',
    color: 0xff8000,
    size: 25,
    text: '{\\pos(0,0)}哈',
    sender: '',
    sentSec: 0,
    id: '',
  }
  const write = createAssWriter()
  const lines = write([record, { ...record, mode: 'top', color: 0xffffff, size: 36 }])
  expect(lines[0]).toMatch(
    /^Dialogue: 0,0:01:01\.23,0:01:11\.23,Danmaku,,0,0,0,,\{\\move\(1920,0,-\d+,0\)\\c&H0080FF&\}｛＼pos\(0,0\)｝哈\n$/,
  )
  expect(lines[1]).toContain('{\\an8\\pos(960,0)\\fs72}')
  // Those of one moment are in different lanes, also across calls.
  const [again] = write([record])
  expect(again).toContain('\\move(1920,60,')
})
