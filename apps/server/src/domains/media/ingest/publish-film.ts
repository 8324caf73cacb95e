import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { newPictureName, pictureFile, pictureUrl } from '../media-files.ts'
import type { MediaStore, RenditionDraft } from '../media-store.ts'
import { segmentArgs } from './encode/encode-args.ts'
import { runFfmpeg } from './ffmpeg/run-ffmpeg.ts'
import { sourceInput } from './ffmpeg/source-input.ts'
import { alignTimestamps } from './fmp4/align-timestamps.ts'
import { codecsOf } from './fmp4/codecs.ts'
import { trackFactsOf } from './fmp4/track-facts.ts'
import { measureSegments, totalMs } from './fmp4/measure-segments.ts'
import { writeStoryboard } from './pictures/extract-pictures.ts'

const timeoutSec = 300

/** A film that is encoded already: an MP4 file with one AAC track and H.264 tracks with key frames at the same times. */
export interface EncodedFilm {
  assetId: number
  file: string
  /** Heights of the video tracks in their order, at 16:9; best first. */
  heights: readonly number[]
  frameRate: number
  /** Seconds between key frames. The film is cut there. */
  segmentSec: number
  signal?: AbortSignal
}

const stillSize = { width: 640, height: 360 }
const audioName = 'audio-1'

/**
 * Cuts an encoded film into segments, and publishes it as a new version of an asset. Nothing is encoded. The first frame
 * of each segment becomes a still; their addresses are returned in order.
 */
export async function publishFilm(
  { store, dataDir }: { store: MediaStore; dataDir: string },
  film: EncodedFilm,
): Promise<{ stills: string[] }> {
  const { assetId } = film
  const { version, dir } = await store.createVersion(assetId)
  try {
    const draft = await cutFilm(film, resolve(dir))
    const stills = await saveStills(film, { dataDir, version, dir: resolve(dir) })
    await store.publishVersion(assetId, version, draft)
    return { stills }
  } catch (err) {
    await rm(dir, { recursive: true, force: true })
    throw err
  }
}

async function cutFilm({ file, heights, frameRate, segmentSec, signal }: EncodedFilm, dir: string) {
  const tracks = [
    ...heights.map((height, at) => ({ map: `0:v:${at}`, name: `${height}p` })),
    { map: '0:a:0', name: audioName },
  ]
  for (const { name } of tracks) await mkdir(join(dir, 'std', name), { recursive: true })
  const outputs = tracks.flatMap(({ map, name }) =>
    segmentArgs({ map, codec: ['-c', 'copy'], folder: `std/${name}`, segmentSec }),
  )
  await runFfmpeg({ args: [...sourceInput(file), ...outputs], cwd: dir, timeoutSec, signal })
  const shared = { dir, frameRate }
  const renditions = [
    ...(await Promise.all(heights.map((height) => draftOf({ ...shared, name: `${height}p`, height })))),
    await draftOf({ ...shared, name: audioName, height: 0 }),
  ]
  await alignTimestamps(
    renditions.map(({ name, segments }) => ({ folder: join(dir, 'std', name), segments: segments.length })),
  )
  const durationMs = totalMs(renditions[0]?.segments ?? [])
  const storyboard = await writeStoryboard({
    inputArgs: (options) => sourceInput(file, options),
    durationSec: durationMs / 1000,
    intervalSec: segmentSec / 2,
    folder: join(dir, 'std', 'storyboard'),
    signal,
  })
  return { durationMs, renditions, storyboard }
}

async function draftOf({
  dir,
  name,
  height,
  frameRate,
}: {
  dir: string
  name: string
  /** 0 for sound. */
  height: number
  frameRate: number
}): Promise<RenditionDraft> {
  const folder = join(dir, 'std', name)
  const segments = await measureSegments(folder)
  const init = await readFile(join(folder, 'init.mp4'))
  const facts = { codecs: codecsOf(init), ...trackFactsOf(init) }
  const shared = { name, tier: 'std' as const, language: '', segments, ...facts, height }
  if (height === 0) return { ...shared, kind: 'audio', width: 0, frameRate: 0, label: '原声', isDefault: true }
  return { ...shared, kind: 'video', width: Math.round((height * 16) / 9), frameRate, label: name, isDefault: false }
}

/** Decodes the key frame of each segment of the smallest rendition that has the size of stills. */
async function saveStills(
  { assetId, file, heights, signal }: EncodedFilm,
  { dataDir, version, dir }: { dataDir: string; version: number; dir: string },
): Promise<string[]> {
  const frames = join(dir, 'stills')
  await mkdir(frames)
  const track = Math.max(
    0,
    heights.findLastIndex((height) => height >= stillSize.height),
  )
  const output = ['-map', `0:v:${track}`, '-vsync', '0', '-q:v', '2', 'still-%d.jpg']
  const args = [...sourceInput(file, ['-skip_frame', 'nokey']), ...output]
  await runFfmpeg({ args, cwd: frames, timeoutSec, signal })
  const count = (await readdir(frames)).length
  const urls: string[] = []
  for (let number = 1; number <= count; number++) {
    const picture = { assetId, version, name: newPictureName(`still-${number}`) }
    const path = pictureFile(dataDir, picture)
    await mkdir(dirname(path), { recursive: true })
    await sharp(join(frames, `still-${number}.jpg`))
      .resize({ ...stillSize, fit: 'cover' })
      .webp({ quality: 80 })
      .toFile(`${path}.tmp`)
    await rename(`${path}.tmp`, path)
    urls.push(pictureUrl(picture))
  }
  await rm(frames, { recursive: true })
  return urls
}
