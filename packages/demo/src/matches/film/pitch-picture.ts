import { sansFamily } from '@yunmu/artwork'
import sharp from 'sharp'
import type { DemoMatch } from '../demo-competition.ts'
import { seededRandom } from '../../seeded-random.ts'
import { boards, frame, maxPan, panorama, rowOf, scaleOf, shiftOf } from './camera.ts'
import { pitch } from './ball-path.ts'
import type { Bitmap } from './bitmap.ts'

/** The stadium seen by a camera in the middle, wide enough for all places of the camera. */

const middle = panorama / 2

const column = (x: number, y: number): number => middle + x * scaleOf(y)
const point = (x: number, y: number): string => `${column(x, y).toFixed(1)},${rowOf(y).toFixed(1)}`
const polygon = (corners: readonly (readonly [number, number])[], fill: string): string =>
  `<path d="M${corners.map(([x, y]) => point(x, y)).join('L')}Z" fill="${fill}"/>`

/** A marking: a line of constant width on the ground, as a polygon for straight ones. */
function marking(corners: readonly (readonly [number, number])[]): string {
  const d = `M${corners.map(([x, y]) => point(x, y)).join('L')}`
  return `<path d="${d}" fill="none" stroke="#eef6ee" stroke-opacity=".82" stroke-width="2.2"/>`
}

function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const steps = 40
  return marking(
    Array.from({ length: steps + 1 }, (_, at) => {
      const angle = from + ((to - from) * at) / steps
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
    }),
  )
}

function grass(): string {
  const bands: string[] = []
  const width = 5.25
  for (let band = -15; band < 15; band++) {
    const [left, right] = [band * width, (band + 1) * width]
    const corners = [
      [left, -40],
      [left, 38.2],
      [right, 38.2],
      [right, -40],
    ] as const
    bands.push(polygon(corners, band % 2 === 0 ? '#2c7a49' : '#256b3f'))
  }
  return bands.join('')
}

function markings(): string {
  const boxes = ([side]: readonly [1 | -1]): string => {
    const rectangle = (deep: number, half: number): string =>
      marking([
        [side * 52.5, half],
        [side * (52.5 - deep), half],
        [side * (52.5 - deep), -half],
        [side * 52.5, -half],
      ])
    const angle = Math.acos(5.5 / 9.15)
    const start = side === 1 ? Math.PI - angle : -angle
    return (
      rectangle(16.5, 20.16) +
      rectangle(5.5, 9.16) +
      arc(side * 41.5, 0, 9.15, start, start + 2 * angle) +
      arc(side * 41.5, 0, 0.25, 0, 7)
    )
  }
  const edge = [
    [-52.5, -34],
    [-52.5, 34],
    [52.5, 34],
    [52.5, -34],
    [-52.5, -34],
  ] as const
  return (
    marking(edge) +
    marking([
      [0, -34],
      [0, 34],
    ]) +
    arc(0, 0, 9.15, 0, Math.PI * 2) +
    arc(0, 0, 0.3, 0, 7) +
    boxes([1]) +
    boxes([-1])
  )
}

/** Spectators in rows, some in the colours of the home side. */
function crowd(match: DemoMatch, variant: number): string {
  const places = seededRandom(`crowd ${match.id}`)
  const moods = seededRandom(`crowd ${match.id} ${variant}`)
  const colours = [
    match.home.colour,
    match.home.colour,
    match.home.colour2,
    '#c9ced8',
    '#7d8796',
    '#3c4658',
    match.away.colour,
    '#aeb6c4',
  ]
  const rows: string[] = []
  for (let row = 0; row < 17; row++) {
    const y = 8 + row * 8.6
    const size = 1.9 + row * 0.07
    const dots = new Map<string, string>()
    for (let x = (row % 2) * 5; x < panorama; x += 9.4) {
      const colour = colours[Math.floor(places.next() * colours.length)] ?? '#888888'
      const isEmpty = places.next() < 0.12
      const dx = places.next() * 4
      const dy = moods.next() * 2.2
      if (isEmpty) continue
      const px = (x + dx).toFixed(1)
      const d = `M${px},${(y - dy).toFixed(1)}h${(size * 1.7).toFixed(1)}v${(size * 1.9).toFixed(1)}h-${(size * 1.7).toFixed(1)}z`
      dots.set(colour, (dots.get(colour) ?? '') + d)
      dots.set(
        '#d9b79a',
        `${dots.get('#d9b79a') ?? ''}M${px},${(y - dy - 2.4).toFixed(1)}h${(size * 1.2).toFixed(1)}v2.4h-${(size * 1.2).toFixed(1)}z`,
      )
    }
    const light = (0.34 + (row / 17) * 0.4).toFixed(2)
    rows.push(`<g opacity="${light}">${[...dots].map(([fill, d]) => `<path d="${d}" fill="${fill}"/>`).join('')}</g>`)
  }
  const aisles = Array.from({ length: 20 }, (_, at) => {
    const x = 60 + at * 170
    return `<path d="M${x},0h9l3,${boards.top}h-15z" fill="#0c1626" opacity=".8"/>`
  }).join('')
  return rows.join('') + aisles
}

/** Boards along the touchline. Every name begins at a place that the camera reaches. */
function advertising({ home, away, competition }: DemoMatch): string {
  const panels = [
    ['云幕体育', '#12305c'],
    [home.name, home.colour],
    [competition.name, '#0d4a48'],
    [away.name, away.colour],
    ['听潮茶业', '#5b1f2a'],
    ['远山矿泉', '#17405f'],
  ] as const
  const width = 190
  const height = boards.bottom - boards.top
  const count = Math.ceil(panorama / width)
  return Array.from({ length: count }, (_, at) => {
    const [text, fill] = panels[at % panels.length] ?? panels[0]
    const x = at * width
    const ink = isLight(fill) ? '#14161c' : '#f4f6fb'
    return (
      `<path d="M${x},${boards.top}h${width - 3}v${height}h-${width - 3}z" fill="${fill}"/>` +
      `<text x="${x + width / 2}" y="${boards.top + height / 2 + 7.5}" font-family="${sansFamily}" font-size="20" font-weight="700" letter-spacing="2" text-anchor="middle" fill="${ink}">${text}</text>`
    )
  }).join('')
}

/** Whether dark letters are better seen on a colour. */
export function isLight(colour: string): boolean {
  const value = Number.parseInt(colour.slice(1), 16)
  return ((value >> 16) & 255) * 0.3 + ((value >> 8) & 255) * 0.59 + (value & 255) * 0.11 > 150
}

/** The stadium. @param variant of the crowd's movement */
export async function drawStadium(match: DemoMatch, variant: number): Promise<Bitmap> {
  const light = `<radialGradient id="l" cx=".5" cy=".45" r=".6"><stop offset="0" stop-color="#ffffff" stop-opacity=".13"/><stop offset="1" stop-color="#04140c" stop-opacity=".38"/></radialGradient>`
  const sky = `<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#070c16"/><stop offset="1" stop-color="#1b2a44"/></linearGradient>`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${panorama}" height="${frame.height}"><defs>${light}${sky}<filter id="b"><feGaussianBlur stdDeviation=".7"/></filter></defs>` +
    `<path d="M0,0H${panorama}V${boards.top}H0Z" fill="url(#s)"/><g filter="url(#b)">${crowd(match, variant)}</g>` +
    `<path d="M0,${boards.bottom}H${panorama}V${frame.height}H0Z" fill="#2a7044"/>${grass()}${markings()}` +
    `<path d="M0,${boards.bottom}H${panorama}V${frame.height}H0Z" fill="url(#l)"/>` +
    `<path d="M0,${boards.bottom - 1}H${panorama}v7H0Z" fill="#04140c" opacity=".35"/>${advertising(match)}</svg>`
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  return { width: panorama, height: frame.height, pixels }
}

/** The rows of the stadium as a camera at `pan` metres sees them, into a frame. */
export function copyStadium({ pixels, width }: Bitmap, pan: number, target: Uint8Array): void {
  const start = (width - frame.width) / 2
  const rowBytes = frame.width * 3
  for (let row = 0; row < frame.height; row++) {
    const left = Math.round(start + pan * shiftOf(row))
    const from = (row * width + left) * 3
    target.set(pixels.subarray(from, from + rowBytes), row * rowBytes)
  }
}

/** Metres from the camera to the goal line, along the pitch, when the camera is at its end. */
const goalAhead = pitch.halfLength - maxPan

/**
 * One of the goals, with transparent ground, seen from the end of the camera's way. The anchor is the middle of the goal
 * line on the ground.
 */
export async function drawGoal(side: 1 | -1): Promise<Bitmap & { anchorX: number; anchorY: number }> {
  const [width, height] = [150, 160]
  const anchor = { x: side === 1 ? 60 : width - 60, y: 110 }
  const at = (x: number, y: number, z: number): [number, number] => [
    anchor.x + side * (x * scaleOf(y) + goalAhead * (scaleOf(y) - scaleOf(0))),
    anchor.y + rowOf(y) - rowOf(0) - z * scaleOf(y) * 1.35,
  ]
  const line = (from: [number, number], to: [number, number]): string =>
    `M${from.map((value) => value.toFixed(1)).join()}L${to.map((value) => value.toFixed(1)).join()}`
  const [near, far] = [-3.66, 3.66]
  let net = ''
  for (let step = 0; step <= 8; step++) {
    const y = near + ((far - near) * step) / 8
    net += line(at(0, y, 2.44), at(2.2, y, 0))
    const z = 2.44 * (1 - step / 8)
    const back = 2.2 * (step / 8)
    net += line(at(back, near, z), at(back, far, z))
    net += line(at((2.2 * step) / 8, far, 0), at((2.2 * step) / 8, far, 2.44 * (1 - step / 8)))
    net += line(at((2.2 * step) / 8, near, 0), at((2.2 * step) / 8, near, 2.44 * (1 - step / 8)))
  }
  const posts =
    line(at(0, near, 0), at(0, near, 2.44)) +
    line(at(0, near, 2.44), at(0, far, 2.44)) +
    line(at(0, far, 2.44), at(0, far, 0))
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${net}" stroke="#ffffff" stroke-opacity=".42" stroke-width="1"/>` +
    `<path d="${posts}" stroke="#ffffff" stroke-width="3.6" stroke-linecap="round" fill="none"/></svg>`
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  return { width, height, pixels, anchorX: anchor.x, anchorY: anchor.y }
}
