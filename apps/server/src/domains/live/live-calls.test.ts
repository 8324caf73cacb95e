import {
  indexActiveLives,
  indexLiveData,
  indexLives,
  indexNavs,
  indexTvs,
  liveAllList,
  liveConditions,
  liveGroups,
  liveInfo,
  liveList,
  liveRandom,
  liveRank,
  liveReport,
  liveTypes,
  liveVodAllList,
  liveWatch,
  replyCode,
  userFavoriteSave,
  type Call,
  type SendOf,
} from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aLinearChannel, scheduledChannels } from '../../testing/channels.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../testing/test-app.ts'

const overseas = { name: '海外', overseas: true }
const gangao = { type: 'gangao', name: '港澳' }
const line = aLinearChannel({ name: '', number: 0 }).lines[0]
if (!line) throw new Error('a channel has a line')

let t: TestApp
let first: number
let second: number
let abroad: number
let silent: number
beforeAll(async () => {
  t = await buildTestApp()
  const { channels } = await scheduledChannels(t, [
    aLinearChannel({ name: '云幕一套', number: 1, lines: [line, { ...line, name: '线路二', saving: true }] }),
    aLinearChannel({ name: '江海卫视', number: 21, group: { name: '卫视', overseas: false } }),
    aLinearChannel({ name: '港岛明珠台', number: 51, group: overseas, tag: gangao }),
  ])
  ;[first = 0, second = 0, abroad = 0] = channels.map(({ id }) => id)
  ;[silent = 0] = await t.station.live.save([aLinearChannel({ name: '云幕电影', number: 2 })])
})

const named = z.object({ list: z.array(z.object({ name: z.string() })) })
const made = async <C extends Call>(call: C, send: SendOf<C>, options: MakeOptions = {}): Promise<unknown> =>
  (await t.make(call, send, options)).data
const names = async <C extends Call>(call: C, send: SendOf<C>): Promise<string[]> =>
  named.parse(await made(call, send)).list.map(({ name }) => name)
const info = (id: number, stream = 0, options: MakeOptions = {}) =>
  made(liveInfo, { types: 'tv', group: '0', stream, id }, options)
const leaf = { page: 1, size: 10 }

test('[G01] every call refuses a channel that does not exist', async () => {
  const gone = 2_000_000
  expect(await info(gone)).toEqual({ refusal: 'NoSuchChannel' })
  expect(await made(liveWatch, { id: gone, end: false })).toEqual({ refusal: 'NoSuchChannel' })
  expect(await made(liveReport, { id: gone, stream: 1, fault: 'black' })).toEqual({ refusal: 'NoSuchChannel' })
  expect(await made(liveReport, { id: first, stream: 3, fault: 'black' })).toEqual({ refusal: 'NoSuchLine' })
  expect(await made(userFavoriteSave, { type: 'live', id: gone }, { as: 'lin' })).toEqual({ refusal: 'NoSuchChannel' })
})

test('[G01] groups and types contain their channels, and empty ones are omitted', async () => {
  const groups = [
    { name: '云幕', overseas: false, channels: 2 },
    { name: '卫视', overseas: false, channels: 1 },
    { name: '海外', overseas: true, channels: 1 },
  ]
  const types = [
    { type: 'tv', name: '国内', overseas: false, channels: 3 },
    { type: 'gangao', name: '港澳', overseas: true, channels: 1 },
  ]
  expect(await made(liveGroups, {})).toMatchObject({ list: groups })
  expect(await made(liveTypes, {})).toEqual({ list: types, sports: [] })
  expect(await made(liveConditions, {})).toMatchObject({ groups, types, orders: ['默认', '最热', '最新'] })
})

test('[G01] lists are sorted by number and filtered by group, tag and state', async () => {
  const all = ['云幕一套', '云幕电影', '江海卫视', '港岛明珠台']
  expect(await names(indexTvs, leaf)).toEqual(all)
  expect(await names(indexLives, { group: '0', tag: '0', ...leaf })).toEqual(all)
  expect(await names(indexLives, { group: '云幕', tag: '全部', ...leaf })).toEqual(['云幕一套', '云幕电影'])
  expect(await names(indexLives, { group: '0', tag: 'gangao', ...leaf })).toEqual(['港岛明珠台'])
  const filter = { type: '0', group: '0', day: '0', team: '0' }
  expect(await names(liveList, { ...filter, state: 2, ...leaf })).toEqual(['云幕一套', '江海卫视', '港岛明珠台'])
  for (const state of [1, 3]) expect(await names(liveList, { ...filter, state, ...leaf })).toEqual([])
  expect(await names(liveList, { ...filter, state: 0, team: '江海港务', ...leaf })).toEqual([])
  expect(await made(indexLives, { group: '0', tag: '0', page: 2, size: 3 })).toMatchObject({
    list: [{ name: '港岛明珠台' }],
    total: 4,
    page: 2,
    size: 3,
  })
})

test('[A02] the tags of overseas channels are in the navigation', async () => {
  expect(await made(indexNavs, {})).toMatchObject({ overseasTags: [{ name: '港澳', type: 'gangao' }] })
})

test('[G02] a channel lists its lines and chooses one; an unknown line is replaced by the best', async () => {
  expect(await info(first)).toMatchObject({
    id: first,
    number: 1,
    types: 'tv',
    group: '云幕',
    overseas: false,
    stream: 1,
    onAir: true,
    resumesAt: null,
    lines: [
      {
        id: 1,
        name: '线路一',
        quality: '720P',
        saving: false,
        state: 'good',
      },
      {
        id: 2,
        name: '线路二',
        saving: true,
        state: 'good',
      },
    ],
  })
  expect(await info(first, 2)).toMatchObject({ stream: 2 })
  expect(await info(first, 9)).toMatchObject({ stream: 1 })
  expect(await info(abroad)).toMatchObject({ types: 'gangao', overseas: true })
})

test('[G02] a channel without a current programme states when it resumes', async () => {
  expect(await info(silent)).toMatchObject({ onAir: false, resumesAt: null, lines: [{ state: 'down' }] })
  t.clock.set(t.clock.nowMs() + 4 * 3600_000)
  expect(await info(first, 0, { as: 'lin' })).toMatchObject({ onAir: false })
  t.clock.set(t.clock.nowMs() - 4 * 3600_000)
})

test('[G02] reports of several networks degrade a line for everybody; those of one network do not, whatever ids it uses', async () => {
  const report = (remoteAddress: string, agent = 'one') =>
    made(liveReport, { id: first, stream: 1, fault: 'frozen' }, { remoteAddress, headers: { 'user-agent': agent } })
  expect(await report('198.51.100.1')).toEqual({ stream: 2 })
  expect(await report('198.51.100.1')).toEqual({ refusal: 'TooSoon' })
  for (const agent of ['two', 'three', 'four']) expect(await report('198.51.100.1', agent)).toEqual({ stream: 2 })
  expect(await info(first)).toMatchObject({ lines: [{ state: 'good' }, { state: 'good' }] })
  for (const at of [2, 3]) await report(`198.51.100.${at}`)
  expect(await info(first)).toMatchObject({ stream: 2, lines: [{ state: 'weak' }, { state: 'good' }] })
  t.clock.set(t.clock.nowMs() + 6 * 60_000)
  t.events.reportGap()
  expect(await info(first)).toMatchObject({ lines: [{ state: 'good' }, { state: 'good' }] })
})

test('[G01] a browser with several ids is one viewer, and two users of one network are two viewers', async () => {
  const watch = (id: number, agent: string, options: MakeOptions = { remoteAddress: '198.51.100.30' }) =>
    made(liveWatch, { id, end: false }, { headers: { 'user-agent': agent }, ...options })
  for (const agent of ['a', 'b', 'c']) expect(await watch(second, agent)).toMatchObject({ online: 1 })
  expect(await watch(abroad, 'a')).toMatchObject({ online: 1 })
  expect(await watch(second, 'a', { as: 'lin' })).toMatchObject({ online: 2 })
  expect(await watch(abroad, 'a', { as: 'lin' })).toMatchObject({ online: 2 })
  expect(await watch(second, 'b')).toMatchObject({ online: 1 })
  t.clock.set(t.clock.nowMs() + 76_000)
})

test('[G01] a viewer is counted once and contributes to the ranking', async () => {
  const watch = (id: number, remoteAddress: string, end = false) => made(liveWatch, { id, end }, { remoteAddress })
  expect(await watch(second, '198.51.100.7')).toMatchObject({ online: 1 })
  expect(await watch(second, '198.51.100.8')).toMatchObject({ online: 2 })
  expect(await watch(second, '198.51.100.8')).toMatchObject({ online: 2 })
  expect(await watch(second, '198.51.100.8', true)).toMatchObject({ online: 1 })
  expect(await watch(abroad, '198.51.100.8')).toMatchObject({ online: 1 })
  await t.station.live.announceOnAirChanges()
  t.clock.set(t.clock.nowMs() + 30_000)
  await watch(second, '198.51.100.7')
  await t.station.live.flush()
  t.events.reportGap()
  expect(await made(liveRank, { type: '0', period: 'day', count: 2 })).toMatchObject({
    list: [
      { name: '江海卫视', watchedSec: 30, online: 1 },
      { name: '云幕一套', watchedSec: 0 },
    ],
  })
  expect(await names(indexActiveLives, { count: 3 })).toEqual(['江海卫视', '港岛明珠台', '云幕一套'])
  expect(await watch(second, '198.51.100.7', true)).toMatchObject({ online: 0 })
  t.clock.set(t.clock.nowMs() + 76_000)
  expect(await made(indexActiveLives, { count: 1 })).toMatchObject({ list: [{ online: 0 }] })
})

test('[G01] viewing figures change cached lists at the next announcement, and not before', async () => {
  const online = async () => made(indexLiveData, { count: 1 })
  await t.station.live.announceOnAirChanges()
  expect(await online()).toMatchObject({ list: [{ kind: 'channel', online: 0 }] })
  await made(liveWatch, { id: abroad, end: false }, { remoteAddress: '198.51.100.9' })
  expect(await online()).toMatchObject({ list: [{ online: 0 }] })
  await t.station.live.announceOnAirChanges()
  await t.refreshLists()
  expect(await online()).toMatchObject({ list: [{ name: '港岛明珠台', online: 1 }] })
})

test('[G01] the list of past programmes is computed once, until the programme changes', async () => {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  await t.station.guide.saveProgrammes(first, [
    { startSec: nowSec - 3600, endSec: nowSec - 1800, name: '早间新闻' },
    { startSec: nowSec - 1800, endSec: nowSec + 60, name: '江上夜航' },
  ])
  const past = () => names(liveVodAllList, { type: '0', group: '0', ...leaf })
  await t.station.live.announceOnAirChanges()
  expect(await past()).toEqual(['早间新闻'])
  await t.station.live.announceOnAirChanges()
  await t.platform.pool.query('alter table programme rename to programme_away')
  expect(await past()).toEqual(['早间新闻'])
  await t.platform.pool.query('alter table programme_away rename to programme')
  t.clock.set(t.clock.nowMs() + 61_000)
  await t.station.live.announceOnAirChanges()
  await t.refreshLists()
  expect(await past()).toEqual(['江上夜航', '早间新闻'])
})

test('[G01] random channels are on air and exclude the current one', async () => {
  const some = await names(liveRandom, { type: '0', group: '0', except: first, count: 10 })
  expect(some.toSorted()).toEqual(['江海卫视', '港岛明珠台'].toSorted())
  expect(await names(liveAllList, { type: '0', group: '0', state: 0, order: '最新', ...leaf })).toContain('云幕电影')
})

test('[G01] whether a channel is followed depends on the caller', async () => {
  expect(await t.make(userFavoriteSave, { type: 'live', id: first }, { as: 'lin' })).toMatchObject({
    code: replyCode.done,
  })
  for (const [as, follow] of [
    ['lin', true],
    ['mei', false],
  ] as const) {
    expect(await info(first, 0, { as })).toMatchObject({ follow })
    expect(await made(indexTvs, leaf, { as })).toMatchObject({ list: [{ follow }, { follow: false }, {}, {}] })
  }
  expect(await info(first)).toMatchObject({ follow: false })
})
