import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeFile, makeMedia, subtitleBytes, tools, type MediaRecipe } from '../../../testing/make-media.ts'
import { openFolder } from '../../../testing/open-folder.ts'
import { ingestFile, type Ingested, type IngestRequest } from './ingest-file.ts'

async function ingest(file: string, more: Partial<IngestRequest> = {}): Promise<Ingested & { dir: string }> {
  const folder = openFolder()
  const [dir, workDir] = [join(folder, 'version'), join(folder, 'work')]
  return { ...(await ingestFile({ file, subtitles: [], dir, workDir, preset: 'ultrafast', ...more })), dir }
}

const ingestMade = async (recipe: MediaRecipe, more: Partial<IngestRequest> = {}) =>
  ingest(await makeMedia(openFolder(), recipe), more)

/** A rendition put together again, as a browser would. */
function joined({ dir }: { dir: string }, name: string): string {
  const folder = join(dir, 'std', name)
  const names = readdirSync(folder).filter((each) => each.endsWith('.m4s'))
  const file = join(dir, `${name}.mp4`)
  const parts = ['init.mp4', ...names.toSorted()].map((each) => readFileSync(join(folder, each)))
  writeFileSync(file, Buffer.concat(parts))
  return file
}

function ffprobe(file: string, entries: string): string[] {
  const args = ['-v', 'error', '-count_packets', '-show_entries', entries, '-of', 'csv=p=0', file]
  return execFileSync(tools.ffprobe, args, { encoding: 'utf8' }).trim().split(',')
}

const startOf = (file: string): number => Number(ffprobe(file, 'stream=start_time')[0])
const packetsOf = (file: string): number => Number(ffprobe(file, 'stream=nb_read_packets')[0])

/** When the first sound above silence is heard, in seconds. */
function firstSound(file: string): number {
  const args = ['-hide_banner', '-i', file, '-af', 'silencedetect=noise=-40dB:d=0.05', '-f', 'null', '-']
  const said = execFileSync('sh', ['-c', 'exec "$@" 2>&1', 'sh', tools.ffmpeg, ...args], { encoding: 'utf8' })
  return Number(/silence_end: ([\d.]+)/.exec(said)?.[1] ?? 0)
}

const summary = ({ version, way }: Ingested) => ({
  way,
  made: version.renditions.map(({ name, codecs, width, height }) => `${name} ${codecs} ${width}x${height}`),
})

test('a playlist that calls itself a film is refused, and no file that it names is read', async () => {
  const folder = openFolder()
  const film = await makeMedia(folder, { name: '真片.mp4', sec: 1 })
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXTINF:4,', `file://${film}`, '#EXT-X-ENDLIST', '']
  const names = ['假片.mp4', '假片.mkv', '假片.ts', '假片.m3u8']
  for (const name of names) {
    await expect(ingest(makeFile(folder, name, lines.join('\n')))).rejects.toThrow('不是支持的视频格式')
  }
  const list = `ffconcat version 1.0\nfile '${film}'\n`
  await expect(ingest(makeFile(folder, '清单.mp4', list))).rejects.toThrow('不是支持的视频格式')
})

test.each([
  ['an empty file', '', '文件是空的'],
  ['text', 'hello '.repeat(1000), '文件已损坏，或者不是视频'],
  ['zeros', new Uint8Array(100_000), '文件已损坏，或者不是视频'],
])('%s is refused with its reason', async (_, content, reason) => {
  await expect(ingest(makeFile(openFolder(), '片.mp4', content))).rejects.toThrow(reason)
})

test('a file without a picture, one of absurd shape and one that ends early are refused', async () => {
  const folder = openFolder()
  const sound = await makeMedia(folder, { name: '声.mkv', sec: 1, video: [] })
  await expect(ingest(sound)).rejects.toThrow('里面没有视频画面')
  const thin = await makeMedia(folder, { name: '细.mp4', sec: 1, width: 640, height: 16 })
  await expect(ingest(thin)).rejects.toThrow('画面尺寸 640×16 不合理')
  const cut = await makeMedia(folder, { name: '断.mp4', sec: 6, more: ['-movflags', '+faststart'] })
  truncateSync(cut, 40_000)
  await expect(ingest(cut)).rejects.toThrow(/文件不完整|已损坏/)
  await expect(ingest(join(folder, '没有.mp4'))).rejects.toThrow('文件不见了')
})

test('H.264 with AAC goes into segments as it is, and sound keeps its place', async () => {
  const folder = openFolder()
  const file = await makeMedia(folder, {
    name: "-f '引号\n换行'.mp4",
    sec: 6,
    video: ['-c:v', 'libx264', '-g', '50', '-pix_fmt', 'yuv420p', '-preset', 'veryfast'],
  })
  const made = await ingest(file)
  expect(summary(made)).toEqual({ way: 'copied', made: ['180p avc1.64000c 320x180', 'audio-1 mp4a.40.2 0x0'] })
  expect(made.version.renditions[0]?.segments.map(({ durationMs }) => durationMs)).toEqual([4000, 2000])
  expect(made.version.renditions[0]?.segments[0]?.bytes).toBeGreaterThan(1000)
  const [video, audio] = [joined(made, '180p'), joined(made, 'audio-1')]
  expect(packetsOf(video)).toBe(150)
  // The encoder's priming of 1024 samples comes before the first frame.
  expect(startOf(video) - startOf(audio)).toBeCloseTo(1024 / 48_000, 2)
})

test('sound that begins later than the picture still does', async () => {
  const folder = openFolder()
  const plain = await makeMedia(folder, { name: '平.mp4', sec: 3 })
  for (const [name, codec] of [
    ['迟.mkv', ['-c', 'copy']],
    ['迟.avi.mkv', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
  ] as const) {
    const late = join(folder, name)
    execFileSync(tools.ffmpeg, [
      '-v',
      'error',
      '-i',
      plain,
      '-itsoffset',
      '0.7',
      '-i',
      plain,
      '-map',
      '0:v',
      '-map',
      '1:a',
      ...codec,
      late,
    ])
    const made = await ingest(late)
    const heard = firstSound(joined(made, 'audio-1')) + startOf(join(made.dir, 'audio-1.mp4'))
    const begun = startOf(join(made.dir, 'audio-1.mp4')) - startOf(joined(made, '180p'))
    expect(Math.max(heard, begun)).toBeGreaterThan(0.6)
    expect(Math.max(heard, begun)).toBeLessThan(0.9)
  }
})

test.each<[string, MediaRecipe, number]>([
  [
    'HEVC with AC-3 in Matroska',
    {
      name: 'a.mkv',
      video: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le'],
      audio: [{ codec: ['-c:a', 'ac3'] }],
    },
    100,
  ],
  [
    'HDR in Matroska',
    {
      name: 'h.mkv',
      video: ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-color_trc', 'smpte2084'],
      more: ['-x265-params', 'log-level=error:transfer=smpte2084:colorprim=bt2020:colormatrix=bt2020nc'],
    },
    100,
  ],
  [
    'MPEG-2 with MP2 in a transport stream',
    { name: 'b.ts', video: ['-c:v', 'mpeg2video', '-b:v', '1M', '-bf', '2'], audio: [{ codec: ['-c:a', 'mp2'] }] },
    100,
  ],
  [
    'MPEG-4 with MP3 in AVI',
    { name: 'c.avi', video: ['-c:v', 'mpeg4', '-bf', '2'], audio: [{ codec: ['-c:a', 'mp3'] }] },
    100,
  ],
  [
    'VP9 with Opus in WebM',
    {
      name: 'd.webm',
      video: ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-deadline', 'realtime', '-pix_fmt', 'yuv420p'],
      audio: [{ codec: ['-c:a', 'libopus'] }],
    },
    100,
  ],
  [
    'Sorenson with MP3 in FLV',
    { name: 'e.flv', video: ['-c:v', 'flv'], audio: [{ codec: ['-c:a', 'mp3', '-ar', '44100'] }] },
    100,
  ],
  [
    'interlaced H.264 in MOV',
    {
      name: 'f.mov',
      video: [
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-flags',
        '+ildct+ilme',
        '-x264opts',
        'tff=1',
        '-pix_fmt',
        'yuv420p',
      ],
      filter: 'setfield=tff',
    },
    100,
  ],
  ['a rate of 30000/1001', { name: 'g.mkv', rate: 30_000 / 1001, video: ['-c:v', 'mpeg4'] }, 120],
])('%s is encoded, frame for frame', async (_, recipe, frames) => {
  const made = await ingestMade(recipe)
  expect(summary(made).way).toBe('encoded')
  expect(summary(made).made).toEqual([expect.stringMatching(/^180p avc1\.\w{6} 320x180$/), 'audio-1 mp4a.40.2 0x0'])
  // Where the sound's priming comes before the picture, the first frame stands for one more.
  expect([frames, frames + 1]).toContain(packetsOf(joined(made, '180p')))
})

test('chunks join without a seam: the picture is that of the source, frame for frame', async () => {
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

test('a variable rate becomes constant and keeps its length', async () => {
  const made = await ingestMade(
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

test('a picture that is turned by a note in the file stands upright', async () => {
  const made = await ingestMade({ name: '竖.mp4', width: 640, height: 360, sec: 2, rotate: 90 })
  expect(summary(made)).toMatchObject({
    way: 'encoded',
    made: [expect.stringMatching(/^360p avc1\.\w+ 360x640$/), expect.anything()],
  })
  const [width, height] = ffprobe(joined(made, '360p'), 'stream=width,height').map(Number)
  expect([width, height]).toEqual([360, 640])
})

test('a larger picture gets steps, never above its own size, cut at the same places', async () => {
  const made = await ingestMade({ name: '大.avi', sec: 5, width: 960, height: 540, video: ['-c:v', 'mpeg4'] })
  expect(made.version.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['540p', 960, 540],
    ['360p', 640, 360],
    ['audio-1', 0, 0],
  ])
  const [best, lower] = made.version.renditions.map(({ segments }) => segments.map(({ durationMs }) => durationMs))
  expect(best?.[0]).toBe(4000)
  expect(lower).toEqual(best)
})

test('a copied film gets lower steps when asked for', async () => {
  const made = await ingestMade({ name: '梯.mp4', sec: 4, width: 854, height: 480 }, { withLadder: true })
  expect(made.way).toBe('copied')
  expect(made.version.renditions.map(({ name }) => name)).toEqual(['480p', '360p', 'audio-1'])
})

test('key frames too far apart for copying lead to encoding', async () => {
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '600', '-sc_threshold', '0', '-pix_fmt', 'yuv420p']
  const made = await ingestMade({ name: '稀.mp4', sec: 12, video, width: 160, height: 90 })
  expect(made.way).toBe('encoded')
})

test('every audio track becomes one, with its language and title', async () => {
  const made = await ingestMade({
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

test('a film without sound is one', async () => {
  const made = await ingestMade({ name: '默.mp4', sec: 2, audio: [] })
  expect(made.version.renditions.map(({ name }) => name)).toEqual(['180p'])
})

test('subtitles in GB18030 and Big5 beside the film and a track inside become WebVTT', async () => {
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

test('thumbnails cover the whole film, and pictures have their shapes', async () => {
  const pictured = await ingestMade({ name: '图.mp4', sec: 7, width: 640, height: 360 })
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

test('a stop in the middle leaves no ffmpeg behind, and finished chunks are taken up again', async () => {
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
