import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../../../testing/at-file-end.ts'
import { tools } from '../../../../testing/make-media.ts'
import { extractPictures, writeStoryboard } from './extract-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'yunmu-pictures-'))
atFileEnd(async () => rmSync(folder, { recursive: true, force: true }))

test('[M02] a film whose audio is longer than its video has pictures', async () => {
  const film = join(folder, 'film.mp4')
  await promisify(execFile)(tools.ffmpeg, [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=320x180:rate=10:duration=1',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:duration=30',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    film,
  ])
  const source = { inputArgs: (options: readonly string[]) => [...options, '-i', `file:${film}`], durationSec: 30 }
  const sheets = join(folder, 'sheets')
  const storyboard = await writeStoryboard({ ...source, folder: sheets })
  const { poster } = await extractPictures({ ...source, sheets, storyboard, workDir: folder })
  expect(await sharp(poster).metadata()).toMatchObject({ width: 120, height: 180, format: 'webp' })
})
