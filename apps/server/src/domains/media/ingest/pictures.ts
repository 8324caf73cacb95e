import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Storyboard } from '../media-tables.ts'
import { thumbOf } from '../pictures/rasterise.ts'
import { runFfmpeg } from './ffmpeg-run.ts'
import {
  candidateTiles,
  clearest,
  cropSize,
  inkOf,
  lightOf,
  planStoryboard,
  tile,
  tilePlace,
  type Light,
} from './frame-rules.ts'

/** How ffmpeg opens what pictures are taken from; options stand before the input. */
export type OpenForPictures = (options: readonly string[]) => string[]

/** Pictures that were cut from a video. */
export interface Pictures {
  poster: Buffer
  backdrop: Buffer
  still: Buffer
  /** thumbhash of the poster, base64. */
  thumb: string
  /** Share of the width at which the subject of the backdrop stands. */
  focus: number
  /** `#rrggbb` for scrims over the backdrop. */
  ink: string
}

const shapes = {
  poster: { width: 600, height: 900 },
  backdrop: { width: 1600, height: 900 },
  still: { width: 640, height: 360 },
}

interface Source {
  open: OpenForPictures
  durationSec: number
  signal?: AbortSignal | undefined
}

/** Draws the thumbnails of the seek bar into `<folder>/sheet-000.jpg` and so on, from key frames alone. */
export async function writeStoryboard(source: Source & { folder: string }): Promise<Storyboard> {
  const { open, durationSec, folder, signal } = source
  const plan = planStoryboard(durationSec)
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
  const args = [...open(['-skip_frame', 'nokey', '-discard:v', 'nokey']), ...outputs]
  await runFfmpeg({ args, cwd: folder, limitSec: 120 + durationSec, signal })
  return plan
}

/** Finds a good frame with the help of the thumbnails, and cuts poster, backdrop and still out of it. */
export async function cutPictures(
  source: Source & { sheets: string; storyboard: Storyboard; workDir: string },
): Promise<Pictures> {
  const { open, durationSec, sheets, storyboard, workDir, signal } = source
  const best = await clearestTile(sheets, storyboard)
  const frame = join(workDir, 'frame.png')
  const seekSec = Math.max(0, Math.min(best * storyboard.intervalSec, durationSec - 1))
  const outputs = ['-map', '0:v:0', '-vf', 'thumbnail=12', '-frames:v', '1', '-update', '1', `file:${frame}`]
  const cutFrom = (options: readonly string[]) =>
    runFfmpeg({ args: [...open(options), ...outputs], limitSec: 120, signal })
  await cutFrom(['-ss', seekSec.toFixed(3)])
  // Chunks that begin a little before or after zero cannot be sought to it, and sound may go on after the last picture:
  // ffmpeg then ends without one.
  if (!existsSync(frame)) await cutFrom([])
  try {
    return await shapesOf(frame)
  } finally {
    await rm(frame, { force: true })
  }
}

async function clearestTile(folder: string, { tiles }: Storyboard): Promise<number> {
  const { from, to } = candidateTiles(tiles)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).toSorted()
  const sheets = await Promise.all(
    names.map((name) => sharp(join(folder, name)).greyscale().raw().toBuffer({ resolveWithObject: true })),
  )
  const lights: Light[] = []
  for (let index = from; index < Math.min(to, tiles); index++) {
    const { sheet, left, top } = tilePlace(index)
    const picture = sheets[sheet]
    if (picture) lights.push(lightOf(picture.data, picture.info, { left, top, ...tile }))
  }
  return from + clearest(lights)
}

async function shapesOf(frame: string): Promise<Pictures> {
  const { width, height } = await sharp(frame).metadata()
  const cut = (shape: keyof typeof shapes) =>
    sharp(frame)
      .resize({ ...cropSize({ width, height }, shapes[shape]), fit: 'cover', position: sharp.strategy.attention })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
  const [poster, backdrop, still] = await Promise.all([cut('poster'), cut('backdrop'), cut('still')])
  const { channels } = await sharp(backdrop.data).stats()
  // sharp counts the point of attention in the picture that it has scaled and not yet cut.
  const scaledWidth = width * Math.max(poster.info.width / width, poster.info.height / height)
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean)
  return {
    poster: poster.data,
    backdrop: backdrop.data,
    still: still.data,
    thumb: await thumbOf(poster.data),
    focus: Math.round(((poster.info.attentionX ?? scaledWidth / 2) / scaledWidth) * 1000) / 1000,
    ink: inkOf([red, green, blue]),
  }
}
