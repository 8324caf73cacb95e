import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planChunks } from './chunk-rules.ts'
import {
  canCopy,
  hasShortSegments,
  ladderOf,
  nominalHeight,
  outputRate,
  rejectionReason,
  truncationReason,
  displaySize,
} from './ladder-rules.ts'
import type { Probed, ProbedVideo } from '../ffmpeg/probe.ts'

const video = (given: Partial<ProbedVideo> = {}): ProbedVideo => ({
  index: 0,
  codec: 'h264',
  pixelFormat: 'yuv420p',
  level: 41,
  width: 1920,
  height: 1080,
  pixelAspect: 1,
  rotation: 0,
  frameRate: 25,
  baseFrameRate: 25,
  isInterlaced: false,
  bitRate: 5_000_000,
  transfer: 'bt709',
  ...given,
})
const probed = (given: Partial<Probed> = {}): Probed => ({
  format: 'mov',
  bytes: 100_000_000,
  startSec: 0,
  durationSec: 100,
  bitRate: 5_000_000,
  audio: [],
  subtitles: [],
  video: video(),
  ...given,
})

test.each<[string, Partial<ProbedVideo>, Partial<Probed>]>([
  ['画面尺寸 0×0 不合理', { width: 0, height: 0 }, {}],
  ['画面尺寸 60000×60000 不合理', { width: 60_000, height: 60_000 }, {}],
  ['画面尺寸 4000×100 不合理', { width: 4000, height: 100 }, {}],
  ['时长为零', {}, { durationSec: 0 }],
  ['时长与文件大小不符', {}, { durationSec: 100 * 3600 }],
  ['时长与文件大小不符', {}, { durationSec: 3600, bytes: 10_000 }],
])('a file is refused: %s', (reason, picture, file) => {
  expect(rejectionReason(probed({ video: video(picture), ...file }))).toBe(reason)
})

test('an ordinary film is accepted', () => {
  expect(rejectionReason(probed())).toBeNull()
})

test.each([
  [7200, 600, '文件不完整：应有 120 分钟，实际只有 10 分钟'],
  [60, 0, '时长为零'],
  [60, 59, null],
  [1.5, 1, null],
  [100, 95, null],
])('%d s expected and %d s present: %s', (promised, real, reason) => {
  expect(truncationReason(promised, real)).toBe(reason)
})

test.each<[string, Partial<ProbedVideo>]>([
  ['another codec', { codec: 'hevc' }],
  ['ten bits', { pixelFormat: 'yuv420p10le' }],
  ['4:4:4', { pixelFormat: 'yuv444p' }],
  ['a level above 4.2', { level: 51 }],
  ['an unknown level', { level: -99 }],
  ['interlacing', { isInterlaced: true }],
  ['rotation', { rotation: 90 }],
  ['pixels that are not square', { pixelAspect: 64 / 45 }],
  ['a rate beyond what is streamed', { bitRate: 40_000_000 }],
])('%s is not copied', (_, picture) => {
  expect(canCopy(probed({ video: video(picture) }))).toBe(false)
})

test('H.264 that browsers play is copied; a missing bit rate is computed', () => {
  expect(canCopy(probed())).toBe(true)
  expect(canCopy(probed({ video: video({ bitRate: 0 }), bitRate: 0, bytes: 1_000_000_000 }))).toBe(false)
})

test('copied segments longer than ten seconds are too long', () => {
  expect(hasShortSegments([{ durationMs: 4000 }, { durationMs: 10_001 }])).toBe(false)
  expect(hasShortSegments([{ durationMs: 4000 }, { durationMs: 9960 }])).toBe(true)
})

test.each<[string, Partial<ProbedVideo>, string[]]>([
  ['full HD', {}, ['1080p 1920x1080', '720p 1280x720', '480p 852x480', '360p 640x360']],
  ['4K', { width: 3840, height: 2160 }, ['1080p 1920x1080', '720p 1280x720', '480p 852x480', '360p 640x360']],
  ['a wide film', { width: 1920, height: 800 }, ['1080p 1920x800', '720p 1280x532', '480p 852x354', '360p 640x266']],
  ['DVD at 16:9', { width: 720, height: 576, pixelAspect: 64 / 45 }, ['576p 1024x576', '360p 640x360']],
  ['a phone held upright', { rotation: 90 }, ['1080p 1080x1920', '720p 720x1280', '480p 480x852', '360p 360x640']],
  ['small and odd', { width: 321, height: 241 }, ['241p 320x240']],
])('the ladder of %s', (_, picture, steps) => {
  expect(ladderOf(video(picture)).map(({ name, width, height }) => `${name} ${width}x${height}`)).toEqual(steps)
})

test('the ladder below a copied rendition begins well below it', () => {
  expect(ladderOf(video(), 1080).map(({ name }) => name)).toEqual(['720p', '480p', '360p'])
  expect(ladderOf(video({ width: 640, height: 360 }), 360)).toEqual([])
})

test('no step is larger than the picture; all sizes are even, names are unique and the aspect ratio is kept', () => {
  const side = fc.integer({ min: 16, max: 5000 })
  fc.assert(
    fc.property(side, side, fc.constantFrom(0, 90, 180, 270), (width, height, rotation) => {
      fc.pre(width / height <= 8 && height / width <= 8)
      const picture = video({ width, height, rotation })
      const shown = displaySize(picture)
      const rungs = ladderOf(picture)
      expect(rungs.length).toBeGreaterThan(0)
      expect(new Set(rungs.map(({ name }) => name)).size).toBe(rungs.length)
      for (const rung of rungs) {
        expect(rung.width <= shown.width && rung.height <= shown.height).toBe(true)
        expect(rung.width % 2 === 0 && rung.height % 2 === 0).toBe(true)
        expect(nominalHeight(rung)).toBeLessThanOrEqual(1080)
        expect(Math.abs(rung.width - (rung.height * shown.width) / shown.height)).toBeLessThan(18)
      }
    }),
  )
})

test.each([
  [25, 25, '25/1'],
  [23.976, 23.976, '24000/1001'],
  [29.97, 29.97, '30000/1001'],
  [17.3, 1000, '20/1'],
  [59.94, 59.94, '60000/1001'],
  [120, 120, '60/1'],
  [0, 0, '25/1'],
])('a mean rate of %d (finest %d) is encoded at %s', (frameRate, finestRate, rate) => {
  const { numerator, denominator } = outputRate(video({ frameRate, baseFrameRate: finestRate }))
  expect(`${numerator}/${denominator}`).toBe(rate)
})

test('chunks begin at a segment, follow each other and contain every frame once', () => {
  const rates = fc.constantFrom(
    { numerator: 25, denominator: 1 },
    { numerator: 30_000, denominator: 1001 },
    { numerator: 25, denominator: 2 },
  )
  fc.assert(
    fc.property(rates, fc.double({ min: 0.01, max: 20_000, noNaN: true }), (rate, durationSec) => {
      const { chunks, groupFrames } = planChunks(rate, durationSec)
      let next = 0
      for (const { firstFrame, frames } of chunks) {
        expect(firstFrame).toBe(next)
        expect(firstFrame % (groupFrames * 2)).toBe(0)
        expect(frames).toBeGreaterThan(0)
        next += frames
      }
      expect(next).toBe(Math.max(1, Math.round((durationSec * rate.numerator) / rate.denominator)))
    }),
  )
})
