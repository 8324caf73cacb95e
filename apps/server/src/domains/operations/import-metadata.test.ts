import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { playToken, vodDetail, vodList } from '@yunmu/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeFile, makeMedia, subtitleBytes, tools, type MediaRecipe } from '../../testing/make-media.ts'
import { openFolder } from '../../testing/open-folder.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import type { ImportEvent } from './index.ts'

const { station, platform, make, refreshLists } = await buildTestApp()

async function importAll(folder: string, more: { typeId?: number; withLadder?: boolean } = {}) {
  const events: ImportEvent[] = []
  const done = await station.operations.importFolder({
    folder,
    withLadder: false,
    signal: new AbortController().signal,
    ...more,
    report: (event) => void events.push(event),
  })
  return { done, events, updated: events.filter(({ event }) => event === 'updated') }
}

const anyFilter = { area: '0', year: '0', genre: '0', letter: '0', vip: '0', lang: '0', page: 1, size: 50 }
const listed = async (type: number) => {
  await refreshLists()
  const { data } = await make(vodList, { ...anyFilter, order: '最新', type })
  return vodList.reply.parse(data).list
}
const detailOf = async (type: number, name: string) => {
  const found = (await listed(type)).find((card) => card.name === name)
  if (!found) throw new Error(`no title ${name}`)
  const { data } = await make(vodDetail, { type, id: found.id })
  return vodDetail.reply.parse(data)
}

let pitch = 0
/** A short film, different from all others. */
const film = (folder: string, name: string, more: Partial<MediaRecipe> = {}): Promise<string> =>
  makeMedia(folder, { name, sec: 1, width: 160, height: 90, more: ['-metadata', `comment=m${++pitch}`], ...more })

test('[M02] extras and trailers are shown under their title, play, and are never counted as episodes', async () => {
  const folder = openFolder()
  await film(folder, '长街/长街.S01E01.mp4')
  await film(folder, '长街/长街.S01E02.mp4')
  await film(folder, '长街/长街 预告片.mp4')
  await film(folder, '长街/花絮/导演的一天.mp4')
  expect((await importAll(folder)).done).toMatchObject({ imported: 4, failed: 0 })
  const detail = await detailOf(1, '长街')
  expect(detail.remarks).toBe('更新至2集')
  expect(detail.sources).toHaveLength(1)
  expect(detail.sources[0]?.episodes.map(({ name }) => name)).toEqual(['第1集', '第2集'])
  expect(detail.extras?.episodes.map(({ name, state }) => [name, state])).toEqual([
    ['预告片', 'ready'],
    ['花絮：导演的一天', 'ready'],
  ])
  const level = detail.extras?.episodes[0]?.level ?? 0
  const played = await make(playToken, { type: 'vod', id: detail.id, ids: detail.extras?.id ?? 0, level })
  expect(played).toMatchObject({ code: 0 })
  const counted = await platform.pool.query('select count(*)::int from title where series = $1', ['长街'])
  expect(counted.rows[0]).toEqual({ count: 1 })
  expect((await importAll(folder)).done).toMatchObject({ imported: 0, unchanged: 4, updated: 0 })
})

test('folders say the category, and a second run with another one takes effect', async () => {
  const folder = openFolder()
  await film(folder, '综艺/街头唱将/街头唱将.20240105.第1期上.mp4')
  await film(folder, '综艺/街头唱将/街头唱将.20240105.第1期下.mp4')
  await film(folder, '动漫/小狐/01.mp4')
  await importAll(folder)
  const show = await detailOf(3, '街头唱将')
  expect(show.sources[0]?.episodes.map(({ name }) => name)).toEqual(['20240105期上', '20240105期下'])
  expect(show.remarks).toBe('更新至20240105期')
  expect((await detailOf(4, '小狐')).typeId).toBe(4)
  const again = await importAll(folder, { typeId: 31 })
  expect(again.done).toMatchObject({ imported: 0, updated: 3, unchanged: 0 })
  expect((await detailOf(3, '小狐')).typeId).toBe(31)
  expect((await importAll(folder, { typeId: 31 })).done).toMatchObject({ updated: 0, unchanged: 3 })
})

test('a subtitle that is added, changed or taken away later comes along without encoding', async () => {
  const folder = openFolder()
  await film(folder, '夜航 (2024).mp4')
  await importAll(folder)
  const labels = async () =>
    (await platform.pool.query("select label, language from rendition where kind = 'subtitle' order by name")).rows
  expect(await labels()).toEqual([])
  makeFile(folder, '夜航 (2024).chs.srt', subtitleBytes.gb18030)
  const again = await importAll(folder)
  expect(again.done).toMatchObject({ imported: 0, updated: 1 })
  expect(again.updated[0]).toMatchObject({ notes: ['字幕已更新'] })
  expect(await labels()).toMatchObject([{ language: 'zh-Hans' }])
  rmSync(join(folder, '夜航 (2024).chs.srt'))
  expect((await importAll(folder)).done).toMatchObject({ updated: 1 })
  expect(await labels()).toEqual([])
  expect((await importAll(folder)).done).toMatchObject({ updated: 0, unchanged: 1 })
})

test('a second run with lower rungs makes them once', async () => {
  const folder = openFolder()
  await film(folder, '高清片 (2024).mp4', { width: 1280, height: 720 })
  await importAll(folder)
  expect((await importAll(folder, { withLadder: true })).done).toMatchObject({ imported: 1 })
  const { rows } = await platform.pool.query(
    `select count(*)::int as videos from rendition join episode using (asset_id) join source on source.id = source_id
     join title on title.id = title_id where title.name = '高清片' and rendition.kind = 'video'`,
  )
  expect(rows[0]?.videos).toBeGreaterThan(1)
  expect((await importAll(folder, { withLadder: true })).done).toMatchObject({ imported: 0, unchanged: 1 })
})

const nfo = {
  show: `<?xml version="1.0" encoding="UTF-8"?><tvshow><title>江湾</title><originaltitle>River Bend</originaltitle>
    <year>2021</year><plot>一条江，两岸人。</plot><genre>家庭</genre><country>中国大陆</country><director>周某</director>
    <actor><name>吴某</name><role>江雪</role></actor><premiered>2021-03-04</premiered></tvshow>`,
  episode: `<episodedetails><title>潮起</title><season>1</season><episode>7</episode></episodedetails>`,
}
const picture = (color: string) =>
  sharp({ create: { width: 40, height: 60, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

test('metadata files and pictures beside videos describe titles and episodes; broken ones change nothing', async () => {
  const folder = openFolder()
  await film(folder, 'RB/rb_disc_a.mp4')
  makeFile(folder, 'RB/tvshow.nfo', nfo.show)
  makeFile(folder, 'RB/rb_disc_a.nfo', nfo.episode)
  makeFile(folder, 'RB/poster.jpg', await picture('#c02020'))
  makeFile(folder, 'RB/fanart.jpg', 'this is no picture')
  makeFile(
    folder,
    'RB/clearlogo.png',
    await sharp({ create: { width: 900, height: 300, channels: 4, background: '#ffffff80' } })
      .png()
      .toBuffer(),
  )
  await film(folder, '坏资料/坏资料 (2020).mp4')
  makeFile(
    folder,
    '坏资料/坏资料 (2020).nfo',
    '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><movie><title>&a;</title>',
  )
  await importAll(folder)
  const detail = await detailOf(1, '江湾')
  expect(detail).toMatchObject({
    year: 2021,
    intro: '一条江，两岸人。',
    genres: ['家庭'],
    area: '内地',
    latin: 'River Bend',
  })
  expect(detail).toMatchObject({
    directors: ['周某'],
    actors: [{ name: '吴某', role: '江雪' }],
    premiere: '2021-03-04',
  })
  expect(detail.sources[0]?.episodes).toMatchObject([{ level: 7, name: '潮起' }])
  const { rows } = await platform.pool.query("select poster, backdrop, logo from title where name = '江湾'")
  const logo = join(platform.config.dataDir, rows[0]?.logo.replace('/media/', ''))
  expect(await sharp(logo).metadata()).toMatchObject({ width: 800, height: 267, hasAlpha: true })
  const file = join(platform.config.dataDir, rows[0]?.poster.replace('/media/', ''))
  const { dominant } = await sharp(file).stats()
  expect(dominant.r).toBeGreaterThan(dominant.g + 100)
  expect(rows[0]?.backdrop).toMatch(/^\/media\/pictures\//)
  expect((await detailOf(2, '坏资料')).year).toBe(2020)

  makeFile(folder, 'RB/tvshow.nfo', nfo.show.replace('一条江，两岸人。', '改过的简介'))
  expect((await importAll(folder)).done).toMatchObject({ updated: 1 })
  expect((await detailOf(1, '江湾')).intro).toBe('改过的简介')
})

test('chapters called OP and ED are the opening and the ending, and tags name a nameless file', async () => {
  const folder = openFolder()
  const inside = openFolder()
  const plain = await film(inside, 'plain.mkv', { sec: 10 })
  const lines = [';FFMETADATA1', ...chapter(0, 2, 'OP'), ...chapter(2, 9, '正片'), ...chapter(9, 10, '片尾曲')]
  const chapters = makeFile(inside, 'chapters.txt', lines.join('\n'))
  mkdirSync(join(folder, '铃音'))
  const output = join(folder, '铃音/铃音 01.mkv')
  const merge = ['-v', 'error', '-i', plain, '-i', chapters, '-map', '0', '-map_chapters', '1', '-c', 'copy', output]
  await promisify(execFile)(tools.ffmpeg, merge)
  await film(folder, 'VID_20240501_120000.mp4', { more: ['-metadata', 'title=海边的夏天'] })
  await importAll(folder)
  expect((await detailOf(1, '铃音')).sources[0]?.episodes).toMatchObject([{ intro: 2, outro: 9 }])
  expect((await listed(2)).map(({ name }) => name)).toContain('海边的夏天')
  expect((await importAll(folder)).done).toMatchObject({ updated: 0, unchanged: 2 })
})

const chapter = (from: number, to: number, title: string): string[] => [
  '[CHAPTER]',
  'TIMEBASE=1/1',
  `START=${from}`,
  `END=${to}`,
  `title=${title}`,
]
