import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { playToken, vodDetail } from '@yunmu/contract'
import { beforeAll, expect, test } from 'vitest'
import { aRendition, audio, publishRandom, subtitles, vip } from '../../testing/media.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'
import { folderOf, urlsIn } from './delivery/delivery.fixture.ts'

const t = await buildTestApp()
const { assets } = t.station.media
const { writer } = t.station.catalog
const nowSec = Math.floor(t.clock.nowMs() / 1000)
let film: number
let trailer: number
let titleId: number

/** The first segment of the film, its third one, both others of it in order: 16 s. */
const parts = (of: number) => [
  { assetId: of, fromMs: 0, toMs: 4000 },
  { assetId: of, fromMs: 8000, toMs: 12_000 },
  { assetId: of, fromMs: 0, toMs: 8000 },
]

beforeAll(async () => {
  film = await assets.createAsset({ demo: false, nowSec })
  const [composition = 0, short = 0] = await assets.createCompositions(
    [parts(film), [{ assetId: film, fromMs: 0, toMs: 5000 }]],
    { demo: false, nowSec },
  )
  trailer = short
  const { id } = await writer.saveTitle(aTitle(), nowSec)
  titleId = id
  const source = '云播'
  await writer.saveEpisodes(
    id,
    [
      { source, level: 1, name: '正片', assetId: composition },
      { source, level: 2, name: '预告', assetId: trailer },
    ],
    nowSec,
  )
})

const get = (url: string) => t.app.inject({ url })
const play = async (level: number) => (await t.make(playToken, { type: 'vod', id: titleId, ids: 0, level })).data
const playlistsOf = async (level: number): Promise<string[]> =>
  urlsIn((await get(playToken.reply.parse(await play(level)).url)).body)
const durationMs = (playlist: string): number =>
  [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, sec]) => sum + Number(sec) * 1000, 0)

test('a composition cannot be played before its source, and becomes ready with it', async () => {
  expect(await play(1)).toEqual({ refusal: 'EpisodeNotReady' })
  await publishRandom(assets, film, [aRendition(), audio, subtitles, vip])
  const { data } = await t.make(vodDetail, { type: 1, id: titleId })
  const [main, preview] = vodDetail.reply.parse(data).sources[0]?.episodes ?? []
  expect([main?.state, main?.duration]).toEqual(['ready', 16])
  expect([preview?.state, preview?.duration]).toEqual(['ready', 4])
})

test('[F08] its playlists list the parts of the source in order, with a discontinuity wherever one does not continue', async () => {
  const [video = '', sound = ''] = await playlistsOf(1).then((all) => [
    all.find((url) => url.includes('/720p/')),
    all.find((url) => url.includes('/audio-1/')),
  ])
  for (const playlist of [video, sound]) {
    const { body, statusCode } = await get(playlist)
    expect(statusCode).toBe(200)
    const named = urlsIn(body).filter((name) => name.endsWith('.m4s'))
    expect(named.map((name) => name.slice(-9))).toEqual(['00000.m4s', '00002.m4s', '00000.m4s', '00001.m4s'])
    expect(body.match(/#EXT-X-DISCONTINUITY\n#EXT-X-MAP/g)).toHaveLength(2)
    expect(body).toContain('#EXT-X-ENDLIST')
    expect(durationMs(body)).toBe(16_000)
    const [name = ''] = named
    const file = await get(`${folderOf(playlist)}/${name}`)
    const rendition = playlist.includes('/720p/') ? '720p' : 'audio-1'
    const own = await readFile(join(t.platform.config.dataDir, `media/${film}/1/std/${rendition}/00000.m4s`))
    expect(file.rawPayload.equals(own)).toBe(true)
    for (const init of urlsIn(body).filter((each) => each.endsWith('init.mp4')))
      expect((await get(`${folderOf(playlist)}/${init}`)).statusCode).toBe(200)
  }
})

test('[J03] its signature opens the segments of its ranges only', async () => {
  const [video = ''] = (await playlistsOf(2)).filter((url) => url.includes('/720p/'))
  const [first = ''] = urlsIn((await get(video)).body).filter((name) => name.endsWith('.m4s'))
  expect((await get(`${folderOf(video)}/${first}`)).statusCode).toBe(200)
  for (const other of ['00001.m4s', '00002.m4s'])
    expect((await get(`${folderOf(video)}/${first.replace('00000.m4s', other)}`)).statusCode).toBe(404)
  expect((await get(`${folderOf(video)}/${first.replace(/^\d+-/, `${film + 900}-`)}`)).statusCode).toBe(404)
  expect((await get(`${folderOf(video)}/00000.m4s`)).statusCode).toBe(404)
})

test('[J03] a visitor does not get the VIP renditions of its source', async () => {
  expect((await playlistsOf(1)).join()).not.toContain('1080p')
})

test('[F08] its thumbnails are those of the source, at the times at which it plays them', async () => {
  const { storyboard } = playToken.reply.parse(await play(1))
  const { body } = await get(storyboard ?? '')
  const cues = body.trimEnd().split('\n\n').slice(1)
  const starts = cues.map((cue) => cue.slice(6, 12))
  expect(starts).toEqual(['00.000', '02.000', '04.000', '06.000', '08.000', '10.000', '12.000', '14.000'])
  expect(cues[2]?.split('\n')[1]).toMatch(/sheet-001\.jpg#xywh=0,0,160,90$/u)
  expect(cues[4]?.split('\n')[1]).toMatch(/sheet-000\.jpg#xywh=0,0,160,90$/u)
  const [sheet = ''] = /\d+-\d+-sheet-001\.jpg/.exec(body) ?? []
  expect((await get(`${folderOf(storyboard ?? '')}/${sheet}`)).statusCode).toBe(200)
})

test('a new version of the source changes the composition', async () => {
  await publishRandom(assets, film, [
    aRendition({ segments: Array.from({ length: 6 }, () => ({ durationMs: 2000, bytes: 100 })) }),
  ])
  const [video = ''] = await playlistsOf(1)
  expect(urlsIn((await get(video)).body).filter((name) => name.endsWith('.m4s'))).toHaveLength(8)
})
