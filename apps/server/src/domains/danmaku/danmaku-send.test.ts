import { danmakuBounds, type danmakuSend, type SendOf } from '@yunmu/contract'
import { afterEach, expect, test } from 'vitest'
import { danmakuSent } from './danmaku-events.ts'
import { buildDanmakuStation } from './danmaku.fixture.ts'

const { t, titleId, hiddenId, send, sent, pack, pass } = await buildDanmakuStation()
const { lin } = t.people

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

test('[I02] danmaku of a channel concern what is shown now or can be replayed, not what is to come', async () => {
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

test("[I02] a sent danmaku is announced, visible to everybody in its pool, and carries its author's mark", async () => {
  const received: unknown[] = []
  const stop = t.events.on(danmakuSent, (detail) => received.push(detail))
  const mine = await sent('lin', { text: '第一条' })
  stop()
  expect(mine).toEqual({
    id: expect.stringMatching(/^\d+$/),
    time: 60.5,
    mode: 'scroll',
    color: 0xffffff,
    size: 25,
    text: '第一条',
    user: expect.stringMatching(/^[\w-]{16}$/),
    weight: 4,
    vip: false,
    up: 0,
    mine: true,
  })
  expect(received).toEqual([{ room: `vod:${titleId}:1`, danmaku: { ...mine, mine: false } }])
  pass(6)
  expect(await pack()).toEqual([{ ...mine, mine: false }])
  expect(await pack({ as: 'lin' })).toEqual([mine])
  expect(await pack({ as: 'mei' })).toEqual([{ ...mine, mine: false }])
  expect(await pack({}, { pack: 1 })).toEqual([])
  const other = await sent('mei', { text: '<b>粉色</b>', mode: 'top', color: 0xff66cc, size: 36, time: 30 })
  expect(other).toMatchObject({ vip: true, weight: 7 })
  expect(other.user).not.toBe(mine.user)
})

test('[I02] a user sends one per five seconds, also concurrently from two pages', async () => {
  const both = await Promise.all([send('lin', { text: '同时一' }), send('lin', { text: '同时二' })])
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 7]))
  const refused = await send('lin', { text: '又一条' })
  expect(refused.data).toMatchObject({ refusal: 'DanmakuTooSoon', retryAfterSec: 5 })
  pass(5)
  expect((await send('lin', { text: '又一条' })).code).toBe(0)
})

test('[I02] the number per day in China is limited, and removed ones count too', async () => {
  const columns =
    'kind, subject_id, level, at_ms, mode, color, size, text, user_id, sender, weight, state, source, created_ms'
  await t.platform.pool.query(
    `insert into danmaku (${columns}) select 'vod', $1, 9, 1, 'scroll', 0, 25, '旧', $2, '', 0, 'removed', 'user', $3
     from generate_series(1, $4::int)`,
    [titleId, lin.userId, t.clock.nowMs() - 10_000, danmakuBounds.daily.user],
  )
  expect((await send('lin', { text: '还能发吗' })).data).toMatchObject({ refusal: 'DanmakuDailyCap' })
  await t.platform.pool.query('delete from danmaku where level = 9')
  expect((await send('lin', { text: '还能发吗' })).code).toBe(0)
})
