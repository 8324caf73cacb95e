import { indexNavs, indexTvs, liveVodAllList, playToken, replyCode, tvProgrammes } from '@yunmu/contract'
import { bannerSlugs, broadcastsOfDay, demoChannels as channelList, filmScripts, matchChannel } from '@yunmu/demo'
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
  await publishRandom(media.assets, assetId, [aRendition({ segments: shots }), { ...audio, segments: shots }])
  return assetId
}
const parts = {
  store,
  media: media.assets,
  clock: t.clock,
  channels: demoChannels(t, t.station),
  catalog: { demoPictures: async () => new Map<string, string>() },
}
const shots = Array.from({ length: 4 }, () => ({ durationMs: 4800, bytes: 10 }))
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

/** What the channels show at a moment, in their order: the film, and the name in the guide. */
async function shownAt(atMs: number): Promise<{ film: string; name: string }[]> {
  const names = new Map([...(await store.films())].map(([name, id]) => [id, name]))
  const { rows } = await t.platform.pool.query<{ asset_id: number; name: string }>(
    `select asset_id, programme.name from linear_item join stream on stream.id = stream_id
      join channel on channel.id = stream.channel_id
      left join lateral (select name from programme where programme.channel_id = channel.id
        and start_sec * 1000::bigint <= $1 and end_sec * 1000::bigint > $1) as programme on true
      where start_ms <= $1 and start_ms + each_ms::bigint * repeats > $1 order by channel.number`,
    [atMs],
  )
  return rows.map(({ asset_id, name }) => ({ film: names.get(asset_id) ?? '', name }))
}

const isPreview = (film: string): boolean => film.includes('/preview/')

test('[G03] while one film is ready, every channel shows previews of it at once, and the guide says so', async () => {
  await publish(bannerSlugs[0] ?? '')
  await updateChannels(parts, { replan: 'nothing' })
  const shown = await shownAt(t.clock.nowMs())
  expect(shown).toHaveLength(channelList.length)
  // A channel whose programme of this hour is the film itself shows it.
  for (const { film, name } of shown)
    expect(`${film} ${name}`).toMatch(
      isPreview(film)
        ? /^letters-from-fog-harbour\/preview\/\d 新片速递$/u
        : /^letters-from-fog-harbour\/[\d@]+ 雾港来信/u,
    )
  expect(new Set(shown.map(({ film }) => film).filter(isPreview)).size).toBe(4)
  // What is planned for later is in the guide already.
  const { rows } = await t.platform.pool.query(
    `select count(distinct channel_id)::int as channels from programme where start_sec > $1`,
    [Math.floor((t.clock.nowMs() + dayMs) / 1000)],
  )
  expect(rows[0]?.channels).toBeGreaterThanOrEqual(channelList.length)
})

test('[G03] a minute after further films are ready, neighbouring channels show different ones', async () => {
  for (const slug of bannerSlugs.slice(1)) await publish(slug)
  await updateChannels(parts, { replan: 'future' })
  const shown = await shownAt(t.clock.nowMs() + 90_000)
  const titleOf = (film: string) => film.split('/', 1)[0]
  expect(new Set(shown.map(({ film }) => titleOf(film))).size).toBeGreaterThanOrEqual(5)
  for (const [at, { film }] of shown.entries()) {
    const before = shown[at - 1]?.film ?? ''
    // Channels that show what their programme of this hour is have no choice.
    if (isPreview(film) && isPreview(before)) expect(titleOf(film)).not.toBe(titleOf(before))
  }
})

test('[G03] the schedule is extended while films are missing, without gaps', async () => {
  const gaps = async () =>
    (await items()).flatMap((item, at, all) => {
      const next = all[at + 1]
      const endMs = Number(item.start_ms) + item.each_ms * item.repeats
      return next?.stream_id === item.stream_id && Number(next.start_ms) !== endMs ? [item] : []
    })
  expect(await gaps()).toEqual([])
  t.clock.set(t.clock.nowMs() + 3600_000)
  await runSchedule(demo.module, 'demo.extendChannels')
  expect(await gaps()).toEqual([])
  expect(await shownAt(t.clock.nowMs() + 3600_000)).toHaveLength(channelList.length)
})

test('[G03] when all films are ready every channel has a week of replays, days of guide ahead, and a current programme', async () => {
  for (const { name } of filmScripts) if (!bannerSlugs.includes(name)) await publish(name)
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

test('[G03] the guide has exactly the times at which films begin and end', async () => {
  const { rows } = await t.platform.pool.query(
    `select count(*)::int as count, count(*) filter (where start_ms = start_sec * 1000::bigint and repeats = 1
        and start_ms + each_ms = end_sec * 1000::bigint)::int as exact
      from linear_item join stream on stream.id = stream_id
      left join programme on programme.channel_id = stream.channel_id and start_sec = start_ms / 1000`,
  )
  expect(rows[0]?.count).toBeGreaterThan(5000)
  expect(rows[0]?.exact).toBe(rows[0]?.count)
})

test('[G03] a channel removed by the operator disappears with its guide, and is not created again', async () => {
  await demo.remove()
  await runSchedule(demo.module, 'demo.extendChannels')
  expect(await tvs()).toEqual([])
  expect(await items()).toEqual([])
})

test('[G03] films of matches are drawn one after the other, however long one takes', async () => {
  const jobs = async () =>
    (
      await t.platform.pool.query<{ queue_name: string | null }>(
        "select queue_name from graphile_worker.jobs where task_identifier = 'demo.filmMatches'",
      )
    ).rows
  await runSchedule(demo.module, 'demo.continueMatchFilms')
  // The first one runs: its key is free again.
  await t.platform.pool.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'")
  await runSchedule(demo.module, 'demo.continueMatchFilms')
  const both = await jobs()
  expect(both).toHaveLength(2)
  expect(new Set(both.map(({ queue_name: name }) => name))).toEqual(new Set(['demo.filmMatches']))
})
