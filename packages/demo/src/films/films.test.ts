import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { bannerSlugs, programme } from '../programme/programme.ts'
import { rangesOf, shotOrder } from './composition.ts'
import { framesPerSec, heightsOf, shotSec, type FilmScript } from './film-script.ts'
import { bundledFilm, filmScripts } from './film-scripts.ts'
import { fractionsOf } from './picture/shot-layers.ts'
import { filmFile, renderFilm } from './render-film.ts'
import { moods } from './score/moods.ts'

const folder = await mkdtemp(join(tmpdir(), 'yunmu-films-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(programme)('$name plays its own film, which begins with its backdrop and shows no other name', (title) => {
  const script = filmScripts.find(({ name }) => name === title.slug)
  const [first] = script?.shots ?? []
  expect(first).toMatchObject({ kind: title.art.wide ?? title.art.kind, palette: title.art.palette, seed: title.name })
  expect(script?.shots).toHaveLength(4)
  expect(new Set(script?.shots.map((shot) => JSON.stringify(shot))).size).toBe(4)
  for (const shot of script?.shots ?? []) expect(shot.title).toBe(title.name)
})

test('the banners are made first, then what is played most, and some have 1080 lines', () => {
  expect(filmScripts.slice(0, bannerSlugs.length).map(({ name }) => name)).toEqual(bannerSlugs)
  expect(new Set(filmScripts.map(({ height }) => height))).toEqual(new Set([720, 1080]))
})

test('an order of shots has the wanted length, no shot twice in a row, and begins differently in the next episode', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 2, max: 6 }),
      (seed, episode, shots) => {
        const order = shotOrder({ seed, episode, shots, minutes: 8 })
        expect(order).toHaveLength(100)
        for (const [at, shot] of order.entries()) expect(shot).not.toBe(order[at - 1])
        expect(new Set(order).size).toBe(shots)
        expect(shotOrder({ seed, episode: episode + 1, shots, minutes: 8 })[0]).not.toBe(order[0])
      },
    ),
  )
})

test('shots that follow each other are one range', () => {
  expect(rangesOf([2, 0, 1, 3])).toEqual([
    { fromMs: 9600, toMs: 14_400 },
    { fromMs: 0, toMs: 9600 },
    { fromMs: 14_400, toMs: 19_200 },
  ])
})

test.each([0, 0.5, 0.75, 1, 1.5, 2, 3])('a layer at %d pixels per frame is exactly where it belongs', (speed) => {
  const fractions = fractionsOf(speed)
  for (let frame = 0; frame < 200; frame++) {
    const place = 2 * Math.floor((frame * speed) / 2) + (fractions[frame % fractions.length] ?? 0)
    expect(place).toBeCloseTo(frame * speed, 6)
  }
})

test('the film in the repository is small, and has the renditions of its script', async () => {
  expect(bundledFilm.name).toBe(bannerSlugs[0])
  expect((await stat(bundledFilm.file)).size).toBeLessThanOrEqual(1.5e6)
  const script = filmScripts.find(({ name }) => name === bundledFilm.name)
  const tracks = await probe(bundledFilm.file)
  expect(tracks.filter(({ codec_name }) => codec_name === 'h264').map(({ height }) => height)).toEqual(
    script && heightsOf(script),
  )
})

async function probe(file: string): Promise<Record<string, unknown>[]> {
  const args = [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=codec_name,height,nb_read_frames',
    '-of',
    'json',
  ]
  const { stdout } = await promisify(execFile)('ffprobe', [...args, file])
  return JSON.parse(stdout).streams
}

const short: FilmScript = {
  name: 'short',
  height: 360,
  shots: [
    {
      seed: 'a',
      title: '试',
      kind: 'sea',
      palette: 'ember',
      move: 'right',
      framing: 'wide',
      weather: 'snow',
      light: 'still',
    },
    { seed: 'b', title: '试', kind: 'shaft', palette: 'steel', move: 'in', framing: 'wide', light: 'breathing' },
  ],
  score: moods.sea,
}

test('a film has its music, and every shot is one group of frames', async () => {
  await renderFilm(short, folder)
  const frames = String(2 * framesPerSec * shotSec)
  const [video, sound] = await probe(filmFile(folder))
  expect(video).toMatchObject({ codec_name: 'h264', height: 360, nb_read_frames: frames })
  expect(sound).toMatchObject({ codec_name: 'aac' })
  const args = [
    '-v',
    'error',
    '-skip_frame',
    'nokey',
    '-select_streams',
    'v:0',
    '-show_entries',
    'frame=pts_time',
    '-of',
    'csv=p=0',
  ]
  const { stdout } = await promisify(execFile)('ffprobe', [...args, filmFile(folder)])
  expect(stdout.split('\n').filter(Boolean).map(Number.parseFloat)).toEqual([0, shotSec])
  expect((await readdir(folder)).filter((name) => /tmp|rgba|wav/.test(name))).toEqual([])
})

test('a failing encoder is reported with its message and leaves no film', async () => {
  const broken = join(folder, 'broken.sh')
  await writeFile(broken, '#!/bin/sh\necho no disk left >&2\nexit 3\n', { mode: 0o755 })
  const before = process.env.FFMPEG_PATH
  process.env.FFMPEG_PATH = broken
  try {
    const elsewhere = await mkdtemp(join(folder, 'broken-'))
    await expect(renderFilm({ ...short, shots: short.shots.slice(1) }, elsewhere)).rejects.toThrow(/no disk left/u)
    expect(await readdir(elsewhere)).not.toContain('film.mp4')
  } finally {
    if (before === undefined) delete process.env.FFMPEG_PATH
    else process.env.FFMPEG_PATH = before
  }
})
