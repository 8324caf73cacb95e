import { danmakuDelete, danmakuHeat, danmakuList } from '@yunmu/contract'
import { maxId } from '@yunmu/contract/constants'
import { afterEach, expect, test, vi } from 'vitest'
import { danmakuRemoved } from './danmaku-events.ts'
import { buildDanmakuStation } from './danmaku.fixture.ts'
import { runSchedule } from '../../testing/modules.ts'

const { t, place, titleId, hiddenId, send, sent, pack, texts, pass } = await buildDanmakuStation()
const { danmaku, catalog } = t.station

afterEach(() => pass(120))

test('[I02] replies for a subject that becomes visible meanwhile are not cached as empty', async () => {
  const listing = { kind: 'vod', id: hiddenId, level: 1, pack: 0 } as const
  await t.platform.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
     values ('vod', $1, 1, 1000, 'scroll', 0, 25, '早就在了', '', 4, 'demo', 0)`,
    [hiddenId],
  )
  const open = vi.spyOn(catalog.listing, 'hitsOf')
  // It becomes visible between the two checks that one request makes.
  open.mockResolvedValueOnce(new Map())
  open.mockResolvedValue(new Map([[hiddenId, 0]]))
  await t.make(danmakuList, listing)
  open.mockRestore()
  expect(await pack({}, listing)).toEqual([])
})

test('[I02] a pack after the last moment is empty', async () => {
  for (const number of [90_000_000, maxId])
    expect((await t.make(danmakuList, { ...place, pack: number })).data).toEqual({ list: [], whole: true })
})

test('[I02] packs are rebuilt five seconds after a danmaku, and one second after a removal', async () => {
  const before = await texts()
  await sent('mei', { text: '新的一条' })
  expect(await texts()).toEqual(before)
  expect(await texts({ as: 'mei' })).toEqual([...before, '新的一条'])
  pass(6)
  const [last] = (await pack()).slice(-1)
  expect(last?.text).toBe('新的一条')
  const gone: unknown[] = []
  const stop = t.events.on(danmakuRemoved, (detail) => gone.push(detail))
  expect((await t.make(danmakuDelete, { id: last?.id ?? '' }, { as: 'mei' })).code).toBe(0)
  stop()
  expect(gone).toEqual([{ room: `vod:${titleId}:1`, ids: [last?.id] }])
  pass(1)
  expect(await texts()).toEqual(before)
  expect(await texts({ as: 'mei' })).toEqual(before)
})

test('[I02] a pack has at most six thousand: of crowded moments the heaviest, in order', async () => {
  const columns = 'kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms'
  await t.platform.pool.query(
    `insert into danmaku (${columns}) select 'vod', $1, 1, 720000 + n * 50 % 360000, 'scroll', 0, 25, '第' || n, '',
       case when n % 7 = 0 then 4 else 5 end, 'import', 0 from generate_series(1, 7200) as n`,
    [titleId],
  )
  const answer = await t.make(danmakuList, { ...place, pack: 2 })
  const { list, whole } = danmakuList.reply.parse(answer.data)
  expect([list.length, whole]).toEqual([6000, false])
  expect(list.every(({ weight }) => weight === 5)).toBe(true)
  expect(list.map(({ time }) => time)).toEqual(list.map(({ time }) => time).toSorted((a, b) => a - b))
  const heat = danmakuHeat.reply.parse((await t.make(danmakuHeat, place)).data)
  expect(heat.stepSec).toBe(10)
  expect(heat.total).toBeGreaterThan(7000)
  expect(heat.counts.reduce((sum, count) => sum + count, 0)).toBe(heat.total)
})

test('[I02] a channel counts danmaku of its last day, by an index-only scan', async () => {
  const columns = 'kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms'
  await t.platform.pool.query(
    `insert into danmaku (${columns}) select 'live', 7, 0, $1::bigint - n * 3600000, 'scroll', 0, 25, '第' || n, '', 4,
       'import', 0 from generate_series(1, 100) as n`,
    [t.clock.nowMs()],
  )
  pass(61)
  const heat = danmakuHeat.reply.parse((await t.make(danmakuHeat, { kind: 'live', id: 7, level: 0 })).data)
  expect(heat).toEqual({ total: 23, stepSec: 10, counts: [] })
  await t.platform.pool.query('vacuum analyze danmaku')
  const { rows } = await t.platform.pool.query(
    `explain select count(*) from danmaku where kind = 'vod' and subject_id = $1 and level = 9 and at_ms >= 0 and state = 'shown'`,
    [titleId],
  )
  expect(JSON.stringify(rows)).toContain('Index Only Scan')
})

test('[I02] danmaku of expired broadcasts are deleted, those of episodes are not', async () => {
  const count = async (kind: string) =>
    (await t.platform.pool.query('select from danmaku where kind = $1', [kind])).rowCount
  await t.platform.pool.query("delete from danmaku where kind = 'live'")
  await send('lin', { kind: 'live', id: 7, level: 0, time: t.clock.nowMs() / 1000, text: '说过的' })
  const [ofTitles, ofChannels] = [await count('vod'), await count('live')]
  expect(ofChannels).toBe(1)
  pass(29 * 24 * 3600)
  await runSchedule(danmaku.module, 'danmaku.deleteOld')
  expect(await count('live')).toBe(1)
  pass(2 * 24 * 3600)
  await runSchedule(danmaku.module, 'danmaku.deleteOld')
  expect([await count('vod'), await count('live')]).toEqual([ofTitles, 0])
})
