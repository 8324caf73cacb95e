import fc from 'fast-check'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeMedia, tools, type MediaRecipe } from '../../../testing/make-media.ts'
import { openFolder } from '../../../testing/open-folder.ts'
import { ownSegments, type ListedSegment } from '../composition-rules.ts'
import { ingest } from '../ingest/ingest-file.fixture.ts'
import type { Ingested } from '../ingest/ingest-file.ts'
import { bytesOf } from './movie-range.ts'
import type { Movie } from './movie.ts'
import { createMovies, type MovieTrack } from './movies.ts'

const hasFfmpeg = ['ffmpeg', 'ffprobe'].every((program) => spawnSync(program, ['-version']).status === 0)

const trackOf = (row: Ingested['version']['renditions'][number]): MovieTrack => ({
  pathOf: (file) => `std/${row.name}/${file}`,
  isDefault: row.isDefault,
  language: row.language,
  segments: ownSegments(row.segments),
})

interface Made {
  folder: string
  movie: Movie
  durationSec: number
  /** The whole, written to a file. */
  file: string
}

async function collect(movie: Movie, folder: string, first = 0, end = movie.size): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytesOf(movie, folder, first, end)) parts.push(part)
  return Buffer.concat(parts)
}

async function make(recipe: MediaRecipe): Promise<Made> {
  const { version, dir } = await ingest(await makeMedia(openFolder(), recipe))
  const [video] = version.renditions.filter(({ kind }) => kind === 'video')
  const audios = version.renditions.filter(({ kind }) => kind === 'audio')
  if (!video) throw new Error('no video')
  const tracks = { video: trackOf(video), audios: audios.map(trackOf) }
  const movie = await createMovies(dir).get('one', async () => tracks)
  if (!movie) throw new Error('no movie')
  const file = join(openFolder(), 'movie.mp4')
  writeFileSync(file, await collect(movie, dir))
  return { folder: dir, movie, durationSec: version.durationMs / 1000, file }
}

/** Standard error of a command that must succeed. */
function runQuietly(program: string, args: readonly string[]): string {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  expect(status).toBe(0)
  return stderr
}

interface Probed {
  format: { duration: string; size: string }
  streams: {
    codec_type: string
    nb_read_frames: string
    start_time: string
    duration: string
    tags?: { language?: string }
  }[]
}
const probe = (file: string): Probed =>
  JSON.parse(
    execFileSync(
      tools.ffprobe,
      ['-v', 'error', '-count_frames', '-show_format', '-show_streams', '-of', 'json', file],
      { encoding: 'utf8' },
    ),
  )

const sound = { codec: ['-c:a', 'aac', '-b:a', '64k'] }
/** Frames are reordered, as in most films. */
const reordered = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '50', '-pix_fmt', 'yuv420p']

test.skipIf(!hasFfmpeg)(
  '[J03] an imported film as one file has the picture and all sounds, is as long as the playlist, and is decoded without an error from any position',
  async () => {
    const audio = [
      { ...sound, language: 'chi' },
      { ...sound, language: 'eng' },
    ]
    const made = await make({ name: 'a film.mkv', sec: 21, video: reordered, audio })
    const { format, streams } = probe(made.file)
    expect(Number(format.size)).toBe(made.movie.size)
    expect(streams.map((stream) => stream.codec_type)).toEqual(['video', 'audio', 'audio'])
    expect(Number(streams[0]?.nb_read_frames)).toBe(21 * 25)
    expect(Math.abs(Number(format.duration) - made.durationSec)).toBeLessThan(0.1)
    for (const { start_time } of streams) expect(Math.abs(Number(start_time))).toBeLessThan(0.03)
    expect(streams[2]?.tags?.language).toBe('eng')
    expect(runQuietly(tools.ffmpeg, ['-v', 'warning', '-xerror', '-i', made.file, '-f', 'null', '-'])).toBe('')
    for (const at of ['3.3', '10', '19.9']) {
      const args = ['-v', 'warning', '-xerror', '-ss', at, '-i', made.file, '-t', '1', '-f', 'null', '-']
      expect(runQuietly(tools.ffmpeg, args)).toBe('')
    }
  },
)

test('[J03] films are composed one after another, and refused when too many wait', async () => {
  const movies = createMovies(openFolder())
  let [running, most] = [0, 0]
  const tracks = async (): Promise<null> => {
    most = Math.max(most, ++running)
    await setImmediate()
    running--
    return null
  }
  const all = await Promise.allSettled(Array.from({ length: 100 }, (_, at) => movies.get(`film ${at}`, tracks)))
  expect(most).toBe(1)
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(17)
  await movies.get('film 99', tracks)
})

test.skipIf(!hasFfmpeg)('[J03] a film is the same bytes in whatever ranges it is loaded', async () => {
  const made = await make({ name: 'a film.mp4', sec: 9, video: reordered, audio: [sound] })
  const whole = await collect(made.movie, made.folder)
  expect(whole.length).toBe(made.movie.size)
  const cuts = fc.array(fc.nat(whole.length), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const borders = [0, ...at.toSorted((one, other) => one - other), whole.length]
      const parts: Buffer[] = []
      for (const [index, first] of borders.entries())
        parts.push(await collect(made.movie, made.folder, first, borders[index + 1] ?? first))
      expect(Buffer.concat(parts).equals(whole)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test.skipIf(!hasFfmpeg)('[J03] a film is composed again only after its own files were replaced', async () => {
  const { version, dir } = await ingest(await makeMedia(openFolder(), { name: 'a film.mp4', sec: 4, video: reordered }))
  const video = version.renditions.map(trackOf)[0]
  if (!video) throw new Error('no video')
  const movies = createMovies(dir)
  let composed = 0
  const get = async (): Promise<number> => {
    await movies.get('one', async () => {
      composed++
      return { video, audios: [] }
    })
    return composed
  }
  expect([await get(), await get()]).toEqual([1, 1])
  movies.forget('media/7/')
  expect(await get()).toBe(1)
  movies.forget('std/')
  expect(await get()).toBe(2)
})

test.skipIf(!hasFfmpeg)(
  '[J03] a film with a missing or malformed segment is no file, instead of an error',
  async () => {
    const { version, dir } = await ingest(
      await makeMedia(openFolder(), { name: 'a film.mp4', sec: 9, video: reordered }),
    )
    const video = version.renditions.map(trackOf)[0]
    if (!video) throw new Error('no video')
    const path = join(dir, video.pathOf('00001.m4s'))
    const whole = readFileSync(path)
    const compose = async () => createMovies(dir).get('one', async () => ({ video, audios: [] }))
    expect(await compose()).not.toBeNull()
    const moof = whole.indexOf('moof') - 4
    // Without a track, and with a track that ends in the middle of a box.
    const empty = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('moof')])
    for (const bytes of [Buffer.concat([empty, whole]), whole.subarray(0, moof + 60)]) {
      writeFileSync(path, bytes)
      expect(await compose()).toBeNull()
    }
    rmSync(path)
    expect(await compose()).toBeNull()
  },
)

test.skipIf(!hasFfmpeg)('[J03] sound that begins later than the picture stays where it belongs', async () => {
  const late = { codec: [...sound.codec, '-filter:a', 'atrim=end=7,asetpts=PTS+1.5/TB'] }
  const { file } = await make({ name: 'late.mkv', sec: 9, video: reordered, audio: [late] })
  const [picture, audible] = probe(file).streams.map(({ start_time }) => Number(start_time))
  expect(Math.abs((audible ?? 0) - (picture ?? 0) - 1.5)).toBeLessThan(0.06)
  expect(runQuietly(tools.ffmpeg, ['-v', 'warning', '-xerror', '-i', file, '-f', 'null', '-'])).toBe('')
})

/** A film, and how its renditions are listed below a folder of its own name. */
async function aSource(name: string, recipe: Omit<MediaRecipe, 'name'>) {
  const { version, dir } = await ingest(
    await makeMedia(openFolder(), { video: reordered, audio: [sound], ...recipe, name: `${name}.mkv` }),
  )
  const segmentsOf = (kind: string, restarts: boolean): ListedSegment[] => {
    const row = version.renditions.find((each) => each.kind === kind)
    return ownSegments(row?.segments ?? []).map((segment, at) => ({
      ...segment,
      file: `${dir}/std/${row?.name}/${segment.file}`,
      init: `${dir}/std/${row?.name}/${segment.init}`,
      restarts: restarts && at === 0,
    }))
  }
  return { segmentsOf }
}

/** The films one after another as one file, or null. */
async function joinSources(sources: readonly Awaited<ReturnType<typeof aSource>>[]): Promise<string | null> {
  const trackOf = (kind: string): MovieTrack => ({
    pathOf: (path) => path,
    isDefault: true,
    language: '',
    segments: sources.flatMap(({ segmentsOf }, at) => segmentsOf(kind, at > 0)),
  })
  const movie = await createMovies('/').get('one', async () => ({
    video: trackOf('video'),
    audios: [trackOf('audio')],
  }))
  if (!movie) return null
  const file = join(openFolder(), 'joined.mp4')
  writeFileSync(file, await collect(movie, '/'))
  return file
}

test.skipIf(!hasFfmpeg)(
  '[J03] films that are played one after another are one file if they are encoded alike',
  async () => {
    const [first, second] = [await aSource('one', { sec: 8 }), await aSource('two', { sec: 6 })]
    const file = await joinSources([first, second])
    if (file === null) throw new Error('no file')
    const { streams } = probe(file)
    expect(streams[0]?.nb_read_frames).toBe(String(14 * 25))
    for (const { duration } of streams) expect(Math.abs(Number(duration) - 14)).toBeLessThan(0.1)
    expect(runQuietly(tools.ffmpeg, ['-v', 'warning', '-xerror', '-i', file, '-f', 'null', '-'])).toBe('')
    const other = await aSource('other', { sec: 4, width: 480, height: 270 })
    expect(await joinSources([first, other])).toBeNull()
  },
)
