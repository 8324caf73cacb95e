import { indexNavs, indexTvs, liveVodAllList, playToken, replyCode, tvProgrammes } from '@yunmu/contract'
import { broadcastsOfDay, episodeFilmName, matchChannel, programme } from '@yunmu/demo'
import { chinaDayNumber } from '@yunmu/contract/china-time'
import { expect, test, vi } from 'vitest'
import { aRendition, audio, publishRandom } from '../../testing/media.ts'
import { runSchedule } from '../../testing/modules.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { demoChannels } from '../../station-television.ts'
import { createDemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'
import { updateChannels } from './update-channels.ts'

const t = await buildTestApp()
const { demo, live, media } = t.station
const dayMs = 24 * 3600_000
const store = createDemoStore(t.platform.db.withTables<DemoTables>())
const publish = async (name: string): Promise<number> => {
  const assetId = (await store.films()).get(name) ?? 0
  await publishRandom(media.assets, assetId, [aRendition({ segments: film }), { ...audio, segments: film }])
  return assetId
}
const parts = {
  store,
  media: media.assets,
  clock: t.clock,
  channels: demoChannels(t, t.station),
  catalog: { demoPictures: async () => new Map<string, string>() },
}
const film = Array.from({ length: 15 }, () => ({ durationMs: 4000, bytes: 10 }))
const items = async () => (await t.platform.pool.query('select * from linear_item order by stream_id, start_ms')).rows
const tvs = async () => indexTvs.reply.parse((await t.make(indexTvs, { page: 1, size: 100 })).data).list
const dayOfGuide = async (id: number, day = '0') =>
  tvProgrammes.reply.parse((await t.make(tvProgrammes, { ids: [id], day })).data).list[0]?.programmes ?? []

test('[G03] channels exist before any film is ready, and broadcast nothing', async () => {
  // Without ffmpeg the bundled film is not published either.
  vi.stubEnv('FFMPEG_PATH', '/nowhere/ffmpeg')
  await demo.add()
  vi.unstubAllEnvs()
  const channels = await tvs()
  expect(channels).toHaveLength(13)
  expect(channels.every(({ name, now }) => now === null || name === matchChannel.name)).toBe(true)
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

test('[G03] channels show what their guide says: only programmes whose film is ready', async () => {
  for (const name of ['news-desk', 'stove-chronicles', 'last-ferry']) await publish(name)
  await runSchedule(demo.module, 'demo.extendChannels')
  const names = new Map([...(await store.films())].map(([name, id]) => [id, name.split('/', 1)[0] ?? '']))
  const shown = await t.platform.pool.query(
    `select asset_id, programme.name from linear_item join stream on stream.id = stream_id
      join programme on programme.channel_id = stream.channel_id and programme.start_sec = ceil(start_ms / 1000.0)`,
  )
  expect(shown.rows.length).toBeGreaterThan(300)
  for (const { asset_id, name } of shown.rows) {
    const film = names.get(asset_id) ?? ''
    const title = programme.find(({ slug }) => slug === film)
    if (film === 'news-desk') expect(name).toMatch(/新闻|云幕|晚间|报道|六点|一日/u)
    else expect([title?.name, '一日三餐']).toContain(name)
  }
})

test('[G03] then every channel has a week of replays, days of guide ahead, and a current programme', async () => {
  await updateChannels(parts, { replan: 'all' })
  for (const { id, name, now, next } of await tvs()) {
    // Its films are drawn while the matches run.
    if (name === matchChannel.name) continue
    expect([name, now, next]).not.toContain(null)
    expect(now?.end).toBe(next?.start)
    expect(await live.locator.live(id, { line: 0, closed: new Set() }, t.clock.nowMs())).toMatchObject({ line: 1 })
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

test('[G03] the guide of the match channel names the matches of the day', async () => {
  const id = (await tvs()).find(({ name }) => name === matchChannel.name)?.id ?? 0
  const names = (await dayOfGuide(id)).map(({ name }) => name)
  const today = broadcastsOfDay(chinaDayNumber(t.clock.nowMs() / 1000))
  expect(names).toEqual(today.map(({ match }) => `${match.home.name} — ${match.away.name}`))
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

test('[G03] nothing changes until time passes; then the future schedule is extended and keeps its sequence numbers', async () => {
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
    expect(next?.disc_base).toBe(item.disc_base + item.each_runs * item.repeats)
  }
})

test('[G03] with another film the future is planned again, and the current programme stays', async () => {
  const nowMs = t.clock.nowMs()
  const before = await items()
  const assetId = await publish('kite-and-summer')
  await updateChannels(parts, { replan: 'future' })
  const after = await items()
  const begun = (all: typeof after) => all.filter(({ start_ms }) => start_ms < nowMs)
  expect(begun(after)).toEqual(begun(before))
  const all = await store.films()
  const first = all.get(episodeFilmName('kite-and-summer', 1))
  expect([assetId, first]).not.toContain(undefined)
  expect(after.filter(({ asset_id }) => asset_id === first).length).toBeGreaterThan(5)
  for (const { id } of await tvs()) {
    const programmes = await dayOfGuide(id)
    for (const [at, { start }] of programmes.entries()) if (at > 0) expect(programmes[at - 1]?.end).toBe(start)
  }
})

test('[G03] a channel removed by the operator disappears with its guide, and is not created again', async () => {
  await demo.remove()
  await runSchedule(demo.module, 'demo.extendChannels')
  expect(await tvs()).toEqual([])
  expect(await items()).toEqual([])
})
