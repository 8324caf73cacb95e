import { downloadToken, type SendOf } from '@yunmu/contract'
import { signScope } from '@yunmu/hls'
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get as httpGet, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { atFileEnd } from '../../../testing/at-file-end.ts'
import { lock, unlock } from '../../../testing/locks.ts'
import { makeMedia, tools } from '../../../testing/make-media.ts'
import { aPlayableTitle } from '../../../testing/media.ts'
import { buildTestApp, type MakeOptions, type TestApp } from '../../../testing/test-app.ts'
import { aTitle } from '../../../testing/titles.ts'

const run = promisify(execFile)
const hasFfmpeg = ['ffmpeg', 'ffprobe'].every((program) => spawnSync(program, ['-version']).status === 0)

let t: TestApp
let origin: string
let folder: string
let film: { titleId: number; assetId: number }

beforeAll(async () => {
  t = await buildTestApp()
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'yunmu-downloads-'))
  atFileEnd(() => rm(folder, { recursive: true, force: true }))
  if (hasFfmpeg) film = await importFilm('守灯人: 第一夜')
})
afterEach(() => t.station.site.write({ downloads_per_day: 20 }))

const episodeOf = (assetId: number, level = 1) => ({ source: '云播', level, name: '正片', assetId })

/** A title with a real film, imported from a file with subtitles. */
async function importFilm(name: string): Promise<{ titleId: number; assetId: number }> {
  const nowSec = Math.floor(t.clock.nowMs() / 1000)
  const { assets } = t.station.media
  const assetId = await assets.createAsset({ demo: false, nowSec })
  const { id: titleId } = await t.station.catalog.writer.saveTitle({ ...aTitle(), name }, nowSec)
  await t.station.catalog.writer.saveEpisodes(titleId, [episodeOf(assetId)], nowSec)
  await importFile(assetId, 13)
  return { titleId, assetId }
}

/** Imports a version of an asset. */
async function importFile(assetId: number, sec: number): Promise<void> {
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '50', '-pix_fmt', 'yuv420p']
  const file = await makeMedia(folder, { name: `${assetId}.mkv`, sec, video })
  const subtitles = join(folder, `${assetId}.srt`)
  await writeFile(subtitles, '1\n00:00:01,000 --> 00:00:02,000\n灯塔\n')
  await t.station.media.ingest({
    assetId,
    file,
    subtitles: [subtitles],
    workDir: join(folder, 'work'),
    preset: 'ultrafast',
  })
}

const request = (given: Partial<SendOf<typeof downloadToken>> = {}, options: MakeOptions = { as: 'mei' }) =>
  t.make(downloadToken, { id: film.titleId, ids: 0, level: 1, height: 0, ...given }, options)
const tokenFor = async (...args: Parameters<typeof request>) => downloadToken.reply.parse((await request(...args)).data)
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url, headers })
const rangeOf = async (url: string, range: string, headers: Record<string, string> = {}) =>
  get(url, { range, ...headers })
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!hasFfmpeg)('[J03] a download', () => {
  test('is refused to visitors, users and VIPs whose membership has ended, and if the operator offers none', async () => {
    expect((await request({}, {})).data).toEqual({ refusal: 'LoginNeeded' })
    for (const as of ['lin', 'bao'] as const) expect((await request({}, { as })).data).toEqual({ refusal: 'VipNeeded' })
    expect((await request({ id: 2_000_000_000 })).data).toEqual({ refusal: 'NoSuchTitle' })
    expect((await request({ level: 7 })).data).toEqual({ refusal: 'NoSuchEpisode' })
    const { url } = await tokenFor()
    await t.station.site.write({ downloads_per_day: 0 })
    expect((await request()).data).toEqual({ refusal: 'NoDownload' })
    expect((await get(url)).statusCode).toBe(403)
  })

  test('is one file of the announced size with a Chinese name, which ffprobe and ffmpeg read without an error', async () => {
    const { url, bytes, name, qualities } = await tokenFor()
    const { rawPayload, headers, statusCode } = await get(url)
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toBe(bytes)
    expect(qualities).toEqual([{ name: '180p', height: 180 }])
    expect(name).toBe('守灯人 第一夜 180p.mp4')
    expect(headers).toMatchObject({
      'content-length': String(bytes),
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent(name)}`),
    })
    const file = join(folder, 'downloaded.mp4')
    writeFileSync(file, rawPayload)
    const decoded = await run(tools.ffmpeg, ['-v', 'warning', '-xerror', '-i', file, '-f', 'null', '-'])
    expect(decoded.stderr).toBe('')
    // Over HTTP, ffmpeg seeks with ranges.
    const late = await run(tools.ffmpeg, [
      '-v',
      'warning',
      '-xerror',
      '-ss',
      '10',
      '-i',
      `${origin}${url}`,
      '-f',
      'null',
      '-',
    ])
    expect(late.stderr).toBe('')
    const probed = await run(tools.ffprobe, ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file])
    expect(Math.abs(Number(probed.stdout) - 13)).toBeLessThan(0.1)
  })

  test('goes on after an interruption at any byte, with a new address too', async () => {
    const { url, bytes } = await tokenFor()
    const whole = await get(url)
    const tag = String(whole.headers.etag)
    const again = await tokenFor()
    for (const at of [1, 31, 4096, Math.floor(bytes / 2), bytes - 1]) {
      const first = await rangeOf(url, `bytes=0-${at - 1}`)
      const rest = await rangeOf(again.url, `bytes=${at}-`, { 'if-range': tag })
      expect([first.statusCode, rest.statusCode]).toEqual([206, 206])
      expect(rest.headers['content-range']).toBe(`bytes ${at}-${bytes - 1}/${bytes}`)
      expect(digest(Buffer.concat([first.rawPayload, rest.rawPayload]))).toBe(digest(whole.rawPayload))
    }
    expect((await get(url, { 'if-none-match': tag })).statusCode).toBe(304)
    expect((await get(url, {}, 'HEAD')).headers['content-length']).toBe(String(bytes))
  })

  test('begins anew if the film was replaced', async () => {
    const own = await importFilm('换')
    const before = await tokenFor({ id: own.titleId })
    const tag = String((await rangeOf(before.url, 'bytes=0-99')).headers.etag)
    await importFile(own.assetId, 9)
    expect((await rangeOf(before.url, 'bytes=100-', { 'if-range': tag })).statusCode).toBe(404)
    const after = await tokenFor({ id: own.titleId })
    expect(after.bytes).not.toBe(before.bytes)
    const whole = await rangeOf(after.url, 'bytes=100-', { 'if-range': tag })
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, after.bytes])
    expect(whole.headers.etag).not.toBe(tag)
  })

  test('answers hostile ranges as HTTP says', async () => {
    const { url, bytes } = await tokenFor()
    for (const range of [`bytes=${bytes}-`, 'bytes=99999999999999999999-', 'bytes=-0'])
      expect([range, (await rangeOf(url, range)).statusCode]).toEqual([range, 416])
    for (const range of [
      'bytes=5-2',
      'bytes=0-1,3-4',
      'bytes=-',
      'bytes=a-b',
      'lines=0-1',
      `bytes=${'1'.repeat(5000)}`,
    ])
      expect([range, (await rangeOf(url, range)).rawPayload.length]).toEqual([range, bytes])
    const last = await rangeOf(url, 'bytes=-10')
    expect(last.rawPayload.length).toBe(10)
    expect((await rangeOf(url, 'bytes=0-99999999999999')).rawPayload.length).toBe(bytes)
  })

  test('belongs to one person and one film: nothing of the address can be changed, and it ends', async () => {
    const { url, expires } = await tokenFor()
    const { userId: other } = t.people.lin
    const scope = url.split('/')[4] ?? ''
    const parts = scope.slice(1).split('-')
    const changed = [
      url.replace(
        scope,
        scope.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      url.replace(scope, `d${[...parts.slice(0, 2), other, ...parts.slice(3)].join('-')}`),
      url.replace(scope, `d${[Number(parts[0]) + 1, ...parts.slice(1)].join('-')}`),
      url.replace(String(expires), String(expires + 1)),
    ]
    for (const address of changed) expect([address, (await get(address)).statusCode]).toEqual([address, 403])
    expect((await get(url.replace('/download/', '/media/'))).statusCode).toBe(404)
    for (const rest of ['1080p.mp4', 'audio-1.mp4', '../x.mp4', 'a/180p.mp4', '180p.m4s', 'init.mp4'])
      expect([rest, (await get(url.replace('180p.mp4', rest))).statusCode < 400]).toEqual([rest, false])
    // A signature of media does not open a download, whatever it says.
    const expiresSec = Math.floor(t.clock.nowMs() / 1000) + 600
    const media = signScope({
      root: 'download',
      secret: t.platform.secrets.mediaKey,
      scope: `v${film.assetId}-1-vip`,
      expiresSec,
    })
    expect((await get(`${media}/180p.mp4`)).statusCode).toBe(403)
    const nowMs = t.clock.nowMs()
    t.clock.set((expires + 1) * 1000)
    expect((await get(url)).statusCode).toBe(410)
    t.clock.set(nowMs)
  })

  test('has four connections for a person, however many begin at once', async () => {
    const { url } = await tokenFor()
    const all = await Promise.all(Array.from({ length: 40 }, () => rangeOf(url, 'bytes=0-9')))
    const count = (status: number) => all.filter(({ statusCode }) => statusCode === status).length
    expect([count(206), count(503)]).toEqual([4, 36])
    expect((await rangeOf(url, 'bytes=0-9')).statusCode).toBe(206)
  })

  test('that was aborted before it began leaves its connection to others', async () => {
    const { url } = await tokenFor()
    const blocker = await t.platform.pool.connect()
    await blocker.query('begin')
    // Rights are read from this table.
    await blocker.query('lock table app_user in access exclusive mode')
    for (let turn = 0; turn < 4; turn++) {
      const arrived = once(t.app.server, 'request')
      const client = httpGet(`${origin}${url}`).on('error', () => undefined)
      const [, response]: ServerResponse[] = await arrived
      const closed = response && once(response, 'close')
      client.destroy()
      await closed
    }
    await blocker.query('rollback')
    blocker.release()
    for (let turn = 0; turn < 4; turn++) expect((await rangeOf(url, 'bytes=0-9')).statusCode).toBe(206)
  })

  test('ends with the membership: the next range is refused', async () => {
    const { url } = await tokenFor()
    expect((await rangeOf(url, 'bytes=0-99')).statusCode).toBe(206)
    const { userId } = t.people.mei
    const end = (sec: number) =>
      t.platform.pool.query('update app_user set user_end_time = $2 where id = $1', [userId, sec])
    const nowSec = Math.floor(t.clock.nowMs() / 1000)
    await end(nowSec - 1)
    expect((await rangeOf(url, 'bytes=100-')).statusCode).toBe(403)
    await end(nowSec + 30 * 86_400)
    expect((await rangeOf(url, 'bytes=100-')).statusCode).toBe(206)
  })

  test('ends when its person signs out', async () => {
    const { url } = await tokenFor()
    expect((await rangeOf(url, 'bytes=0-99')).statusCode).toBe(206)
    const { sessionId } = t.people.mei
    const end = (sec: number | null) =>
      t.platform.pool.query('update user_session set ended_at = $2 where id = $1', [sessionId, sec])
    await end(Math.floor(t.clock.nowMs() / 1000))
    expect((await rangeOf(url, 'bytes=100-')).statusCode).toBe(403)
    await end(null)
    expect((await rangeOf(url, 'bytes=100-')).statusCode).toBe(206)
  })

  test('of a hidden title is over, and of a locked one works in the browser that gave the password only', async () => {
    const own = await importFilm('锁')
    const { url } = await tokenFor({ id: own.titleId })
    await lock(t, { kind: 'vod', id: own.titleId })
    expect((await get(url)).statusCode).toBe(403)
    expect((await request({ id: own.titleId })).data).toEqual({ refusal: 'PlayPasswordNeeded' })
    const opened = await unlock(t, { type: 'vod', id: own.titleId })
    expect((await get(url, opened)).statusCode).toBe(200)
    await t.platform.pool.query('update title set published = false where id = $1', [own.titleId])
    expect((await get(url, opened)).statusCode).toBe(404)
  })

  test('counts an episode once a day, however often it is asked for, also when many ask at once', async () => {
    t.clock.set(t.clock.nowMs() + 2 * 86_400_000)
    await t.station.site.write({ downloads_per_day: 1 })
    const all = await Promise.all(Array.from({ length: 20 }, () => request()))
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set([0]))
    expect((await tokenFor()).left).toBe(0)
    const other = await importFilm('别的')
    expect((await request({ id: other.titleId })).data).toEqual({ refusal: 'DownloadsUsedUp' })
    // Nothing is composed then: this one could not be.
    const broken = await aPlayableTitle(t)
    expect((await request({ id: broken.titleId })).data).toEqual({ refusal: 'DownloadsUsedUp' })
    t.clock.set(t.clock.nowMs() + 86_400_000)
    expect((await request({ id: other.titleId })).code).toBe(0)
  })

  test('brings subtitles as a file of the same name', async () => {
    const { subtitles, name } = await tokenFor()
    expect(subtitles).toHaveLength(1)
    const { body, headers } = await get(subtitles[0]?.url ?? '')
    expect(body).toBe('1\n00:00:01,000 --> 00:00:02,000\n灯塔\n')
    expect(headers['content-disposition']).toContain('attachment')
    expect(subtitles[0]?.name.startsWith(name.replace('.mp4', ''))).toBe(true)
  })

  test('of a film that cannot be one file is refused instead of sent broken', async () => {
    const { titleId } = await aPlayableTitle(t)
    expect((await request({ id: titleId })).data).toEqual({ refusal: 'NoDownload' })
  })
})
