import { indexNavs, indexTvs, liveVodAllList, playToken, replyCode, tvProgrammes } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { aRendition, audio, publishRandom } from '../../testing/media.ts'
import { runSchedule } from '../../testing/modules.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { demoChannelsOf } from '../../station-live.ts'
import { createDemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'
import { updateChannels } from './update-channels.ts'

const t = await buildTestApp()
const { demo, live, media } = t.station
const dayMs = 24 * 3600_000
const store = createDemoStore(t.platform.db.withTables<DemoTables>())
const publish = async (at: number): Promise<number> => {
  const assetId = [...(await store.films()).values()][at] ?? 0
  await publishRandom(media.assets, assetId, [aRendition({ segments: film }), { ...audio, segments: film }])
  return assetId
}
const film = Array.from({ length: 15 }, () => ({ durationMs: 4000, bytes: 10 }))
const items = async () => (await t.platform.pool.query('select * from linear_item order by stream_id, start_ms')).rows
const tvs = async () => indexTvs.reply.parse((await t.make(indexTvs, { page: 1, size: 100 })).data).list
const dayOfGuide = async (id: number, day = '0') =>
  tvProgrammes.reply.parse((await t.make(tvProgrammes, { ids: [id], day })).data).list[0]?.programmes ?? []

test('[G03] the channels are there before any film is, and show nothing', async () => {
  await demo.reconcile({ enabled: true })
  const channels = await tvs()
  expect(channels).toHaveLength(12)
  expect(channels.every(({ now }) => now === null)).toBe(true)
  expect(await items()).toEqual([])
  expect((await t.make(playToken, { type: 'live', id: channels[0]?.id ?? 0, ids: 0, level: 1 })).data).toEqual({
    refusal: 'NothingOnAir',
  })
  expect(indexNavs.reply.parse((await t.make(indexNavs, {})).data).overseasTags.map(({ type }) => type)).toEqual([
    'gangao',
    'nanyang',
    'beimei',
  ])
})

test('[G03] with the first film every channel has a week behind it, days before it, and something on', async () => {
  await publish(0)
  await runSchedule(demo.module, 'demo.extendChannels')
  for (const { id, name, now, next } of await tvs()) {
    expect([name, now, next]).not.toContain(null)
    expect(now?.end).toBe(next?.start)
    expect(await live.locator.live(id, 0, t.clock.nowMs())).toMatchObject({ line: 1 })
  }
  const [first] = await tvs()
  const today = await dayOfGuide(first?.id ?? 0)
  expect(today.map(({ name }) => name)).toEqual(expect.arrayContaining(['云幕新闻', '一日三餐']))
  expect(today.filter(({ state }) => state === 'now')).toHaveLength(1)
  expect(today.every(({ replay, state }) => replay === (state !== 'next'))).toBe(true)
  const starts = (await items()).map(({ start_ms }) => start_ms)
  expect(Math.min(...starts)).toBeLessThan(t.clock.nowMs() - 7 * dayMs)
  expect(Math.max(...starts)).toBeGreaterThan(t.clock.nowMs() + 2.9 * dayMs)
})

test('[G01] a past programme of a channel plays', async () => {
  const page = await t.make(liveVodAllList, { type: '0', group: '0', page: 1, size: 5 })
  const [past] = liveVodAllList.reply.parse(page.data).list
  const { code, data } = await t.make(playToken, { type: 'replay', id: past?.id ?? 0, ids: 0, level: 1 })
  expect(code).toBe(replyCode.done)
  const { url } = playToken.reply.parse(data)
  const master = await t.app.inject({ url })
  const sound = /URI="([^"]+)"/.exec(master.body)?.[1] ?? ''
  expect((await t.app.inject({ url: url.replace(/[^/]+$/, sound) })).body).toContain('#EXT-X-ENDLIST')
})

test('[G03] nothing changes until time passes; then the days to come grow and keep their numbers', async () => {
  const before = await items()
  await runSchedule(demo.module, 'demo.extendChannels')
  expect(await items()).toEqual(before)
  t.clock.set(t.clock.nowMs() + dayMs)
  await runSchedule(demo.module, 'demo.extendChannels')
  const after = await items()
  expect(after.length).toBeGreaterThan(before.length)
  expect(
    after.filter(({ start_ms, stream_id }) =>
      before.some((one) => one.start_ms === start_ms && one.stream_id === stream_id),
    ),
  ).toEqual(before)
  for (const [index, item] of after.entries()) {
    const next = after[index + 1]
    if (next?.stream_id !== item.stream_id) continue
    expect(next?.start_ms).toBe(item.start_ms + item.each_ms * item.repeats)
    expect(next?.seq_base).toBe(item.seq_base + item.each_rows * item.repeats)
  }
})

test('[G03] with another film what is to come is planned anew, and what is on stays', async () => {
  const nowMs = t.clock.nowMs()
  const before = await items()
  const assetId = await publish(1)
  await updateChannels(
    {
      store,
      media: media.assets,
      clock: t.clock,
      channels: demoChannelsOf(t.station, t.clock),
      catalog: { demoPictures: async () => new Map() },
    },
    { replan: true },
  )
  const after = await items()
  const begun = (all: typeof after) => all.filter(({ start_ms }) => start_ms < nowMs)
  expect(begun(after)).toEqual(begun(before))
  expect(after.filter(({ asset_id }) => asset_id === assetId).length).toBeGreaterThan(100)
  for (const { id } of await tvs()) {
    const programmes = await dayOfGuide(id)
    for (const [at, { start }] of programmes.entries()) if (at > 0) expect(programmes[at - 1]?.end).toBe(start)
  }
})

test('[G03] what the operator takes away is gone with its guide, and does not come back', async () => {
  await demo.remove()
  await runSchedule(demo.module, 'demo.extendChannels')
  expect(await tvs()).toEqual([])
  expect(await items()).toEqual([])
})
