import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeFile, makeMedia, subtitleBytes, tools } from '../../../testing/make-media.ts'
import { openFolder } from '../../../testing/open-folder.ts'
import { ingestFile, type IngestRequest } from './ingest-file.ts'
import { ffprobe, ingest, ingestRecipe, joined, packetsOf, summary } from './ingest-file.fixture.ts'

test('chunks join without a seam: the pictures equal those of the source, frame by frame', async () => {
  const folder = openFolder()
  for (const name of ['长.mkv', '长.ts']) {
    const file = await makeMedia(folder, {
      name,
      sec: 13,
      audio: [],
      video: ['-c:v', 'mpeg2video', '-q:v', '2', '-g', '12', '-bf', '2'],
    })
    const made = await ingest(file)
    const video = joined(made, '180p')
    expect(made.version.renditions[0]?.segments.map(({ durationMs }) => durationMs)).toEqual([4000, 4000, 4000, 1000])
    const args = [
      '-v',
      'error',
      '-i',
      video,
      '-i',
      file,
      '-lavfi',
      '[0:v]settb=1/25,setpts=N[a];[1:v]settb=1/25,setpts=N[b];[a][b]psnr=stats_file=-',
      '-f',
      'null',
      '-',
    ]
    const stats = execFileSync(tools.ffmpeg, args, { encoding: 'utf8' })
    const worst = [...stats.matchAll(/psnr_y:([\d.]+)/g)].map(([, value]) => Number(value))
    expect(worst).toHaveLength(325)
    expect(Math.min(...worst)).toBeGreaterThan(28)
  }
})

test('a variable frame rate becomes constant and the duration stays the same', async () => {
  const made = await ingestRecipe(
    {
      name: '变.mkv',
      sec: 6,
      filter: "select='not(between(n,25,90)*mod(n,7))'",
      more: ['-vsync', 'vfr'],
      video: ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '300', '-pix_fmt', 'yuv420p'],
    },
    { withLadder: true },
  )
  const total = made.version.renditions[0]?.segments.reduce((sum, { durationMs }) => sum + durationMs, 0)
  expect(total).toBeCloseTo(6000, -2)
})

test('rotation metadata is applied to the picture', async () => {
  const made = await ingestRecipe({ name: '竖.mp4', width: 640, height: 360, sec: 2, rotate: 90 })
  expect(summary(made)).toMatchObject({
    way: 'encoded',
    made: [expect.stringMatching(/^360p avc1\.\w+ 360x640$/), expect.anything()],
  })
  const [width, height] = ffprobe(joined(made, '360p'), 'stream=width,height').map(Number)
  expect([width, height]).toEqual([360, 640])
})

test('a larger picture gets a ladder, never above its own size, with cuts at the same times', async () => {
  const made = await ingestRecipe({ name: '大.avi', sec: 5, width: 960, height: 540, video: ['-c:v', 'mpeg4'] })
  expect(made.version.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['540p', 960, 540],
    ['360p', 640, 360],
    ['audio-1', 0, 0],
  ])
  const [best, lower] = made.version.renditions.map(({ segments }) => segments.map(({ durationMs }) => durationMs))
  expect(best?.[0]).toBe(4000)
  expect(lower).toEqual(best)
})

test('a copied film gets lower rungs on request', async () => {
  const made = await ingestRecipe({ name: '梯.mp4', sec: 4, width: 854, height: 480 }, { withLadder: true })
  expect(made.way).toBe('copied')
  expect(made.version.renditions.map(({ name }) => name)).toEqual(['480p', '360p', 'audio-1'])
})

test('a film with distant key frames is encoded instead of copied', async () => {
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '600', '-sc_threshold', '0', '-pix_fmt', 'yuv420p']
  const made = await ingestRecipe({ name: '稀.mp4', sec: 12, video, width: 160, height: 90 })
  expect(made.way).toBe('encoded')
})

test('every audio track becomes one rendition with its language and title', async () => {
  const made = await ingestRecipe({
    name: '双.mkv',
    sec: 2,
    audio: [
      { codec: ['-c:a', 'aac'], language: 'chi' },
      { codec: ['-c:a', 'ac3'], language: 'yue', title: '粤语配音\u0007' },
    ],
  })
  const audio = made.version.renditions.filter(({ kind }) => kind === 'audio')
  expect(
    audio.map(({ name, language, label, isDefault, codecs }) => [name, language, label, isDefault, codecs]),
  ).toEqual([
    ['audio-1', 'zh', '中文', true, 'mp4a.40.2'],
    ['audio-2', 'yue', '粤语配音', false, 'mp4a.40.2'],
  ])
})

test('a short encoded film has pictures, even if its first frame is the best one', async () => {
  const recipe = { name: '短.avi', sec: 2, audio: [], video: ['-c:v', 'mpeg4'] }
  // Faster presets use less lookahead, and their timestamps begin at zero.
  const made = await ingestRecipe(recipe, { preset: 'veryfast' })
  expect(made.way).toBe('encoded')
  expect(made.pictures.poster.length).toBeGreaterThan(0)
})

test('a film without audio is accepted', async () => {
  const made = await ingestRecipe({ name: '默.mp4', sec: 2, audio: [] })
  expect(made.version.renditions.map(({ name }) => name)).toEqual(['180p'])
})

test('subtitle files in GB18030 and Big5 and an embedded track become WebVTT', async () => {
  const folder = openFolder()
  const inner = makeFile(folder, '内.srt', subtitleBytes.utf8)
  const file = await makeMedia(folder, { name: '片.mkv', subtitle: { file: inner, codec: 'ass', language: 'eng' } })
  const sides = [
    makeFile(folder, '片.srt', subtitleBytes.gb18030),
    makeFile(folder, '片.cht.srt', subtitleBytes.big5),
    makeFile(folder, '片.空.srt', ''),
  ]
  const made = await ingest(file, { subtitles: sides })
  const tracks = made.version.renditions.filter(({ kind }) => kind === 'subtitle')
  expect(tracks.map(({ name, language, label }) => [name, language, label])).toEqual([
    ['subtitle-1', 'zh-Hans', '简体中文'],
    ['subtitle-2', 'zh-Hant', '繁体中文'],
    ['subtitle-3', 'en', '英语'],
  ])
  const texts = tracks.map(({ name }) => readFileSync(join(made.dir, 'std', name, 'sub.vtt'), 'utf8'))
  expect(texts[0]).toContain('00:00:00.500 --> 00:00:01.500\n你好，这是第一句。')
  expect(texts[1]).toContain('再見，這是第二句。')
  expect(texts[2]).toContain('再见')
  expect(made.notes).toEqual(['有一条字幕没有内容'])
})

test('thumbnails cover the whole film, and pictures have the right shapes', async () => {
  const pictured = await ingestRecipe({ name: '图.mp4', sec: 7, width: 640, height: 360 })
  expect(pictured.version.storyboard).toEqual({
    intervalSec: 2,
    columns: 5,
    rows: 5,
    tileWidth: 160,
    tileHeight: 90,
    sheets: 1,
    tiles: 4,
  })
  const sheet = await sharp(join(pictured.dir, 'std/storyboard/sheet-000.jpg')).metadata()
  expect([sheet.width, sheet.height]).toEqual([800, 450])
  const { poster, backdrop, still, thumb, focus, ink } = pictured.pictures
  const sizes = await Promise.all([poster, backdrop, still].map((picture) => sharp(picture).metadata()))
  expect(sizes.map(({ width, height, format }) => [width, height, format])).toEqual([
    [240, 360, 'webp'],
    [640, 360, 'webp'],
    [640, 360, 'webp'],
  ])
  expect(Buffer.from(thumb, 'base64').length).toBeGreaterThan(10)
  expect(focus).toBeGreaterThanOrEqual(0)
  expect(focus).toBeLessThanOrEqual(1)
  expect(ink).toMatch(/^#[0-9a-f]{6}$/)
})

test('an aborted run leaves no ffmpeg process, and its finished chunks are reused', async () => {
  const folder = openFolder()
  const file = await makeMedia(folder, { name: '停.avi', sec: 16, video: ['-c:v', 'mpeg4'] })
  const [dir, workDir] = [join(folder, 'version'), join(folder, 'work')]
  const stop = new AbortController()
  const reason = new Error('stopped')
  const onProgress: IngestRequest['onProgress'] = ({ share }) => {
    if (share >= 0.5) stop.abort(reason)
  }
  const request = { file, subtitles: [], dir, workDir, preset: 'ultrafast' }
  await expect(ingestFile({ ...request, signal: stop.signal, onProgress })).rejects.toBe(reason)
  const running = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  expect(running).not.toContain(workDir)
  const made = await ingestFile({ ...request, dir: join(folder, 'again') })
  const packets = packetsOf(joined(await ingest(file), '180p'))
  expect(made.resumedChunks).toBeGreaterThanOrEqual(1)
  expect(packetsOf(joined({ dir: join(folder, 'again') }, '180p'))).toBe(packets)
  expect(existsSync(workDir)).toBe(true)
})
