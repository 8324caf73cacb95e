import { consolePictureRemove, consolePictureSet, vodDetail } from '@yunmu/contract'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { makeMedia } from '../../../testing/make-media.ts'
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

let t: TestApp
let origin = ''
const served = new Map<string, Buffer>()
const draft = aTitle({ name: '雾港来信', episodes: [{ source: '云播', level: 1, name: '第1集' }] })

beforeAll(async () => {
  const picture = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer()
  served.set('/red.png', await picture(400, 400, '#ff0000'))
  served.set('/blue.png', await picture(1000, 400, '#0000ff'))
  served.set('/clear.png', await picture(600, 200, '#ffffff40'))
  served.set('/words.png', Buffer.from('no picture'))
  const server = createServer(({ url = '' }, reply) => {
    const bytes = served.get(url)
    if (bytes) reply.end(bytes)
    else reply.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atFileEnd(async () => void server.close())
  const at = server.address()
  const port = typeof at === 'object' && at ? at.port : 0
  origin = `http://127.0.0.1:${port}`
  t = await buildTestApp({ EGRESS_ALLOW: `127.0.0.1:${port}` })
  await t.makeOperator('mei')
})

const as = { as: 'mei' } as const
const nowSec = (): number => Math.floor(t.clock.nowMs() / 1000)
const save = async (given: Partial<typeof draft> = {}): Promise<number> =>
  (await t.station.catalog.writer.saveTitle({ ...draft, origin: `test:${given.name}`, ...given }, nowSec())).id
const detailOf = async (id: number) => vodDetail.reply.parse((await t.make(vodDetail, { type: 1, id })).data)
const fileOf = (address: string): string =>
  join(t.platform.config.dataDir, 'posters', address.replace('/media/posters/', ''))
const refusalOf = ({ data }: { data: unknown }): unknown =>
  data instanceof Object && 'refusal' in data ? data.refusal : data
const entryOf = ({ data }: { data: unknown }): number =>
  data instanceof Object && 'entryId' in data ? Number(data.entryId) : 0
const set = (id: number, kind: 'poster' | 'backdrop' | 'logo', path: string) =>
  t.make(consolePictureSet, { id, kind, from: { url: `${origin}${path}` }, lock: true }, as)

test('[E07] what is no picture, inside the house or of no episode is refused, and nothing changes', async () => {
  const id = await save({ name: '一' })
  const before = await detailOf(id)
  const frame = { source: '云播', level: 1, atSec: 3 }
  const refusals = [
    await set(2_000_000, 'poster', '/red.png'),
    await set(id, 'poster', '/missing.png'),
    await set(id, 'poster', '/words.png'),
    await t.make(consolePictureSet, { id, kind: 'poster', from: { url: 'http://10.0.0.1/a.png' }, lock: true }, as),
    await t.make(consolePictureSet, { id, kind: 'poster', from: { frame }, lock: true }, as),
    await t.make(consolePictureRemove, { id, kind: 'logo', lock: false }, as),
  ].map(refusalOf)
  expect(refusals).toEqual([
    'NoSuchTitle',
    'PictureInvalid',
    'PictureInvalid',
    'PictureInvalid',
    'NoSuchEpisode',
    'NothingChanged',
  ])
  expect(await detailOf(id)).toEqual(before)
})

test('[E07] a picture that is set is cut to its shape, is not overwritten by an importer, and an undo brings the former back', async () => {
  const id = await save({ name: '二' })
  const former = await set(id, 'poster', '/red.png')
  const first = (await detailOf(id)).img
  const second = await set(id, 'poster', '/blue.png')
  const { img, thumb } = await detailOf(id)
  expect([former.code, second.code, img === first, thumb === '']).toEqual([0, 0, false, false])
  expect(await sharp(fileOf(img)).metadata()).toMatchObject({ width: 600, height: 900 })
  await save({ name: '二', poster: '/media/pictures/1-1-poster-a.webp' })
  expect((await detailOf(id)).img).toBe(img)
  t.clock.set(t.clock.nowMs() + 2 * 24 * 3600_000)
  await t.station.media.sweep(t.clock.nowMs())
  expect([existsSync(fileOf(first)), existsSync(fileOf(img))]).toEqual([true, true])
  await t.station.audit.undo(entryOf(second), 'mei')
  expect((await detailOf(id)).img).toBe(first)
  t.clock.set(t.clock.nowMs() + 40 * 24 * 3600_000)
  await t.station.media.sweep(t.clock.nowMs())
  expect([existsSync(fileOf(first)), existsSync(fileOf(img))]).toEqual([true, false])
})

test('[E07] a wide picture has its colour and its middle, a logo keeps its transparency, and both are taken away', async () => {
  const id = await save({ name: '三' })
  await set(id, 'backdrop', '/blue.png')
  await set(id, 'logo', '/clear.png')
  const { backdrop, ink, focus, logo } = await detailOf(id)
  expect(ink).not.toBe('#080a0f')
  expect([focus >= 0, focus <= 1]).toEqual([true, true])
  expect(await sharp(fileOf(backdrop)).metadata()).toMatchObject({ width: 1600, height: 900 })
  expect(await sharp(fileOf(logo)).metadata()).toMatchObject({ width: 600, height: 200, hasAlpha: true })
  const removed = await t.make(consolePictureRemove, { id, kind: 'logo', lock: true }, as)
  await save({ name: '三', logo: '/media/pictures/1-1-logo-a.webp' })
  expect((await detailOf(id)).logo).toBe('')
  await t.station.audit.undo(entryOf(removed), 'mei')
  expect((await detailOf(id)).logo).toBe(logo)
})

test('[E07] the frame of an episode at a second becomes a picture, and a second behind its end is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-frame-'))
  atFileEnd(() => rm(folder, { recursive: true, force: true }))
  const filter = "drawbox=color=blue:t=fill:enable='gte(t,4)'"
  const file = await makeMedia(folder, { name: 'film.mp4', sec: 7, filter })
  const { media, catalog } = t.station
  const assetId = await media.assets.createAsset({ demo: false, nowSec: nowSec() })
  await media.ingest({ assetId, file, subtitles: [], workDir: join(folder, 'work'), preset: 'ultrafast' })
  const id = await save({ name: '四' })
  await catalog.writer.saveEpisodes(
    id,
    [{ source: '云播', level: 2, name: '第2集', assetId, state: 'ready' }],
    nowSec(),
  )
  const at = (atSec: number) => {
    const from = { frame: { source: '云播', level: 2, atSec } }
    return t.make(consolePictureSet, { id, kind: 'backdrop', from, lock: true }, as)
  }
  expect(refusalOf(await at(60))).toBe('PictureInvalid')
  expect((await at(5.5)).code).toBe(0)
  const { channels } = await sharp(fileOf((await detailOf(id)).backdrop)).stats()
  const [red = 0, , blue = 0] = channels.map(({ mean }) => mean)
  expect([red < 60, blue > 200]).toEqual([true, true])
})
