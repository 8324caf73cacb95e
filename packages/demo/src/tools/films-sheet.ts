import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { drawArtwork } from '@yunmu/artwork'
import sharp from 'sharp'
import { shotSec } from '../films/film-script.ts'
import { filmScripts } from '../films/film-scripts.ts'
import { filmFile, renderFilm } from '../films/render-film.ts'
import { programme } from '../programme/programme.ts'

/** `npm run films-sheet` draws twenty titles of all kinds, each with its poster and a frame of its film. */

const target = join(import.meta.dirname, '../../../../docs/screens/films.webp')
const slugs = [
  'letters-from-fog-harbour',
  'blade-of-the-blue-cliff',
  'zheliu-lane',
  'songjiang-cold-case',
  'lights-of-the-city',
  'stranger-on-the-waste',
  'pier-seven',
  'beyond-orbit',
  'red-umbrella',
  'a-room-in-the-rain',
  'minus-thirty',
  'the-song-arrives',
  'one-table',
  'kite-and-summer',
  'the-whale-who-forgot',
  'under-the-deep-blue',
  'camel-bell-road',
  'mountain-without-calendar',
  'the-cook-of-cold-palace',
  'added-time',
]
const columns = 4
const gap = 12
const poster = { width: 120, height: 180 }
const still = { width: 320, height: 180 }
const cell = { width: poster.width + 4 + still.width + gap, height: poster.height + gap }

const folder = await mkdtemp(join(tmpdir(), 'films-sheet-'))

async function posterOf({ name, latin, art }: (typeof programme)[number]): Promise<Buffer> {
  const { svg } = drawArtwork({ seed: name, shape: 'poster', kind: art.kind, palette: art.palette, title: name, latin })
  return sharp(Buffer.from(svg)).resize(poster).png().toBuffer()
}

/** A frame of one shot of the film; with the index of the title another shot. */
async function stillOf(slug: string, at: number): Promise<Buffer> {
  const script = filmScripts.find(({ name }) => name === slug)
  if (!script) throw new Error(`there is no film ${slug}`)
  const own = join(folder, slug)
  await mkdir(own)
  await renderFilm({ ...script, height: 360, shots: script.shots.slice(at % 4, (at % 4) + 1) }, own)
  const frame = join(own, 'frame.png')
  const seek = ['-v', 'error', '-ss', String(shotSec / 2), '-i', filmFile(own), '-frames:v', '1', frame]
  await promisify(execFile)(process.env.FFMPEG_PATH || 'ffmpeg', seek)
  return sharp(frame).resize(still).png().toBuffer()
}

try {
  const pictures: { input: Buffer; left: number; top: number }[] = []
  for (const [at, slug] of slugs.entries()) {
    const title = programme.find((each) => each.slug === slug)
    if (!title) throw new Error(`there is no title ${slug}`)
    const left = gap + (at % columns) * cell.width
    const top = gap + Math.floor(at / columns) * cell.height
    pictures.push({ input: await posterOf(title), left, top })
    pictures.push({ input: await stillOf(slug, at), left: left + poster.width + 4, top })
  }
  const height = gap + Math.ceil(slugs.length / columns) * cell.height
  const sheet = { width: gap + columns * cell.width, height, channels: 3 as const, background: '#0b0c10' }
  await sharp({ create: sheet }).composite(pictures).webp({ quality: 82 }).toFile(target)
} finally {
  await rm(folder, { recursive: true, force: true })
}
