import {
  indexBanners,
  indexTvs,
  indexVodData,
  indexVodDataRank,
  liveWatch,
  playToken,
  userLogin,
  vodDetail,
} from '@yunmu/contract'
import { avatarPicture } from '@yunmu/contract/drawn-people'
import { expect, test } from 'vitest'
import {
  allComposedFilms,
  broadcastAt,
  bundledFilm,
  demoChannels,
  danmakuCount,
  episodeFilmsOf,
  filmScripts,
  matchChannel,
  programme,
} from '@yunmu/demo'
import { readCaptcha } from '../../testing/captcha.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { runJob } from '../../testing/modules.ts'
import { aTitle } from '../../testing/titles.ts'
import { demoNeeds } from '../../station-content.ts'
import { createDemoStore } from './demo-store.ts'
import type { DemoTables } from './demo-tables.ts'
import { chat } from './chat.ts'
import { createFilmProgress } from './film-progress.ts'
import { seedTitles } from './seed-life.ts'
import { makeFilms, missingFilms } from './make-films.ts'
import { originOf } from './title-rules.ts'

const app = await buildTestApp()
const { demo, catalog, media } = app.station
const lifeParts = {
  clock: app.clock,
  store: createDemoStore(app.platform.db.withTables<DemoTables>()),
  ...demoNeeds(app.platform, app.station),
}
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

test('the first title has comments at once, the others soon after, and nobody can sign in as their authors', async () => {
  const commented = async () => query('select distinct subject_id as id from comment')
  const [banner] = await catalog.categories.bannerIds()
  expect(await commented()).toEqual([{ id: banner }])
  await seedTitles(lifeParts, programme)
  expect(await commented()).toHaveLength(programme.length)
  const wrong = await query(
    `select from comment where state <> 'shown' or up_count <> (select count(*) from comment_thumb where comment_id = comment.id)
      or reply_count <> (select count(*) from comment as reply where reply.root_id = comment.id)`,
  )
  expect(wrong).toEqual([])
  const before = await query('select * from comment order by id')
  await seedTitles(lifeParts, programme)
  expect(await query('select * from comment order by id')).toEqual(before)
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

test('every aired episode has danmaku, and channels those of the last two hours', async () => {
  const episodes = programme.flatMap((title) =>
    episodeFilmsOf(title).filter(({ level }) => danmakuCount(title, level) > 0),
  )
  const pools = await query(`select distinct subject_id, level from danmaku where kind = 'vod'`)
  expect(pools).toHaveLength(episodes.length)
  const channels = await query(`select distinct subject_id from danmaku where kind = 'live'`)
  expect(channels).toHaveLength(12)
  const nowMs = app.clock.nowMs()
  const outside = await query(
    `select from danmaku where not case kind when 'vod' then at_ms between 0 and 1440000
      else at_ms between ${nowMs - 2 * 3_600_000} and ${nowMs} end`,
  )
  expect(outside).toEqual([])
})

test('the numbers of a title fit each other: plays, danmaku, comments, thumbs and scores', async () => {
  const wrong = await query(
    `select name from title join title_listing on title_id = title.id
      cross join lateral (select count(*) as danmaku from danmaku where kind = 'vod' and subject_id = title.id) as of_danmaku
      cross join lateral (select count(*) as comments from comment where kind = 'vod' and subject_id = title.id) as of_comments
      where not (hits > score_count and hits > title.up_count and hits > 100 * danmaku
        and score_count > comments and title.up_count > comments and danmaku > comments)`,
  )
  expect(wrong).toEqual([])
})

test('invented viewers watch titles that can be played and channels, and their pictures are drawn', async () => {
  const [banner = 0, waiting = 0] = await catalog.categories.bannerIds()
  const nowMs = app.clock.nowMs()
  expect(demo.watching({ kind: 'vod', id: banner, level: 1 }, nowMs)).toBeGreaterThan(50)
  expect(demo.watching({ kind: 'vod', id: banner, level: 24 }, nowMs)).toBe(0)
  expect(demo.watching({ kind: 'vod', id: waiting, level: 1 }, nowMs)).toBe(0)
  const { list } = indexTvs.reply.parse((await app.make(indexTvs, { page: 1, size: 20 })).data)
  expect(list).toHaveLength(13)
  for (const { name, online, crowd } of list) {
    // Nobody watches the match channel while there is no match.
    if (name === matchChannel.name) expect(crowd > 0).toBe(broadcastAt(nowMs) !== null)
    else expect(crowd).toBeGreaterThan(0)
    expect(online).toBe(crowd)
  }
  const portraits = await query(`select distinct portrait from app_user where name like 'demo:%'`)
  expect(portraits.length).toBeGreaterThan(100)
  const picture = await app.app.inject({ url: avatarPicture(3) })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('on a channel that somebody watches invented viewers write about the next minute, elsewhere nothing', async () => {
  const { list } = indexTvs.reply.parse((await app.make(indexTvs, { page: 1, size: 20 })).data)
  const [watched] = list
  const written = async () =>
    query(`select subject_id as id, at_ms from danmaku where kind = 'live' and at_ms > ${app.clock.nowMs()}`)
  await chat(lifeParts)
  expect(await written()).toEqual([])
  await app.make(liveWatch, { id: watched?.id ?? 0, end: false })
  await chat(lifeParts)
  const after = await written()
  expect(after.length).toBeGreaterThan(2)
  expect(after).toEqual(after.map(() => ({ id: watched?.id, at_ms: expect.any(Number) })))
  // The same minute again, as another process on this database would.
  await chat(lifeParts)
  expect(await written()).toEqual(after)
  await app.make(liveWatch, { id: watched?.id ?? 0, end: true })
  await query(`delete from danmaku where kind = 'live' and at_ms > ${app.clock.nowMs()}`)
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
  const [first = 0] = await catalog.categories.bannerIds()
  const nowSec = Math.floor(app.clock.nowMs() / 1000)
  const mine = await catalog.writer.saveTitle(aTitle({ name: '雾港来信' }), nowSec)
  const own = { title: '停机', content: '今晚', dialog: 1, startsAt: null, endsAt: null } as const
  await app.station.messages.bulletins.add(own)
  expect(await query('select title from bulletin')).toHaveLength(3)
  const asset = await media.assets.createAsset({ demo: false, nowSec })
  await catalog.categories.setBanners([mine.id, ...(await catalog.categories.bannerIds()).slice(0, 3)])
  expect(await demo.remove()).toBe(programme.length)
  expect(demo.watching({ kind: 'vod', id: first, level: 1 }, app.clock.nowMs())).toBe(0)
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
  // Its channels show the film that needs not be made.
  for (const channel of demoChannels) {
    const id = (await lifeParts.channels.ids()).get(originOf(channel.slug)) ?? 0
    expect(await lifeParts.channels.plannedUntil(id)).toBeGreaterThan(app.clock.nowMs())
  }
  await demo.remove()
  expect(await catalog.categories.plate()).toEqual(plate)
})

test('while the job adds comments and danmaku the programme can be removed, and nothing is added afterwards', async () => {
  await demo.add()
  await Promise.all([runJob(demo.module, 'demo.seedLife'), demo.remove()])
  expect(await query('select id from comment')).toEqual([])
  expect(await query('select id from danmaku')).toEqual([])
  expect(await query("select id from app_user where name like 'demo:%'")).toEqual([])
})

test('while films are made, a title that waits for its own says in how many seconds it can be played', async () => {
  await demo.add()
  const ids = await catalog.writer.demoIds()
  const waitOf = async ({ name }: (typeof filmScripts)[number]): Promise<unknown> => {
    const id = ids.get(originOf(name)) ?? 0
    return (await app.make(playToken, { type: 'vod', id, ids: 0, level: 1 })).data
  }
  const [earlier, later] = [filmScripts[4], filmScripts[20]]
  if (!earlier || !later) throw new Error('the programme has fewer films')
  expect(await waitOf(later)).toEqual({ refusal: 'EpisodeNotReady' })
  const making = runJob(demo.module, 'demo.makeFilms')
  const wait = { refusal: 'EpisodeNotReady', retryAfterSec: expect.any(Number) }
  await expect.poll(() => waitOf(later)).toEqual(wait)
  expect(await demo.filmWaitSec(ids.get(originOf(later.name)) ?? 0)).toBeGreaterThan(
    (await demo.filmWaitSec(ids.get(originOf(earlier.name)) ?? 0)) ?? Infinity,
  )
  await demo.remove()
  await making
})

test('without ffmpeg films report what is missing, and are rendered at a later start', async () => {
  const { db, config, log } = app.platform
  const store = createDemoStore(db.withTables<DemoTables>())
  const parts = { store, log, dataDir: config.dataDir, ...demoNeeds(app.platform, app.station) }
  const before = process.env.FFMPEG_PATH
  process.env.FFMPEG_PATH = '/nowhere/ffmpeg'
  try {
    await demo.add()
    expect(await demo.pendingFilms()).toBe(0)
    const progress = createFilmProgress(1)
    await makeFilms({ ...parts, progress }, new AbortController().signal, async () => undefined)
  } finally {
    if (before === undefined) delete process.env.FFMPEG_PATH
    else process.env.FFMPEG_PATH = before
  }
  const states = await media.assets.assetState(await media.assets.demoAssets())
  expect(states.size).toBe(filmScripts.length + allComposedFilms().length)
  for (const { state, reason } of states.values()) expect(`${state} ${reason}`).toMatch(/^broken .*ffmpeg/u)
  expect(await missingFilms(parts)).toHaveLength(filmScripts.length)
  expect(await demo.pendingFilms()).toBe(filmScripts.length)
  expect(await query(`select distinct state from episode`)).toEqual([{ state: 'broken' }])
})

test('a station with the films of an earlier version gets the present ones, and loses the others', async () => {
  const nowSec = Math.floor(app.clock.nowMs() / 1000)
  const store = createDemoStore(app.platform.db.withTables<DemoTables>())
  const old = await media.assets.createAsset({ demo: true, nowSec })
  await store.deleteFilms([...(await store.films()).keys()])
  await store.saveFilms(new Map([['harbour', old]]))
  await app.platform.pool.query('update episode set asset_id = $1', [old])
  const [titled] = await catalog.categories.bannerIds()
  await app.platform.pool.query(`delete from danmaku`)
  await app.platform.pool.query(
    `insert into danmaku (kind, subject_id, level, at_ms, mode, color, size, text, sender, weight, source, created_ms)
      values ('vod', ${titled ?? 0}, 1, 5000, 'scroll', 1, 25, '旧弹幕', '', 4, 'demo', 1)`,
  )
  await demo.reconcile({ enabled: true })
  expect((await store.films()).has('harbour')).toBe(false)
  expect(await query(`select from danmaku where text = '旧弹幕'`)).toEqual([])
  expect(await query(`select from episode where asset_id = ${old}`)).toEqual([])
  expect(await query(`select from asset where id = ${old}`)).toEqual([])
  expect((await store.films()).has(bundledFilm.name)).toBe(true)
})
