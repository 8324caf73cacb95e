import { noChannel, type ChannelEntry } from '@yunmu/formats'
import {
  consoleChannelFind,
  consoleChannelLines,
  consoleChannelLock,
  consoleChannelRenumber,
  consoleChannelSet,
  consoleChannelShow,
  consoleChannelVisible,
  liveInfo,
  liveWatch,
  playToken,
  roomName,
} from '@yunmu/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { recordedStreams } from '../../../recorded-streams.ts'
import { aLinearChannel, aRecordedLine, scheduledChannels } from '../../../testing/channels.ts'
import { listening, openPage } from '../../../testing/realtime-page.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { channelsChanged } from '../live-events.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
  await t.makeOperator('mei')
})
beforeEach(async () => {
  await t.platform.pool.query('delete from channel')
  t.events.announce(channelsChanged, {})
  await t.platform.pool.query('delete from audit_entry')
})

const as = { as: 'mei' } as const
const live = () => t.station.live
const undo = async (done: { entryId: number } | string) =>
  t.station.audit.undo(typeof done === 'string' ? 0 : done.entryId, 'mei')
const save = async (name: string, number: number, addresses = ['http://a.example/1.m3u8']): Promise<number> => {
  const lines = addresses.map((address, at) => ({
    ...aRecordedLine([address], { onDemand: true }),
    name: `线路${'一二三'[at]}`,
  }))
  const [id = 0] = await live().save([aLinearChannel({ name, number, origin: `list:${name}`, replayDays: 0, lines })])
  return id
}
const refusalOf = ({ data }: { data: unknown }): unknown =>
  data instanceof Object && 'refusal' in data ? data.refusal : data
const rows = async (): Promise<unknown> => {
  const found: Record<string, unknown> = {}
  for (const table of ['channel', 'stream', 'stream_source'])
    found[table] = (await t.platform.pool.query(`select * from ${table} as one order by one::text`)).rows
  return found
}
const entry = (name: string, url: string, given: Partial<ChannelEntry> = {}): ChannelEntry => ({
  ...noChannel,
  name,
  url,
  ...given,
})
const importing = (...entries: ChannelEntry[]) =>
  live().importList(entries, { always: false, replace: false, trusted: false, logos: false, group: '别的' })

test('[G03] what cannot be corrected of a channel is refused by name, and nothing is written', async () => {
  const [one, other] = [await save('北岸卫视', 5), await save('南岸卫视', 6)]
  const before = await rows()
  const line = (change: Parameters<typeof t.make<typeof consoleChannelLines>>[1]['change']) =>
    t.make(consoleChannelLines, { id: one, change }, as)
  const refusals = [
    await t.make(consoleChannelShow, { id: 2_000_000 }, as),
    await t.make(consoleChannelSet, { id: 2_000_000, fields: { 名称: '一' }, lock: true }, as),
    await t.make(consoleChannelSet, { id: one, fields: { 名称: '' }, lock: true }, as),
    await t.make(consoleChannelSet, { id: one, fields: { 线路: '一' }, lock: true }, as),
    await t.make(consoleChannelSet, { id: one, fields: { 图标: 'http://127.0.0.1/a.png' }, lock: true }, as),
    await t.make(consoleChannelSet, { id: one, fields: { 名称: '南岸卫视' }, lock: true }, as),
    await t.make(consoleChannelSet, { id: one, fields: { 频道号: '5' }, lock: false }, as),
    await t.make(consoleChannelRenumber, { numbers: [{ id: one, number: 6 }] }, as),
    await t.make(consoleChannelRenumber, { numbers: [one, other].map((id) => ({ id, number: 9 })) }, as),
    await t.make(consoleChannelVisible, { ids: [one, 2_000_000], visible: false }, as),
    await t.make(consoleChannelLock, { id: one, fields: ['名字'], locked: true }, as),
    await line({ act: 'add', address: 'rtsp://a.example/1' }),
    await line({ act: 'add', address: 'http://a.example/9.m3u8', line: 7 }),
    await line({ act: 'remove', line: 2 }),
    await line({ act: 'order', lines: [1, 1] }),
  ].map(refusalOf)
  expect(refusals).toEqual([
    'NoSuchChannel',
    'NoSuchChannel',
    'FieldInvalid',
    'FieldInvalid',
    'FieldInvalid',
    'PlaceTaken',
    'NothingChanged',
    'PlaceTaken',
    'PlaceTaken',
    'NoSuchChannel',
    'FieldInvalid',
    'AddressInvalid',
    'NoSuchLine',
    'NoSuchLine',
    'OrderIncomplete',
  ])
  expect(await rows()).toEqual(before)
  expect(await t.station.audit.find({}, 1)).toEqual([])
})

test('[G03] corrected fields stay when a list is imported again, until they are unlocked', async () => {
  const id = await save('北岸卫视', 5)
  const fields = { 名称: '北岸台', 分组: '本地', 频道号: '12', 别名: '北台、BATV', 节目单编号: 'ba', 回看天数: '3' }
  const done = await t.make(consoleChannelSet, { id, fields, lock: true }, as)
  expect(done.code).toBe(0)
  const before = await rows()
  await importing(entry('北岸卫视', 'http://a.example/1.m3u8', { number: 77, tvgId: 'other' }))
  expect(await rows()).toEqual(before)
  await t.make(consoleChannelLock, { id, fields: ['分组'], locked: false }, as)
  await importing(entry('北岸卫视', 'http://a.example/1.m3u8'))
  expect((await live().lineup()).byId.get(id)).toMatchObject({ name: '北岸台', number: 12, group: '别的' })
})

test('[G03] channels exchange their numbers in one act, which is undone in one act', async () => {
  const [one, other] = [await save('北岸卫视', 5), await save('南岸卫视', 6)]
  const numbers = async () => (await live().lineup()).channels.map(({ id, number }) => [id, number])
  const before = await numbers()
  const done = await live().corrections.renumber(
    'mei',
    new Map([
      [one, 6],
      [other, 5],
    ]),
  )
  expect(await numbers()).toEqual([
    [other, 5],
    [one, 6],
  ])
  expect(await undo(done)).toMatchObject({ entryId: expect.any(Number) })
  expect(await numbers()).toEqual(before)
})

test('[G03] an undo is refused while another channel has the number that it would need', async () => {
  const id = await save('北岸卫视', 5)
  const done = await live().corrections.renumber('mei', new Map([[id, 6]]))
  await save('南岸卫视', 5)
  expect(await undo(done)).toBe('ChangedSince')
})

test('[G03] a disabled channel is on no page and is not recorded, lists do not bring it back, and an undo does', async () => {
  const id = await save('北岸卫视', 5)
  const done = await live().corrections.show('mei', [id], false)
  expect(refusalOf(await t.make(liveInfo, { id, types: 'tv', group: '0', stream: 0 }))).toBe('NoSuchChannel')
  expect(refusalOf(await t.make(liveWatch, { id, end: false }))).toBe('NoSuchChannel')
  await importing(entry('北岸卫视', 'http://a.example/1.m3u8'))
  expect((await live().lineup()).channels).toEqual([])
  const streams = await recordedStreams(live(), async () => [], t.clock.nowMs())
  expect(streams.map(({ sources }) => sources)).toEqual([[]])
  const found = await t.make(consoleChannelFind, { text: '北岸', only: 'hidden', limit: 20 }, as)
  expect(found.data).toMatchObject({ list: [{ id, hidden: true, lockedFields: ['hidden'] }] })
  await undo(done)
  expect((await live().lineup()).byId.has(id)).toBe(true)
})

test('[G03] pages in the room of a channel that is disabled are sent out of it, those of other channels stay', async () => {
  const [one, other] = [await save('北岸卫视', 5), await save('南岸卫视', 6)]
  const page = await openPage(await listening(t.app))
  await page.hello()
  const roomOf = (id: number): string => roomName({ kind: 'live', id, level: 0 })
  for (const id of [one, other]) await page.join(roomOf(id))
  await live().corrections.show('mei', [one], false)
  expect(await page.until((frame) => 'refused' in frame)).toEqual({ room: roomOf(one), refused: true })
  expect(page.heard.filter((frame) => 'refused' in frame)).toHaveLength(1)
})

test('[G03] lines are added, disabled, ordered and removed, and every act is undone to the byte', async () => {
  const id = await save('北岸卫视', 5, ['http://a.example/1.m3u8', 'http://b.example/1.m3u8'])
  const { corrections } = live()
  const states = [await rows()]
  const acts: ({ entryId: number } | string)[] = []
  for (const act of [
    () => corrections.addLine('mei', id, { address: 'http://c.example/1.m3u8', name: '备用', line: null }),
    () => corrections.addLine('mei', id, { address: 'http://d.example/1.m3u8', name: '', line: 1 }),
    () => corrections.orderLines('mei', id, [3, 1, 2]),
    () => corrections.enableLine('mei', id, 2, false),
    () => corrections.removeLine('mei', id, 3),
  ]) {
    acts.push(await act())
    states.push(await rows())
  }
  expect(acts.filter((act) => typeof act === 'string')).toEqual([])
  const { data } = await t.make(consoleChannelShow, { id }, as)
  expect(data).toMatchObject({
    channel: { lockedFields: ['lines'] },
    lines: [
      { line: 1, name: '备用', disabled: false },
      {
        line: 2,
        disabled: true,
        sources: [{ address: 'http://a.example/1.m3u8' }, { address: 'http://d.example/1.m3u8' }],
      },
    ],
  })
  expect((await t.make(liveInfo, { id, types: 'tv', group: '0', stream: 0 })).data).toMatchObject({
    lines: [{ id: 1, name: '备用' }],
  })
  await importing(entry('北岸卫视', 'http://e.example/1.m3u8'))
  const importedLines = (await live().show(id))?.lines.flatMap(({ sources }) => sources.map(({ address }) => address))
  expect(importedLines).not.toContain('http://e.example/1.m3u8')
  await t.platform.pool.query("update channel set group_id = (select id from channel_group where name = '云幕')")
  for (const [at, act] of acts.toReversed().entries()) {
    expect(await undo(act)).toMatchObject({ entryId: expect.any(Number) })
    expect(await rows()).toEqual(states[acts.length - 1 - at])
  }
})

test('[B08] lines are not moved while one of them has a password, which belongs to its number', async () => {
  const id = await save('北岸卫视', 5, ['http://a.example/1.m3u8', 'http://b.example/1.m3u8'])
  await t.station.locks.manager.set({ kind: 'live', id, line: 2 }, '123456')
  expect(await live().corrections.orderLines('mei', id, [2, 1])).toBe('LineHasPassword')
  expect(await live().corrections.removeLine('mei', id, 1)).toBe('LineHasPassword')
})

test('[J03] a channel for members plays for members, and is not in the list for everybody', async () => {
  const { channels } = await scheduledChannels(t, [aLinearChannel({ name: '云幕一套', number: 1 })])
  const id = channels[0]?.id ?? 0
  const play = (person?: 'lin') =>
    t.make(playToken, { type: 'live', id, ids: 0, level: 1 }, person ? { as: person } : {})
  expect((await play()).code).toBe(0)
  await live().corrections.set('mei', id, { vip: true }, ['vip'])
  expect(refusalOf(await play('lin'))).toBe('VipNeeded')
  await t.station.site.write({ tv_lists_open: true })
  expect((await t.app.inject({ url: '/live.m3u' })).body).not.toContain('云幕一套')
  expect((await t.app.inject({ url: `/live/open/${id}.m3u8` })).statusCode).toBe(404)
})
