import { drawLayers, type Kind } from '@yunmu/artwork'
import sharp from 'sharp'
import { framesPerSec, shotSec, type FilmScript, type Shot } from '../film-script.ts'

/** A picture that moves over the frame, as RGBA frames that are repeated. */
export interface MovingLayer {
  width: number
  height: number
  /** One period of the movement's fractions; see `fractionsOf`. */
  frames: Uint8Array[]
  /** Top left corner in frame n, as an ffmpeg expression in `n`. */
  x: string
  y: string
}

/** Kinds whose planes may slide over each other. The parts of the others are drawn in one perspective. */
const parallaxKinds: ReadonlySet<Kind> = new Set<Kind>([
  'ridges',
  'city',
  'sea',
  'eclipse',
  'dunes',
  'pines',
  'eaves',
  'planet',
  'summer',
  'train',
  'duel',
  'bamboo',
  'terraces',
  'crowd',
  'cranes',
])

export const hasParallax = ({ kind }: Pick<Shot, 'kind'>): boolean => parallaxKinds.has(kind)

/**
 * Chroma has half the resolution of luma, so ffmpeg places pictures at even positions only. The remaining fraction is
 * part of the picture: a layer has one frame for each fraction, and these frames are repeated.
 */
const placeStep = 2

const artSize = { width: 1600, height: 900 }
const closeness = { wide: 1, close: 1.28 }
const highSubjects: ReadonlySet<Kind> = new Set<Kind>(['planet', 'eclipse'])
const lowSubjects: ReadonlySet<Kind> = new Set<Kind>(['pines', 'ridges', 'eaves', 'city', 'corridor', 'shaft', 'stage'])

/** The share of what does not fit into the frame that lies above it. In close shots the subject decides. */
function shareAbove({ kind, framing }: Pick<Shot, 'kind' | 'framing'>): number {
  if (framing === 'wide') return 0.5
  if (highSubjects.has(kind)) return 0.3
  return lowSubjects.has(kind) ? 0.86 : 0.62
}

const framesPerShot = framesPerSec * shotSec

/** Speed of a layer in pixels of a 720 line frame per frame of film. The sky is too far away to move. */
function speedOf(depth: number): number {
  if (depth <= 0.05) return 0
  if (depth < 0.5) return 0.5
  return depth < 0.9 ? 1 : 2
}

const flatDepth = 0.6

/** The fractions of a movement at this speed until it begins again, in pixels. */
export function fractionsOf(speed: number): number[] {
  const fractions = [0]
  for (let at = 1; (at * speed) % placeStep !== 0; at++) fractions.push((at * speed) % placeStep)
  return fractions
}

/** Draws the layers of a shot for a frame of `height` lines, back to front. */
export async function shotLayers(shot: Shot, height: FilmScript['height']): Promise<MovingLayer[]> {
  const unit = height / 720
  const frameWidth = (height * 16) / 9
  const { layers, focus } = drawLayers({ ...shot, shape: 'backdrop' })
  const groups = hasParallax(shot)
    ? layers.map(({ svg, depth }) => ({ svgs: [svg], speed: speedOf(depth) * unit }))
    : [{ svgs: layers.map(({ svg }) => svg), speed: shot.move === 'in' ? 0 : speedOf(flatDepth) * unit }]
  const roomPx = Math.max(...groups.map(({ speed }) => speed)) * framesPerShot + 2 * placeStep
  const scale = Math.max((frameWidth + roomPx) / artSize.width, height / artSize.height) * closeness[shot.framing]
  const room = artSize.width * scale - frameWidth
  const hidden = Math.max(0, artSize.height * scale - height)
  const top = Math.round(hidden * shareAbove(shot))
  // The subject of a close shot is near the middle of the frame.
  const centre = shot.framing === 'close' ? focus * artSize.width * scale - frameWidth * 0.55 : room / 2
  const direction = shot.move === 'left' ? -1 : 1
  return Promise.all(
    groups.map(async ({ svgs, speed }): Promise<MovingLayer> => {
      const travel = speed * framesPerShot
      const start = Math.min(room - travel - placeStep, Math.max(placeStep, centre - travel / 2))
      const from = Math.floor((direction === 1 ? start : start + travel) / placeStep) * placeStep
      const picture = await rasterise(svgs, scale)
      const { y, data, rows } = visibleRows(picture, top, height)
      return {
        width: picture.width,
        height: rows,
        frames: fractionsOf(speed).map((part) => shiftedLeft(data, picture.width, rows, part * direction)),
        x: `${-from}-(${direction * placeStep})*floor(n*${speed}/${placeStep}+0.001)`,
        y: String(y),
      }
    }),
  )
}

interface Picture {
  /** RGBA, not premultiplied. */
  data: Uint8Array
  width: number
  height: number
}

/** Draws pictures over each other. */
export async function rasterise(svgs: readonly string[], scale: number): Promise<Picture> {
  // SVG pixels are drawn one to one at 72 per inch.
  const density = 72 * scale
  const [back, ...front] = svgs.map((svg) => ({ input: Buffer.from(svg), density }))
  const { data, info } = await sharp(back?.input, { density })
    .ensureAlpha()
    .composite(front)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The rows that the frame shows and that are not empty: blending empty rows costs as much as others. */
function visibleRows({ data, width, height }: Picture, top: number, frameHeight: number) {
  const bytes = width * 4
  const isEmpty = (row: number): boolean => {
    for (let at = row * bytes + 3; at < (row + 1) * bytes; at += 4) if (data[at] !== 0) return false
    return true
  }
  const end = Math.min(height, top + frameHeight)
  let [first, last] = [top, end - 1]
  while (first < last && isEmpty(first)) first++
  while (last > first && isEmpty(last)) last--
  // Even, because chroma has half the rows.
  const y = (first - top) & ~1
  const rows = Math.min(end - top - y, last - top - y + 2) & ~1
  return { y, rows, data: data.subarray((top + y) * bytes, (top + y + rows) * bytes) }
}

/** Moves a picture by a fraction of pixels, with linear interpolation of premultiplied colours. */
function shiftedLeft(data: Uint8Array, width: number, height: number, by: number): Uint8Array {
  if (by === 0) return data
  const whole = Math.floor(by)
  const share = by - whole
  const shifted = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const left = (y * width + Math.min(width - 1, Math.max(0, x + whole))) * 4
      const right = (y * width + Math.min(width - 1, Math.max(0, x + whole + 1))) * 4
      const [one, two] = [(data[left + 3] ?? 0) * (1 - share), (data[right + 3] ?? 0) * share]
      const alpha = one + two
      if (alpha === 0) continue
      shifted[at] = ((data[left] ?? 0) * one + (data[right] ?? 0) * two) / alpha + 0.5
      shifted[at + 1] = ((data[left + 1] ?? 0) * one + (data[right + 1] ?? 0) * two) / alpha + 0.5
      shifted[at + 2] = ((data[left + 2] ?? 0) * one + (data[right + 2] ?? 0) * two) / alpha + 0.5
      shifted[at + 3] = alpha + 0.5
    }
  }
  return shifted
}
