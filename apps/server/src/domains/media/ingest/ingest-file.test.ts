import { execFileSync } from 'node:child_process'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFile, makeMedia, tools, type MediaRecipe } from '../../../testing/make-media.ts'
import { openFolder } from '../../../testing/open-folder.ts'
import { firstSound, ingest, ingestRecipe, joined, packetsOf, startOf, summary } from './ingest-file.fixture.ts'

test('a playlist with the name of a video is refused, and no file that it refers to is read', async () => {
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

test('a file without video, with an extreme shape or with a truncated end is refused', async () => {
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

test('H.264 with AAC is copied into segments, and audio stays in sync', async () => {
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

test.each([
  ['H.264', '片.ts', ['-c:v', 'libx264'], 'copied'],
  ['H.264', '片.m2ts', ['-c:v', 'libx264'], 'copied'],
  ['MPEG-2', '旧.ts', ['-c:v', 'mpeg2video', '-b:v', '1M'], 'encoded'],
])('%s with AAC in a transport stream (%s) is imported with its audio copied', async (_codec, name, codec, way) => {
  const video = [...codec, '-g', '50', '-pix_fmt', 'yuv420p', '-threads', '1']
  const made = await ingestRecipe({ name, sec: 6, video })
  const codecs = way === 'copied' ? 'avc1.64000c' : 'avc1.42c014'
  expect(summary(made)).toEqual({ way, made: [`180p ${codecs} 320x180`, 'audio-1 mp4a.40.2 0x0'] })
  const [picture, sound] = [joined(made, '180p'), joined(made, 'audio-1')]
  expect([150, 151]).toContain(packetsOf(picture))
  // 6 s of 48,000 samples in frames of 1024, and one priming frame.
  expect(packetsOf(sound)).toBeGreaterThanOrEqual(281)
  expect(Math.abs(startOf(picture) - startOf(sound))).toBeLessThan(0.05)
  expect(firstSound(sound)).toBeLessThan(0.1)
})

test('audio that begins later than the video still begins later', async () => {
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
    const firstSoundSec = firstSound(joined(made, 'audio-1')) + startOf(join(made.dir, 'audio-1.mp4'))
    const begun = startOf(join(made.dir, 'audio-1.mp4')) - startOf(joined(made, '180p'))
    expect(Math.max(firstSoundSec, begun)).toBeGreaterThan(0.6)
    expect(Math.max(firstSoundSec, begun)).toBeLessThan(0.9)
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
  const made = await ingestRecipe(recipe)
  expect(summary(made).way).toBe('encoded')
  expect(summary(made).made).toEqual([expect.stringMatching(/^180p avc1\.\w{6} 320x180$/), 'audio-1 mp4a.40.2 0x0'])
  // If the audio priming begins before the video, the first frame is repeated once.
  expect([frames, frames + 1]).toContain(packetsOf(joined(made, '180p')))
})
