import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Storyboard } from '../../media-tables.ts'
import { thumbHashOf } from '../../pictures/rasterise.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import {
  candidateTiles,
  bestTile,
  cropSize,
  inkOf,
  brightnessOf,
  planStoryboard,
  tile,
  tilePosition,
  type Brightness,
} from './frame-rules.ts'

/** ffmpeg's input arguments for the source of pictures; `options` come before `-i`. */
export type InputArgs = (options: readonly string[]) => string[]

/** Pictures that were cut from a video. */
export interface ExtractedPictures {
  poster: Buffer
  backdrop: Buffer
  still: Buffer
  /** thumbhash of the poster, base64. */
  thumb: string
  /** Horizontal position of the backdrop's subject, as a share of the width. */
  focus: number
  /** `#rrggbb` for the scrim over the backdrop. */
  ink: string
}

const shapes = {
  poster: { width: 600, height: 900 },
  backdrop: { width: 1600, height: 900 },
  still: { width: 640, height: 360 },
}

interface Source {
  inputArgs: InputArgs
  durationSec: number
  signal?: AbortSignal | undefined
}

/** Writes the thumbnails of the seek bar to `<folder>/sheet-000.jpg` and so on, from key frames only. */
export async function writeStoryboard(source: Source & { folder: string; intervalSec?: number }): Promise<Storyboard> {
  const { inputArgs, durationSec, folder, intervalSec, signal } = source
  const plan = planStoryboard(durationSec, intervalSec)
  const { width, height } = tile
  await mkdir(folder, { recursive: true })
  const filter = [
    `fps=fps=1/${plan.intervalSec}:start_time=0:eof_action=pass`,
    'tpad=stop_mode=clone:stop=-1',
    `trim=end_frame=${plan.tiles}`,
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:-1:-1`,
    `tile=${plan.columns}x${plan.rows}`,
  ].join(',')
  const outputs = ['-map', '0:v:0', '-vf', filter, '-q:v', '5', '-start_number', '0', 'sheet-%03d.jpg']
  const args = [...inputArgs(['-skip_frame', 'nokey', '-discard:v', 'nokey']), ...outputs]
  await runFfmpeg({ args, cwd: folder, timeoutSec: 120 + durationSec, signal })
  return plan
}

/** Chooses a good frame by the thumbnails, and crops poster, backdrop and still from it. */
export async function extractPictures(
  source: Source & { sheets: string; storyboard: Storyboard; workDir: string },
): Promise<ExtractedPictures> {
  const { inputArgs, durationSec, sheets, storyboard, workDir, signal } = source
  const best = await findBestTile(sheets, storyboard)
  const frame = join(workDir, 'frame.png')
  const seekSec = Math.max(0, Math.min(best * storyboard.intervalSec, durationSec - 1))
  const outputs = ['-map', '0:v:0', '-vf', 'thumbnail=12', '-frames:v', '1', '-update', '1', `file:${frame}`]
  const extractFrame = (options: readonly string[]) =>
    runFfmpeg({ args: [...inputArgs(options), ...outputs], timeoutSec: 120, signal })
  await extractFrame(['-ss', seekSec.toFixed(3)])
  // A seek to zero fails for chunks that begin slightly before or after it, and audio may continue after the last
  // picture: ffmpeg then exits without a frame.
  if (!existsSync(frame)) await extractFrame([])
  try {
    return await cropPictures(frame)
  } finally {
    await rm(frame, { force: true })
  }
}

async function findBestTile(folder: string, { tiles }: Storyboard): Promise<number> {
  const { from, to } = candidateTiles(tiles)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).toSorted()
  const sheets = await Promise.all(
    names.map((name) => sharp(join(folder, name)).greyscale().raw().toBuffer({ resolveWithObject: true })),
  )
  const brightness: Brightness[] = []
  for (let index = from; index < Math.min(to, tiles); index++) {
    const { sheet, left, top } = tilePosition(index)
    const picture = sheets[sheet]
    if (picture) brightness.push(brightnessOf(picture.data, picture.info, { left, top, ...tile }))
  }
  return from + bestTile(brightness)
}

async function cropPictures(frame: string): Promise<ExtractedPictures> {
  const { width, height } = await sharp(frame).metadata()
  const crop = (shape: keyof typeof shapes) =>
    sharp(frame)
      .resize({ ...cropSize({ width, height }, shapes[shape]), fit: 'cover', position: sharp.strategy.attention })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
  const [poster, backdrop, still] = await Promise.all([crop('poster'), crop('backdrop'), crop('still')])
  const { channels } = await sharp(backdrop.data).stats()
  // sharp reports the point of attention relative to the scaled picture before cropping.
  const scaledWidth = width * Math.max(poster.info.width / width, poster.info.height / height)
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean)
  return {
    poster: poster.data,
    backdrop: backdrop.data,
    still: still.data,
    thumb: await thumbHashOf(poster.data),
    focus: Math.round(((poster.info.attentionX ?? scaledWidth / 2) / scaledWidth) * 1000) / 1000,
    ink: inkOf([red, green, blue]),
  }
}
