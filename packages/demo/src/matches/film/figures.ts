import sharp from 'sharp'
import { blend, type Bitmap } from './bitmap.ts'

/** Players as small pictures, in the colours of their kits. */

export interface Kit {
  shirt: string
  shorts: string
}

/** Poses: standing, four phases of running, cheering. */
export const runPhases = 4
type Pose = 'stand' | 'cheer' | 0 | 1 | 2 | 3

/** Angles of thighs and shins from straight down, left and right leg, in degrees, and of the arms. */
const poses: Readonly<
  Record<Pose, { legs: readonly [number, number, number, number]; arms: readonly [number, number] }>
> = {
  stand: { legs: [-7, -4, 7, 4], arms: [-14, 14] },
  cheer: { legs: [-12, -6, 12, 6], arms: [-152, 152] },
  0: { legs: [38, 4, -30, -62], arms: [-48, 44] },
  1: { legs: [14, -10, 2, -74], arms: [-16, 18] },
  2: { legs: [-30, -62, 38, 4], arms: [44, -48] },
  3: { legs: [2, -74, 14, -10], arms: [18, -16] },
}

const skins = ['#e8b98f', '#c98f63', '#f0c8a4', '#8a5a3a'] as const
const hairs = ['#1d1714', '#2b211b', '#4a3524', '#15110f'] as const

/** A figure 100 units high with its feet at 50,112 of a square of 100 × 124, facing right. */
function figureSvg({ shirt, shorts }: Kit, pose: Pose, look: number): string {
  const { legs, arms } = poses[pose]
  const skin = skins[look % skins.length] ?? skins[0]
  const hair = hairs[look % hairs.length] ?? hairs[0]
  const lean = typeof pose === 'number' ? 7 : 0
  const end = (x: number, y: number, length: number, degrees: number): [number, number] => {
    const angle = (degrees * Math.PI) / 180
    return [x + length * Math.sin(angle), y + length * Math.cos(angle)]
  }
  const leg = (hip: number, thigh: number, shin: number): string => {
    const knee = end(hip, 66, 23, thigh)
    const foot = end(knee[0], knee[1], 22, shin)
    const mid = end(hip, 66, 13, thigh)
    return (
      `<path d="M${knee[0]},${knee[1]}L${foot[0]},${foot[1]}" stroke="${shirt}" stroke-width="7.5"/>` +
      `<path d="M${foot[0]},${foot[1]}l6,1" stroke="#14161c" stroke-width="6.5"/>` +
      `<path d="M${hip},66L${knee[0]},${knee[1]}" stroke="${skin}" stroke-width="8.5"/>` +
      `<path d="M${hip},64L${mid[0]},${mid[1]}" stroke="${shorts}" stroke-width="12"/>`
    )
  }
  const arm = (x: number, degrees: number): string => {
    const elbow = end(x, 35, 15, degrees)
    const hand = end(elbow[0], elbow[1], 13, degrees * 0.7 + (typeof pose === 'number' ? 40 : 0))
    return (
      `<path d="M${elbow[0]},${elbow[1]}L${hand[0]},${hand[1]}" stroke="${skin}" stroke-width="5.5"/>` +
      `<path d="M${x},35L${elbow[0]},${elbow[1]}" stroke="${shirt}" stroke-width="7.5"/>`
    )
  }
  return (
    `<ellipse cx="56" cy="112" rx="24" ry="5.5" fill="#03120a" opacity=".42"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${leg(47, legs[0], legs[1])}` +
    `<g transform="rotate(${lean},50,66)">${arm(42, arms[0])}</g>${leg(53, legs[2], legs[3])}</g>` +
    `<g transform="rotate(${lean},50,66)"><path d="M39,32Q50,27 61,32L59,66H41Z" fill="${shirt}"/><path d="M52,29Q58,30 61,32L59,66H54Z" fill="#000000" opacity=".14"/>` +
    `<circle cx="51" cy="19" r="9.2" fill="${skin}"/><path d="M41.5,19Q41,8.5 51,8.6Q60.5,9 60.5,17Q55,13 47,15Q46,21 43.5,24Z" fill="${hair}"/>` +
    `<g fill="none" stroke-linecap="round">${arm(58, arms[1])}</g></g>`
  )
}

/** Heights of figures in pixels; a figure has the nearest one. */
const minHeight = 34
const maxHeight = 90
const heightStep = 4
const looks = 3

export interface Figures {
  /** Draws a figure with its feet at a point. @param look which of several faces */
  draw(target: Bitmap, figure: { pose: Pose; facing: 1 | -1; look: number; x: number; y: number; height: number }): void
}

export type { Pose }

const poseNames = ['stand', 'cheer', 0, 1, 2, 3] as const satisfies readonly Pose[]

/** Draws all figures of a kit at once. */
export async function drawFigures(kit: Kit): Promise<Figures> {
  const sprites = new Map<string, Bitmap>()
  for (let height = minHeight; height <= maxHeight; height += heightStep) {
    const [cellWidth, cellHeight] = [Math.ceil(height * 1.1), Math.ceil(height * 1.24)]
    const cells = poseNames.flatMap((pose, column) =>
      Array.from({ length: looks * 2 }, (_, row) => {
        const isLeft = row % 2 === 1
        const mirror = isLeft ? ` scale(-1,1) translate(-100,0)` : ''
        const place = `translate(${column * cellWidth + (cellWidth - height) / 2},${row * cellHeight}) scale(${height / 100})`
        return `<g transform="${place}${mirror}">${figureSvg(kit, pose, row >> 1)}</g>`
      }),
    )
    const [width, sheetHeight] = [cellWidth * poseNames.length, cellHeight * looks * 2]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${sheetHeight}">${cells.join('')}</svg>`
    const sheet = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
    for (const [column, pose] of poseNames.entries()) {
      for (let row = 0; row < looks * 2; row++) {
        const pixels = new Uint8Array(cellWidth * cellHeight * 4)
        for (let y = 0; y < cellHeight; y++) {
          const from = ((row * cellHeight + y) * width + column * cellWidth) * 4
          pixels.set(sheet.subarray(from, from + cellWidth * 4), y * cellWidth * 4)
        }
        sprites.set(`${pose} ${row % 2 === 1 ? -1 : 1} ${row >> 1} ${height}`, {
          width: cellWidth,
          height: cellHeight,
          pixels,
        })
      }
    }
  }
  return {
    draw(target, { pose, facing, look, x, y, height }) {
      const steps = Math.round((Math.min(maxHeight, Math.max(minHeight, height)) - minHeight) / heightStep)
      const sprite = sprites.get(`${pose} ${facing} ${look % looks} ${minHeight + steps * heightStep}`)
      if (!sprite) return
      const left = Math.round(x - sprite.width / 2)
      blend(target, sprite, left, Math.round(y - sprite.height * (112 / 124)))
    },
  }
}

/** A ball with a light and a dark side. */
export async function drawBall(radius: number): Promise<Bitmap> {
  const size = Math.ceil(radius * 2) + 2
  const middle = size / 2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${middle}" cy="${middle}" r="${radius}" fill="#ffffff" stroke="#1b2a22" stroke-width=".9"/><circle cx="${middle + radius * 0.25}" cy="${middle + radius * 0.3}" r="${radius * 0.4}" fill="#2b3340" opacity=".55"/></svg>`
  return { width: size, height: size, pixels: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer() }
}

/** The shadow of a ball in the air. */
export async function drawShadow(radius: number): Promise<Bitmap> {
  const [width, height] = [Math.ceil(radius * 2.4), Math.ceil(radius * 1.2)]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 2}" ry="${height / 2}" fill="#03120a" opacity=".5"/></svg>`
  return { width, height, pixels: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer() }
}
