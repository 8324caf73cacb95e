import {
  callsByDomain,
  commonReport,
  danmakuDelete,
  danmakuHeat,
  danmakuList,
  danmakuSettings,
  danmakuSettingsSave,
  danmakuUp,
  danmakuUpped,
  defaultDanmakuSettings,
} from '@yunmu/contract'
import { afterEach, expect, test } from 'vitest'
import type { Answer, MakeOptions } from '../../testing/test-app.ts'
import { danmakuRemoved, danmakuSent } from './danmaku-events.ts'
import { buildDanmakuStation } from './danmaku.fixture.ts'
import { deletePersonalData } from '../../platform/domain-modules.ts'

const { t, place, titleId, send, sent, pack, pass } = await buildDanmakuStation()
const { lin, mei } = t.people
const { danmaku } = t.station

afterEach(() => pass(120))

test('[I04] a held danmaku is seen by its author only, until an operator has reviewed it', async () => {
  const received: unknown[] = []
  const stop = t.events.on(danmakuSent, (detail) => received.push(detail))
  const held = await sent('mei', { text: '看这里 http://spam.example.com/x' })
  stop()
  expect(held).toMatchObject({ mine: true })
  expect(received).toEqual([])
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

test('[I02] a like counts once, adds weight, and is removed by liking again', async () => {
  expect((await t.make(danmakuUp, { id: '999999999999999999' }, { as: 'lin' })).data).toMatchObject({
    refusal: 'NoSuchDanmaku',
  })
  const { id, weight } = await sent('mei', { text: '点个赞试试' })
  const up = async () => (await t.make(danmakuUp, { id }, { as: 'lin' })).data
  const upped = async (as: 'lin' | 'mei', level = 1) =>
    danmakuUpped.reply.parse((await t.make(danmakuUpped, { ...place, level }, { as })).data).ids
  expect(await up()).toEqual({ up: 1, upped: true })
  expect([await upped('lin'), await upped('mei'), await upped('lin', 3)]).toEqual([[id], [], []])
  expect(await danmaku.texts.find([id])).toMatchObject([{ danmaku: { up: 1, weight: weight + 1 } }])
  expect(await up()).toEqual({ up: 0, upped: false })
  expect(await upped('lin')).toEqual([])
})

test('[I02] a user can like sixty a minute', async () => {
  await t.platform.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
     select 'vod', $1, 9, n, 'scroll', 0, 25, '第' || n, '', 4, 'import', 0 from generate_series(1, 60) as n`,
    [titleId],
  )
  const { rows } = await t.platform.pool.query<{ id: string }>(
    `insert into danmaku_up select id, $1, $2 from danmaku where source = 'import' order by id limit 60
     returning danmaku_id::text as id`,
    [mei.userId, t.clock.nowMs()],
  )
  const up = () => t.make(danmakuUp, { id: rows[0]?.id ?? '' }, { as: 'mei' })
  expect((await up()).data).toMatchObject({ refusal: 'TooSoon' })
  pass(61)
  expect((await up()).data).toMatchObject({ upped: false })
})

test('[I04] imported danmaku are reported, held and removed like others, and removing deletes the text', async () => {
  const { rows } = await t.platform.pool.query<{ id: string }>(
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
  const kept = await t.platform.pool.query('select state, text from danmaku where id = $1', [id])
  expect(kept.rows).toEqual([{ state: 'removed', text: '' }])
})

test('[I02] settings are stored with the account, within their ranges', async () => {
  expect((await t.make(danmakuSettings, {}, { as: 'lin' })).data).toEqual({ settings: null })
  const settings = { ...defaultDanmakuSettings, opacity: 60, words: ['剧透'], users: ['abc'] }
  const save = (given: object) => t.make(danmakuSettingsSave, { settings: { ...settings, ...given } }, { as: 'lin' })
  expect((await save({ opacity: 5 })).code).not.toBe(0)
  expect((await save({ patterns: Array.from({ length: 21 }, () => 'a') })).code).not.toBe(0)
  expect((await save({})).code).toBe(0)
  expect((await t.make(danmakuSettings, {}, { as: 'lin' })).data).toEqual({ settings })
})

test('[E07] nothing that one user requests or does shows or changes data of another', async () => {
  await sent('lin', { text: '第一条' })
  pass(6)
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
    ['danmakuSettingsSave', () => t.make(danmakuSettingsSave, { settings: defaultDanmakuSettings }, { as: 'mei' }), {}],
    [
      'danmakuList',
      () => t.make(danmakuList, { ...place, pack: 0 }, { as: 'mei' }),
      { list: expect.not.arrayContaining([expect.objectContaining({ id: held.id })]), whole: true },
    ],
    ['danmakuUpped', () => t.make(danmakuUpped, place, { as: 'mei' }), { ids: [] }],
    ['danmakuHeat', () => t.make(danmakuHeat, place, { as: 'mei' }), expect.objectContaining({ stepSec: 10 })],
    ['danmakuSend', () => send('mei', { text: '梅的一条' }), { danmaku: expect.objectContaining({ mine: true }) }],
  ]
  expect(new Set(matrix.map(([name]) => name))).toEqual(new Set(callsByDomain.danmaku.map(({ name }) => name)))
  const settings = (await t.make(danmakuSettings, {}, { as: 'lin' })).data
  await t.make(danmakuUp, { id: shown }, { as: 'lin' })
  const ofLinThen = await danmaku.exportOf(lin.userId)
  for (const [name, make, expected] of matrix) expect([name, (await make()).data]).toEqual([name, expected])
  expect(await danmaku.exportOf(lin.userId)).toEqual(ofLinThen)
  expect((await t.make(danmakuUpped, place, { as: 'lin' })).data).toEqual({ ids: [shown] })
  expect((await t.make(danmakuSettings, {}, { as: 'lin' })).data).toEqual(settings)
  expect(ofLin.every(({ about }) => about.name !== '')).toBe(true)
})

test('[E07] likes and imports concurrent with the deletion of an account wait for it, without deadlocks', async () => {
  const { bao } = t.people
  const { rows } = await t.platform.pool.query<{ id: string }>(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms, user_id)
     values ('vod', $1, 1, 1000, 'scroll', 0, 25, '要走了', '', 4, 'user', 0, $2) returning id::text`,
    [titleId, bao.userId],
  )
  const [going, staying] = [rows[0]?.id ?? '', (await sent('mei', { text: '留在这里' })).id]
  await t.make(danmakuUp, { id: staying }, { as: 'bao' })
  const plain = { mode: 'scroll', color: 0, size: 25, sender: '', sentSec: 0, id: '' } as const
  const file = [1000, 60_500].map((atMs) => ({ ...plain, atMs, text: '导入的' }))
  const waiting = await t.platform.db.transaction().execute(async (tx) => {
    await deletePersonalData([danmaku.module], tx, [bao.userId])
    const others = Promise.all([
      t.make(danmakuUp, { id: going }, { as: 'lin' }),
      danmaku.pools.importRecords({ kind: 'vod', id: titleId, level: 1 }, file, 0),
    ])
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await t.platform.pool.query(waits)).rowCount).toBe(2)
    await tx.withTables<{ app_user: { id: number } }>().deleteFrom('app_user').where('id', '=', bao.userId).execute()
    return { others }
  })
  const [liked, added] = await waiting.others
  expect([liked.data, added]).toMatchObject([{ refusal: 'NoSuchDanmaku' }, { added: 2 }])
  expect(await danmaku.texts.find([going, staying])).toMatchObject([{ id: staying, danmaku: { up: 0 } }])
})

test('[E07] the deletion of an account removes its danmaku and likes, and the rooms are notified', async () => {
  const [first] = await danmaku.exportOf(mei.userId)
  await t.make(danmakuUp, { id: first?.id ?? '' }, { as: 'lin' })
  const gone: string[] = []
  t.events.on(danmakuRemoved, (detail) => gone.push(...(detail?.ids ?? [])))
  const shown = (await danmaku.texts.find((await danmaku.exportOf(lin.userId)).map(({ id }) => id))).filter(
    ({ state }) => state === 'shown',
  )
  const tell = await t.platform.db.transaction().execute(async (tx) => {
    const told = await deletePersonalData([danmaku.module], tx, [lin.userId])
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
