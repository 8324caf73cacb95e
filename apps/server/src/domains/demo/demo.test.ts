import { indexBanners, indexVodData, indexVodDataRank, playToken, userLogin, vodDetail } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { allEpisodeFilms, bundledFilm, filmScripts, programme } from '@yunmu/demo'
import { readCaptcha } from '../../testing/captcha.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { demoNeeds } from '../../station-content.ts'
import { createDemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'
import { makeFilms, missingFilms } from './make-films.ts'

const app = await buildTestApp()
const { demo, catalog, media } = app.station
const query = async (text: string): Promise<unknown[]> => (await app.platform.pool.query(text)).rows
const contents = async (): Promise<unknown> => ({
  titles: await query('select * from title order by id'),
  listing: await query('select * from title_listing order by title_id'),
  episodes: await query('select * from episode order by id'),
  plays: await query('select * from title_plays order by title_id, day'),
  banners: await query('select * from banner order by position'),
  plate: await query('select * from plate'),
  bulletins: await query('select * from bulletin order by id'),
  assets: await query('select * from asset order by id'),
  danmaku: await query('select * from danmaku order by id'),
  comments: await query('select * from comment order by id'),
  people: await query("select * from app_user where name like 'demo:%' order by id"),
})

test('an empty station stays empty if the demonstration programme is disabled', async () => {
  await demo.reconcile({ enabled: false })
  expect(await catalog.writer.isEmpty()).toBe(true)
})

test('an empty station is filled, every category has a row, and rankings are not empty', async () => {
  await demo.reconcile({ enabled: true })
  const home = await app.make(indexVodData, {})
  const { rows, plate } = indexVodData.reply.parse(home.data)
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(rows[0]?.list[0]?.name).toBe('临江路九号')
  expect(plate?.img).toMatch(/^\/media\/art\/backdrop\//)
  const { list } = indexBanners.reply.parse((await app.make(indexBanners, {})).data)
  expect(list.map(({ name }) => name)).toEqual([
    '雾港来信',
    '霜降前夜',
    '深蓝之下',
    '轨道以外',
    '风筝与夏天',
    '青崖问剑',
  ])
  for (const period of ['day', 'week', 'month', 'all'] as const) {
    const ranked = await app.make(indexVodDataRank, { type: 1, period, count: 10 })
    expect(indexVodDataRank.reply.parse(ranked.data).list).toHaveLength(10)
  }
})

test('the first banner plays at once, with pictures of its film, while every other title waits for its own', async () => {
  const [banner = 0] = await catalog.categories.bannerIds()
  const { data } = await app.make(vodDetail, { type: 1, id: banner })
  const title = vodDetail.reply.parse(data)
  const aired = title.sources[0]?.episodes.filter(({ state }) => state !== 'coming') ?? []
  expect(aired.map(({ state }) => state)).toEqual(aired.map(() => 'ready'))
  for (const { duration, img } of aired) {
    expect(duration).toBeGreaterThanOrEqual(8 * 60)
    expect(duration).toBeLessThanOrEqual(24 * 60)
    expect(img).toMatch(/^\/media\/pictures\/\d+-1-still-[1-4]-[0-9a-f]{20}\.webp$/u)
  }
  expect(new Set(aired.slice(0, 4).map(({ img }) => img)).size).toBe(4)
  const token = await app.make(playToken, { type: 'vod', id: banner, ids: 0, level: 1 })
  expect(playToken.reply.parse(token.data).qualities.map(({ name }) => name)).toEqual(['720p', '360p'])
  const ready = await query(
    `select distinct title_id from episode join source on source.id = source_id where state = 'ready' and asset_id is not null`,
  )
  expect(ready).toEqual([{ title_id: banner }])
})

test('no two titles play the same film, and all sources of an episode play the same', async () => {
  const shared = await query(
    `select asset_id from episode join source on source.id = source_id group by asset_id
      having count(distinct title_id) > 1 or count(distinct level) > 1`,
  )
  expect(shared).toEqual([])
})

test('[I03] the titles opened first have comments, and nobody can sign in as their authors', async () => {
  const written = await query(
    `select count(*)::int as comments, count(root_id)::int as answers, count(distinct subject_id)::int as titles,
      sum(up_count)::int > 30 as liked, bool_and(state = 'shown') as shown from comment`,
  )
  expect(written).toEqual([{ comments: 22, answers: 9, titles: 6, liked: true, shown: true }])
  const { captchaId } = await app.station.captcha.create('127.0.0.1')
  const read = await readCaptcha({ pool: app.platform.pool, tokenKey: app.platform.secrets.tokenKey }, captchaId)
  const login = { username: 'demo:cat', password: '', ...read }
  expect(await app.make(userLogin, login)).toMatchObject({ data: { refusal: 'LoginWrong' } })
})

test('a running title shows when the next episode airs, and lists future episodes', async () => {
  const [row] = await app.platform.pool
    .query(`select id from title where origin = 'demo:letters-from-fog-harbour'`)
    .then(({ rows }) => rows)
  const answer = await app.make(vodDetail, { type: 1, id: row.id })
  const title = vodDetail.reply.parse(answer.data)
  expect(title.remarks).toBe('更新至12集')
  expect(title.schedule).toMatch(/^每周.、. 20:00 更新$/u)
  expect(title.sources[0]?.name).toBe('云幕高清')
  const states = title.sources[0]?.episodes.map(({ state }) => state) ?? []
  expect(states).toHaveLength(24)
  expect(states.slice(0, 12)).not.toContain('coming')
  expect(new Set(states.slice(12))).toEqual(new Set(['coming']))
  expect(title.sources[0]?.episodes[5]?.name).toBe('旧海图')
})

test('[I02] the titles opened first and channels of the last two hours have danmaku', async () => {
  const said = await query(
    `select kind, count(*)::int as count, count(distinct subject_id)::int as places, count(distinct text) > 60 as differs,
       bool_and(at_ms between 0 and case kind when 'vod' then 1440000 else 1e13 end) as within from danmaku group by kind order by kind`,
  )
  expect(said).toEqual([
    { kind: 'live', count: 160, places: 4, differs: expect.any(Boolean), within: true },
    { kind: 'vod', count: 396, places: 6, differs: true, within: true },
  ])
  const oldest = app.clock.nowMs() - 2 * 3_600_000
  const late = await query(
    `select from danmaku where kind = 'live' and at_ms not between ${oldest} and ${app.clock.nowMs()}`,
  )
  expect(late).toEqual([])
})

test('a second seeding changes nothing, also after an interrupted start', async () => {
  const before = await contents()
  await demo.reconcile({ enabled: true })
  expect(await contents()).toEqual(before)
  await app.platform.pool.query(`update demo_programme set state = 'adding'`)
  await app.platform.pool.query(`delete from title where origin = 'demo:solo'`)
  await demo.reconcile({ enabled: true })
  expect(await query('select count(*)::int as count from title')).toEqual([{ count: programme.length }])
  expect(await query('select state from demo_programme')).toEqual([{ state: 'added' }])
})

test('removing deletes the programme and nothing else, and it is not seeded again', async () => {
  const nowSec = Math.floor(app.clock.nowMs() / 1000)
  const mine = await catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec)
  const own = { title: '停机', content: '今晚', dialog: 1, startsAt: null, endsAt: null } as const
  await app.station.messages.bulletins.add(own)
  expect(await query('select title from bulletin')).toHaveLength(3)
  const asset = await media.assets.createAsset({ demo: false, nowSec })
  await catalog.categories.setBanners([mine.id, ...(await catalog.categories.bannerIds()).slice(0, 3)])
  expect(await demo.remove()).toBe(programme.length)
  expect(await query('select id, name from title')).toEqual([{ id: mine.id, name: '雾港来信' }])
  expect(await query('select id from asset')).toEqual([{ id: asset }])
  expect(await query('select id from danmaku')).toEqual([])
  expect(await query('select id from comment')).toEqual([])
  expect(await query("select id from app_user where name like 'demo:%'")).toEqual([])
  expect(await query('select title from bulletin')).toEqual([{ title: '停机' }])
  expect(await catalog.categories.bannerIds()).toEqual([mine.id])
  expect(await catalog.categories.plate()).toBeNull()
  await catalog.writer.isEmpty()
  await demo.reconcile({ enabled: true })
  expect(await query('select id from title')).toEqual([{ id: mine.id }])
})

test('an interrupted removal is completed at the next start', async () => {
  await app.platform.pool.query(`update title set demo = true`)
  await demo.reconcile({ enabled: true })
  expect(await catalog.writer.isEmpty()).toBe(true)
})

test("adding restores it, and keeps the operator's own plate and banners", async () => {
  const mine = await catalog.writer.saveTitle(aTitle(), Math.floor(app.clock.nowMs() / 1000))
  const plate = { kicker: '本站', head: ['自己的', '片单'], line: '三部', href: '/', img: '/x.webp' }
  await catalog.categories.setPlate(plate)
  await catalog.categories.setBanners([mine.id])
  expect(await demo.add()).toBe(true)
  expect(await demo.add()).toBe(false)
  expect(await catalog.categories.plate()).toEqual(plate)
  expect(await catalog.categories.bannerIds()).toEqual([mine.id])
  await demo.remove()
  expect(await catalog.categories.plate()).toEqual(plate)
})

test('without ffmpeg films report what is missing, and are rendered at a later start', async () => {
  await demo.add()
  const { db, config, log } = app.platform
  const store = createDemoStore(db.withTables<DemoTables>())
  const parts = { store, log, dataDir: config.dataDir, ...demoNeeds(app.platform, app.station) }
  const before = process.env.FFMPEG_PATH
  process.env.FFMPEG_PATH = '/nowhere/ffmpeg'
  try {
    expect(await demo.pendingFilms()).toEqual({ count: 0, minutes: 0 })
    await makeFilms(parts, new AbortController().signal, async () => undefined)
  } finally {
    if (before === undefined) delete process.env.FFMPEG_PATH
    else process.env.FFMPEG_PATH = before
  }
  const states = await media.assets.assetState(await media.assets.demoAssets())
  expect(states.size).toBe(filmScripts.length + allEpisodeFilms().length)
  for (const { state, reason } of states.values()) expect(`${state} ${reason}`).toMatch(/^broken .*ffmpeg/u)
  expect(await missingFilms(parts)).toHaveLength(filmScripts.length)
  expect((await demo.pendingFilms()).count).toBe(filmScripts.length)
  expect(await query(`select distinct state from episode`)).toEqual([{ state: 'broken' }])
})

test('a station with the films of an earlier version gets the present ones, and loses the others', async () => {
  const nowSec = Math.floor(app.clock.nowMs() / 1000)
  const store = createDemoStore(app.platform.db.withTables<DemoTables>())
  const old = await media.assets.createAsset({ demo: true, nowSec })
  await store.deleteFilms([...(await store.films()).keys()])
  await store.saveFilms(new Map([['harbour', old]]))
  await app.platform.pool.query('update episode set asset_id = $1', [old])
  await demo.reconcile({ enabled: true })
  expect((await store.films()).has('harbour')).toBe(false)
  expect(await query(`select from episode where asset_id = ${old}`)).toEqual([])
  expect(await query(`select from asset where id = ${old}`)).toEqual([])
  expect((await store.films()).has(bundledFilm.name)).toBe(true)
})
