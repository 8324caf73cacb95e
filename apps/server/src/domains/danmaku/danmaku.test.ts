import {
  callsByDomain,
  commonReport,
  danmakuBounds,
  danmakuDelete,
  danmakuHeat,
  danmakuList,
  danmakuSend,
  danmakuSettings,
  danmakuSettingsSave,
  danmakuUp,
  plainDanmakuSettings,
  type Danmaku,
  type SendOf,
} from '@yunmu/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { aChannel, knowsLive } from '../../testing/live.ts'
import { buildTestApp, type Answer, type MakeOptions } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { titlesChanged } from '../catalog/index.ts'
import { danmakuGone, danmakuSent } from './danmaku-events.ts'

const live = knowsLive([aChannel({ id: 7, name: '云幕一套' })], [])
const t = await buildTestApp({}, { live })
const { lin, mei } = t.people
const { danmaku, catalog } = t.station
const { id: titleId } = await catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
const { id: hiddenId } = await catalog.writer.saveTitle(aTitle({ name: '还没上架' }), 1)
for (const id of [titleId, hiddenId]) {
  const episode = { source: '线路一', sourcePosition: 0, level: 1, name: '', durationMs: 3_600_000 }
  const rest = {
    vip: false,
    introSec: 0,
    outroSec: 0,
    airAtSec: null,
    assetId: null,
    state: 'ready',
    createdSec: 1,
  } as const
  const notYet = { level: 3, airAtSec: Math.floor(t.clock.nowMs() / 1000) + 365 * 24 * 3600 }
  await catalog.writer.saveEpisodes(
    id,
    [
      { ...episode, ...rest },
      { ...episode, ...rest, ...notYet },
    ],
    1,
  )
}
await t.ground.pool.query('delete from title_listing where title_id = $1', [hiddenId])
await t.ground.pool.query('update title set published = false where id = $1', [hiddenId])
t.events.announce(titlesChanged, { ids: [titleId, hiddenId] })

const plain = { mode: 'scroll', color: 0xffffff, size: 25 } as const
const place = { kind: 'vod', id: titleId, level: 1 } as const
const sending = (given: Partial<SendOf<typeof danmakuSend>> = {}) => ({
  ...place,
  ...plain,
  time: 60.5,
  text: '来了',
  ...given,
})
const send = (as: 'lin' | 'mei', given: Partial<SendOf<typeof danmakuSend>> = {}): Promise<Answer> =>
  t.make(danmakuSend, sending(given), { as })
const sent = async (as: 'lin' | 'mei', given: Partial<SendOf<typeof danmakuSend>> = {}): Promise<Danmaku> =>
  danmakuSend.reply.parse((await send(as, given)).data).danmaku
const pack = async (options: MakeOptions = {}, given: Partial<SendOf<typeof danmakuList>> = {}): Promise<Danmaku[]> =>
  danmakuList.reply.parse((await t.make(danmakuList, { ...place, pack: 0, ...given }, options)).data).list
const texts = async (options: MakeOptions = {}): Promise<string[]> => (await pack(options)).map(({ text }) => text)
const pass = (sec: number): void => t.clock.set(t.clock.nowMs() + sec * 1000)

afterEach(() => pass(120))

test.each<[string, 'lin' | 'mei', Partial<SendOf<typeof danmakuSend>>, string]>([
  ['nothing', 'lin', { text: ' \u200b ' }, 'DanmakuInvalid'],
  ['too much', 'lin', { text: '长话短说'.repeat(26) }, 'DanmakuInvalid'],
  ['two lines', 'lin', { text: '一\n二' }, 'DanmakuInvalid'],
  ['at the top without being a VIP', 'lin', { mode: 'top' }, 'DanmakuForVip'],
  ['large without being a VIP', 'lin', { size: 36 }, 'DanmakuForVip'],
  ['in a colour of VIPs without being one', 'lin', { color: 0x123456 }, 'DanmakuForVip'],
  ['after the end', 'mei', { time: 3631 }, 'DanmakuMoment'],
  ['to an episode that is not there', 'mei', { level: 2 }, 'NoSuchEpisode'],
  ['to an episode that is not shown yet', 'mei', { level: 3 }, 'NoSuchEpisode'],
  ['to a title that is not there', 'mei', { id: 999_999 }, 'NoSuchTitle'],
  ['to a title that is hidden', 'mei', { id: hiddenId }, 'NoSuchTitle'],
  ['to a channel that is not there', 'mei', { kind: 'live', id: 8, time: 1 }, 'NoSuchChannel'],
  ['to a match that is not there', 'mei', { kind: 'match', id: 8, time: 1 }, 'NoSuchMatch'],
])('[I02] a danmaku of %s is refused', async (_, as, given, refusal) => {
  expect((await send(as, given)).data).toMatchObject({ refusal })
  expect(await pack()).toEqual([])
})

test('[I02] what was answered while a place opened is not kept for when it is closed', async () => {
  const listing = { kind: 'vod', id: hiddenId, level: 1, pack: 0 } as const
  await t.ground.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
     values ('vod', $1, 1, 1000, 'scroll', 0, 25, '早就在了', '', 4, 'demo', 0)`,
    [hiddenId],
  )
  const open = vi.spyOn(catalog.listing, 'hitsOf')
  // It opens between the two questions that a request asks.
  open.mockResolvedValueOnce(new Map())
  open.mockResolvedValue(new Map([[hiddenId, 0]]))
  await t.make(danmakuList, listing)
  open.mockRestore()
  expect(await pack({}, listing)).toEqual([])
})

test('[I02] to a channel one speaks about what is shown now or can be seen again, not about what comes', async () => {
  const nowSec = t.clock.nowMs() / 1000
  const at = (time: number) => send('lin', { kind: 'live', id: 7, level: 9, time, text: `说的是 ${Math.round(time)}` })
  expect((await at(nowSec + 60)).data).toMatchObject({ refusal: 'DanmakuMoment' })
  expect((await at(nowSec - 2 * 24 * 3600)).data).toMatchObject({ refusal: 'DanmakuMoment' })
  expect((await at(nowSec + 20)).code).toBe(0)
  pass(6)
  expect((await at(nowSec - 3600)).code).toBe(0)
  const rooms = { kind: 'live', id: 7, level: 0 } as const
  expect(await pack({}, { ...rooms, pack: Math.floor((nowSec - 3600) / 360) })).toHaveLength(1)
  expect(await t.station.danmaku.recent('live:7', t.clock.nowMs() - 7000)).toHaveLength(2)
  expect(await t.station.danmaku.recent('live:7', t.clock.nowMs() - 1000)).toHaveLength(1)
  expect(await t.station.danmaku.recent('nowhere', 0)).toEqual([])
})

test("[I02] what was sent is announced, seen by all in its place, and known as one person's", async () => {
  const heard: unknown[] = []
  const stop = t.events.on(danmakuSent, (detail) => heard.push(detail))
  const mine = await sent('lin', { text: '第一条' })
  stop()
  expect(mine).toEqual({
    ...{ id: expect.stringMatching(/^\d+$/), time: 60.5, mode: 'scroll', color: 0xffffff, size: 25, text: '第一条' },
    ...{ user: expect.stringMatching(/^[\w-]{16}$/), weight: 4, vip: false, up: 0, mine: true },
  })
  expect(heard).toEqual([{ room: `vod:${titleId}:1`, danmaku: { ...mine, mine: false } }])
  pass(6)
  expect(await pack()).toEqual([{ ...mine, mine: false }])
  expect(await pack({ as: 'lin' })).toEqual([mine])
  expect(await pack({ as: 'mei' })).toEqual([{ ...mine, mine: false }])
  expect(await pack({}, { pack: 1 })).toEqual([])
  const other = await sent('mei', { text: '<b>粉色</b>', mode: 'top', color: 0xff66cc, size: 36, time: 30 })
  expect(other).toMatchObject({ vip: true, weight: 7 })
  expect(other.user).not.toBe(mine.user)
})

test('[I02] one person sends every five seconds, also at once from two pages', async () => {
  const both = await Promise.all([send('lin', { text: '同时一' }), send('lin', { text: '同时二' })])
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 7]))
  const refused = await send('lin', { text: '又一条' })
  expect(refused.data).toMatchObject({ refusal: 'DanmakuTooSoon', retryAfterSec: 5 })
  pass(5)
  expect((await send('lin', { text: '又一条' })).code).toBe(0)
})

test('[I02] a day of China has a cap, and what is taken back counts all the same', async () => {
  const columns =
    'kind, subject_id, level, at_ms, mode, color, size, text, user_id, sender, weight, state, source, created_ms'
  await t.ground.pool.query(
    `insert into danmaku (${columns}) select 'vod', $1, 9, 1, 'scroll', 0, 25, '旧', $2, '', 0, 'removed', 'user', $3
     from generate_series(1, $4::int)`,
    [titleId, lin.userId, t.clock.nowMs() - 10_000, danmakuBounds.daily.user],
  )
  expect((await send('lin', { text: '还能发吗' })).data).toMatchObject({ refusal: 'DanmakuDailyCap' })
  await t.ground.pool.query('delete from danmaku where level = 9')
  expect((await send('lin', { text: '还能发吗' })).code).toBe(0)
})

test('[I02] packs are made anew five seconds after somebody spoke, and one second after something was taken back', async () => {
  const before = await texts()
  await sent('mei', { text: '新的一条' })
  expect(await texts()).toEqual(before)
  expect(await texts({ as: 'mei' })).toEqual([...before, '新的一条'])
  pass(6)
  const [last] = (await pack()).slice(-1)
  expect(last?.text).toBe('新的一条')
  const gone: unknown[] = []
  const stop = t.events.on(danmakuGone, (detail) => gone.push(detail))
  expect((await t.make(danmakuDelete, { id: last?.id ?? '' }, { as: 'mei' })).code).toBe(0)
  stop()
  expect(gone).toEqual([{ room: `vod:${titleId}:1`, ids: [last?.id] }])
  pass(1)
  expect(await texts()).toEqual(before)
  expect(await texts({ as: 'mei' })).toEqual(before)
})

test('[I04] what is held only its author sees, until an operator has looked', async () => {
  const heard: unknown[] = []
  const stop = t.events.on(danmakuSent, (detail) => heard.push(detail))
  const held = await sent('mei', { text: '看这里 http://spam.example.com/x' })
  stop()
  expect(held).toMatchObject({ mine: true })
  expect(heard).toEqual([])
  pass(6)
  const isThere = async (options: MakeOptions = {}) => (await pack(options)).some(({ id }) => id === held.id)
  expect([await isThere(), await isThere({ as: 'lin' }), await isThere({ as: 'mei' })]).toEqual([false, false, true])
  expect(await danmaku.texts.held(10)).toContain(held.id)
  expect(await danmaku.texts.find([held.id])).toMatchObject([
    { state: 'held', userId: mei.userId, found: expect.stringMatching(/./) },
  ])
  expect(await danmaku.texts.setState([held.id, '77777777777777777'], 'shown')).toEqual([held.id])
  expect(await danmaku.texts.setState([held.id], 'shown')).toEqual([])
  pass(1)
  expect(await isThere()).toBe(true)
  expect(await danmaku.texts.setState([held.id], 'removed')).toEqual([held.id])
  pass(1)
  expect([await isThere(), await isThere({ as: 'mei' })]).toEqual([false, false])
  expect(await danmaku.texts.setState([held.id], 'shown')).toEqual([])
})

test('[I02] a like counts once, weighs, and is taken back by liking again', async () => {
  expect((await t.make(danmakuUp, { id: '999999999999999999' }, { as: 'lin' })).data).toMatchObject({
    refusal: 'NoSuchDanmaku',
  })
  const { id, weight } = await sent('mei', { text: '点个赞试试' })
  const up = async () => (await t.make(danmakuUp, { id }, { as: 'lin' })).data
  expect(await up()).toEqual({ up: 1, upped: true })
  expect(await danmaku.texts.find([id])).toMatchObject([{ danmaku: { up: 1, weight: weight + 1 } }])
  expect(await up()).toEqual({ up: 0, upped: false })
})

test('[I02] no pack has more than six thousand: those that weigh most, in the order of their moments', async () => {
  const columns = 'kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms'
  await t.ground.pool.query(
    `insert into danmaku (${columns}) select 'vod', $1, 1, 720000 + n * 37 % 360000, 'scroll', 0, 25, '第' || n, '',
       case when n <= 6000 then 5 else 4 end, 'import', 0 from generate_series(1, 7000) as n`,
    [titleId],
  )
  const list = await pack({}, { pack: 2 })
  expect(list).toHaveLength(6000)
  expect(list.every(({ weight }) => weight === 5)).toBe(true)
  expect(list.map(({ time }) => time)).toEqual(list.map(({ time }) => time).toSorted((a, b) => a - b))
  const heat = danmakuHeat.reply.parse((await t.make(danmakuHeat, place)).data)
  expect(heat.stepSec).toBe(10)
  expect(heat.total).toBeGreaterThan(7000)
  expect(heat.counts.reduce((sum, count) => sum + count, 0)).toBe(heat.total)
})

test('[I02] of a channel those of its last day are counted, and they are counted in the index alone', async () => {
  const columns = 'kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms'
  await t.ground.pool.query(
    `insert into danmaku (${columns}) select 'live', 7, 0, $1::bigint - n * 3600000, 'scroll', 0, 25, '第' || n, '', 4,
       'import', 0 from generate_series(1, 100) as n`,
    [t.clock.nowMs()],
  )
  pass(61)
  const heat = danmakuHeat.reply.parse((await t.make(danmakuHeat, { kind: 'live', id: 7, level: 0 })).data)
  // Two were sent before.
  expect(heat).toEqual({ total: 23 + 2, stepSec: 10, counts: [] })
  await t.ground.pool.query("delete from danmaku where kind = 'live' and source = 'import'")
  await t.ground.pool.query('vacuum analyze danmaku')
  const { rows } = await t.ground.pool.query(
    `explain select count(*) from danmaku where kind = 'vod' and subject_id = $1 and level = 9 and at_ms >= 0 and state = 'shown'`,
    [titleId],
  )
  expect(JSON.stringify(rows)).toContain('Index Only Scan')
})

test('[I04] what was imported is reported, held and removed as what people sent, and its text goes', async () => {
  const { rows } = await t.ground.pool.query<{ id: string }>(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
     values ('vod', $1, 1, 61000, 'scroll', 0, 25, '导入的脏话', 'abc', 4, 'import', 0) returning id::text`,
    [titleId],
  )
  const id = rows[0]?.id ?? ''
  expect((await t.make(commonReport, { kind: 'danmaku', id, reason: 'abuse' }, { as: 'lin' })).code).toBe(0)
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { list } = await t.station.moderation.operator.queue({ offset: 0, limit: 100 }, nowSec)
  expect(list.find((one) => one.id === id)).toMatchObject({ userId: 0, userNickName: '', text: '导入的脏话' })
  expect(await t.station.moderation.operator.decide([{ kind: 'danmaku', id }], 'remove')).toBe(1)
  const kept = await t.ground.pool.query('select state, text from danmaku where id = $1', [id])
  expect(kept.rows).toEqual([{ state: 'removed', text: '' }])
})

test('[I02] nobody likes more than sixty in a minute', async () => {
  const { rows } = await t.ground.pool.query<{ id: string }>(
    `insert into danmaku_up select id, $1, $2 from danmaku where source = 'import' order by id limit 60
     returning danmaku_id::text as id`,
    [mei.userId, t.clock.nowMs()],
  )
  const up = () => t.make(danmakuUp, { id: rows[0]?.id ?? '' }, { as: 'mei' })
  expect((await up()).data).toMatchObject({ refusal: 'TooSoon' })
  pass(61)
  expect((await up()).data).toMatchObject({ upped: false })
})

test('[I02] settings are kept with the account, within their bounds', async () => {
  expect((await t.make(danmakuSettings, {}, { as: 'lin' })).data).toEqual({ settings: null })
  const settings = { ...plainDanmakuSettings, opacity: 60, words: ['剧透'], users: ['abc'] }
  const save = (given: object) => t.make(danmakuSettingsSave, { settings: { ...settings, ...given } }, { as: 'lin' })
  expect((await save({ opacity: 5 })).code).not.toBe(0)
  expect((await save({ patterns: Array.from({ length: 21 }, () => 'a') })).code).not.toBe(0)
  expect((await save({})).code).toBe(0)
  expect((await t.make(danmakuSettings, {}, { as: 'lin' })).data).toEqual({ settings })
})

test('[E07] whatever one person asks or does has nothing of another, and leaves what the other has as it is', async () => {
  const held = await sent('lin', { text: '加微信 abc12345 看全集', time: 100 })
  pass(6)
  const ofLin = await danmaku.exportOf(lin.userId)
  const shown = ofLin.find(({ text }) => text === '第一条')?.id ?? ''
  const matrix: readonly [name: string, make: () => Promise<Answer>, expected: unknown][] = [
    [
      'danmakuDelete',
      () => t.make(danmakuDelete, { id: shown }, { as: 'mei' }),
      { refusal: 'NoSuchDanmaku', retryAfterSec: undefined },
    ],
    [
      'danmakuDelete',
      () => t.make(danmakuDelete, { id: held.id }, { as: 'mei' }),
      expect.objectContaining({ refusal: 'NoSuchDanmaku' }),
    ],
    [
      'danmakuUp',
      () => t.make(danmakuUp, { id: held.id }, { as: 'mei' }),
      expect.objectContaining({ refusal: 'NoSuchDanmaku' }),
    ],
    ['danmakuSettings', () => t.make(danmakuSettings, {}, { as: 'mei' }), { settings: null }],
    ['danmakuSettingsSave', () => t.make(danmakuSettingsSave, { settings: plainDanmakuSettings }, { as: 'mei' }), {}],
    [
      'danmakuList',
      () => t.make(danmakuList, { ...place, pack: 0 }, { as: 'mei' }),
      { list: expect.not.arrayContaining([expect.objectContaining({ id: held.id })]) },
    ],
    ['danmakuHeat', () => t.make(danmakuHeat, place, { as: 'mei' }), expect.objectContaining({ stepSec: 10 })],
    ['danmakuSend', () => send('mei', { text: '梅的一条' }), { danmaku: expect.objectContaining({ mine: true }) }],
  ]
  expect(new Set(matrix.map(([name]) => name))).toEqual(new Set(callsByDomain.danmaku.map(({ name }) => name)))
  const settings = (await t.make(danmakuSettings, {}, { as: 'lin' })).data
  for (const [name, make, expected] of matrix) expect([name, (await make()).data]).toEqual([name, expected])
  expect(await danmaku.exportOf(lin.userId)).toEqual(ofLin)
  expect((await t.make(danmakuSettings, {}, { as: 'lin' })).data).toEqual(settings)
  expect(ofLin.every(({ about }) => about.name !== '')).toBe(true)
})

test('[I02] what broadcasts are not kept for any more is forgotten, and nothing of episodes', async () => {
  const count = async (kind: string) =>
    (await t.ground.pool.query('select from danmaku where kind = $1', [kind])).rowCount
  const [ofTitles, ofChannels] = [await count('vod'), await count('live')]
  expect(ofChannels).toBe(2)
  pass(29 * 24 * 3600)
  await danmaku.forgetOld()
  expect(await count('live')).toBe(2)
  pass(2 * 24 * 3600)
  await danmaku.forgetOld()
  expect([await count('vod'), await count('live')]).toEqual([ofTitles, 0])
})

test('[E07] with an account goes what it said and what it liked, and the rooms hear of it', async () => {
  const [first] = await danmaku.exportOf(mei.userId)
  await t.make(danmakuUp, { id: first?.id ?? '' }, { as: 'lin' })
  const gone: string[] = []
  t.events.on(danmakuGone, (detail) => gone.push(...(detail?.ids ?? [])))
  const shown = (await danmaku.texts.find((await danmaku.exportOf(lin.userId)).map(({ id }) => id))).filter(
    ({ state }) => state === 'shown',
  )
  const tell = await t.ground.db.transaction().execute(async (tx) => {
    const told = await danmaku.letGo(tx, [lin.userId])
    await tx.withTables<{ app_user: { id: number } }>().deleteFrom('app_user').where('id', '=', lin.userId).execute()
    return told
  })
  expect(gone).toEqual([])
  tell()
  expect(gone.toSorted()).toEqual(shown.map(({ id }) => id).toSorted())
  expect(await danmaku.exportOf(lin.userId)).toEqual([])
  expect(await danmaku.exportOf(mei.userId)).toMatchObject([
    { id: first?.id, up: 0 },
    ...Array.from({ length: (await danmaku.exportOf(mei.userId)).length - 1 }, () => ({})),
  ])
})
