import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isKind, isPaletteName } from '@yunmu/artwork'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { cameraAt, viewportOf } from './picture/camera.ts'
import { durationSecOf, type FilmScript } from './film-script.ts'
import { filmScripts } from './film-scripts.ts'
import { layerOf } from './picture/yuv-image.ts'
import { renderFilm } from './render-film.ts'
import { composite } from './picture/composite.ts'
import { opacitySpans } from './picture/opacity-spans.ts'
import { subtitleFile } from './subtitle-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'yunmu-films-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('six films, each of 60 to 90 seconds, of five to eight scenes that exist, the shortest first', () => {
  expect(filmScripts).toHaveLength(6)
  expect(new Set(filmScripts.map(({ name }) => name)).size).toBe(6)
  for (const script of filmScripts) {
    const totalSec = durationSecOf(script)
    expect(totalSec).toBeGreaterThanOrEqual(60)
    expect(totalSec).toBeLessThanOrEqual(90)
    expect(script.scenes.length).toBeGreaterThanOrEqual(5)
    expect(script.scenes.length).toBeLessThanOrEqual(8)
    expect(script.scenes.every(({ kind, palette }) => isKind(kind) && isPaletteName(palette))).toBe(true)
  }
  expect(Math.min(...filmScripts.map(durationSecOf))).toBe(filmScripts[0] && durationSecOf(filmScripts[0]))
})

test('no film sounds like another', () => {
  expect(new Set(filmScripts.map(({ score }) => `${score.key} ${score.mode}`)).size).toBe(6)
  expect(new Set(filmScripts.map(({ score }) => score.tempo)).size).toBe(6)
})

test('subtitles come one after the other and end before the end card', () => {
  for (const script of filmScripts) {
    let before = 6
    for (const { fromSec: from, toSec: to, text } of script.lines) {
      expect(from, text).toBeGreaterThanOrEqual(before)
      expect(to).toBeGreaterThan(from + 2)
      before = to
    }
    expect(before).toBeLessThanOrEqual(durationSecOf(script) - 6)
  }
  expect(subtitleFile([{ fromSec: 61.5, toSec: 65, text: '潮信' }])).toBe(
    'WEBVTT\n\n00:01:01.500 --> 00:01:05.000\n潮信\n',
  )
})

const aim = fc.record({
  x: fc.double({ min: -1, max: 1, noNaN: true }),
  y: fc.double({ min: -1, max: 1, noNaN: true }),
  zoom: fc.double({ min: 1, max: 1.6, noNaN: true }),
})

test('the viewport never leaves a layer, at any depth', () => {
  const picture = { width: 1600, height: 900 }
  fc.assert(
    fc.property(
      aim,
      aim,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (from, to, share, depth) => {
        const { x, y, width, height } = viewportOf(cameraAt(from, to, share), depth, picture)
        expect(x).toBeGreaterThanOrEqual(-1e-9)
        expect(y).toBeGreaterThanOrEqual(-1e-9)
        expect(x + width).toBeLessThanOrEqual(picture.width + 1e-9)
        expect(y + height).toBeLessThanOrEqual(picture.height + 1e-9)
      },
    ),
  )
})

test('compositing by spans gives the same picture as compositing pixel by pixel', () => {
  const [width, height] = [64, 8]
  const plane = fc.uint8Array({ minLength: width * height, maxLength: width * height })
  const opacities = fc.array(fc.constantFrom(0, 0, 0, 255, 255, 128), { minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(plane, plane, opacities, fc.double({ min: 0, max: 3, noNaN: true }), (back, front, steps, shift) => {
      const alpha = Uint8Array.from({ length: width * height }, (_, at) => steps[(at % width) >> 2] ?? 0)
      const samples = front.map((value, at) => (value * (alpha[at] ?? 0)) / 255)
      const solid = new Uint8Array(width * height).fill(255)
      const source = (plane: Uint8Array, opacity: Uint8Array) => ({
        words: new Uint32Array(Uint8Array.from(plane).buffer),
        alphaWords: new Uint32Array(Uint8Array.from(opacity).buffer),
        rows: opacitySpans(opacity, width, height),
        width,
        height,
      })
      const view = { x: shift, y: 1, width: 60, height: 6 }
      const target = { samples: new Uint8Array(60 * 6), width: 60, height: 6 }
      composite(
        [
          { source: source(back, solid), view },
          { source: source(samples, alpha), view },
        ],
        target,
      )
      for (let y = 0; y < 6; y++) {
        for (let x = 0; x < 60; x++) {
          const at = Math.min(width - 1.002, x + shift)
          const cell = (y + 1) * width + Math.floor(at)
          const mix = (from: Uint8Array): number =>
            (from[cell] ?? 0) * (1 - (at % 1)) + (from[cell + 1] ?? 0) * (at % 1)
          const wanted = mix(samples) + mix(back) * (1 - mix(alpha) / 255)
          expect(Math.abs((target.samples[y * 60 + x] ?? 0) - wanted)).toBeLessThanOrEqual(4)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('RGBA is converted to limited-range YUV', () => {
  const white = layerOf(new Uint8Array(16).fill(255), 2, 2)
  expect([white.luma[0], white.blue[0], white.red[0]]).toEqual([235, 128, 128])
  const clear = layerOf(new Uint8Array(16), 2, 2)
  expect([clear.luma[0], clear.blue[0], clear.alpha[0]]).toEqual([0, 0, 0])
  expect(() => layerOf(new Uint8Array(4), 1, 1)).toThrow(RangeError)
})

const trailer: FilmScript = {
  name: 'trailer',
  title: '试片',
  latin: 'Trailer',
  closing: '完',
  scenes: [
    {
      seed: 'a',
      kind: 'sea',
      palette: 'ember',
      durationSec: 2,
      from: { x: -1, y: 0, zoom: 1.1 },
      to: { x: 1, y: 0, zoom: 1.2 },
      weather: 'snow',
    },
    {
      seed: 'b',
      kind: 'ridges',
      palette: 'jade',
      durationSec: 2,
      from: { x: 1, y: 0, zoom: 1.2 },
      to: { x: -1, y: 0, zoom: 1.1 },
    },
  ],
  lines: [],
  score: {
    key: 57,
    mode: 'minor',
    tempo: 60,
    beatsPerChord: 4,
    chords: [1],
    arpeggio: [0],
    pluck: 'piano',
    lead: 'flute',
    ambience: 'rain',
  },
}

test('a film is rendered and encoded with its music, complete and with the right length', async () => {
  await renderFilm({ script: trailer, folder, width: 320, height: 180, hasText: true })
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=codec_name,width,height,nb_read_frames',
    '-of',
    'json',
  ]
  const { stdout } = await promisify(execFile)('ffprobe', [...args, join(folder, 'film.mp4')])
  const { streams } = JSON.parse(stdout)
  expect(streams[0]).toMatchObject({ codec_name: 'h264', width: 320, height: 180, nb_read_frames: '96' })
  expect(streams[1]).toMatchObject({ codec_name: 'aac' })
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('without a Chinese font a film has no title cards', async () => {
  const films = [trailer, { ...trailer, title: '别的', latin: 'Other', closing: '再见' }].map(async (script) => {
    const elsewhere = await mkdtemp(join(folder, 'plain-'))
    await renderFilm({ script, folder: elsewhere, width: 320, height: 180, hasText: false })
    return readFile(join(elsewhere, 'film.mp4'))
  })
  const [one, other] = await Promise.all(films)
  expect(one?.equals(other ?? Buffer.of())).toBe(true)
})

test('a failing encoder is reported with its message and leaves no film behind', async () => {
  const broken = join(folder, 'broken.sh')
  await writeFile(broken, '#!/bin/sh\necho no disk left >&2\nexit 3\n', { mode: 0o755 })
  const before = process.env.FFMPEG_PATH
  process.env.FFMPEG_PATH = broken
  try {
    const elsewhere = await mkdtemp(join(folder, 'broken-'))
    await expect(
      renderFilm({ script: trailer, folder: elsewhere, width: 320, height: 180, hasText: true }),
    ).rejects.toThrow(/no disk left/u)
    expect(await readdir(elsewhere)).not.toContain('film.mp4')
  } finally {
    if (before === undefined) delete process.env.FFMPEG_PATH
    else process.env.FFMPEG_PATH = before
  }
})
