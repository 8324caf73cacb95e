import { fine, px } from './paint.ts'
import { noiseOf } from './random.ts'
import type { SeededRandom } from './random.ts'
import type { Frame } from './scene.ts'

/** A band over the whole width. */
export function band(frame: Frame, fill: string, y = 0, height = frame.height): string {
  return `<rect y="${px(y)}" width="${frame.width}" height="${px(height)}" fill="${fill}"/>`
}

/** Colours from the top to `height`, evenly spaced; the last one continues below. */
export function sky(frame: Frame, colours: readonly string[], height = frame.height): string {
  const last = Math.max(1, colours.length - 1)
  const share = height / frame.height
  return band(frame, frame.paint.linear(colours.map((colour, index) => [(index / last) * share, colour])))
}

/** Radial light that fades out from a point. */
export function glow(
  frame: Frame,
  x: number,
  y: number,
  radius: number,
  colour: string,
  opacity = 1,
  radiusY = radius,
) {
  const fill = frame.paint.radial([
    [0, colour, opacity],
    [0.35, colour, opacity * 0.5],
    [0.7, colour, opacity * 0.14],
    [1, colour, 0],
  ])
  return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(radius)}" ry="${px(radiusY)}" fill="${fill}"/>`
}

export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  const faded = opacity === 1 ? '' : ` opacity="${fine(opacity)}"`
  return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius)}" fill="${fill}"${faded}/>`
}

/** Translucent light between two planes. */
export function veil(frame: Frame, y: number, height: number, colour: string, opacity: number): string {
  const fill = frame.paint.linear([
    [0, colour, 0],
    [0.55, colour, opacity],
    [1, colour, 0],
  ])
  return band(frame, fill, y, height)
}

/** Haze that gets denser downwards. */
export function haze(frame: Frame, y: number, height: number, colour: string, opacity: number): string {
  return band(
    frame,
    frame.paint.linear([
      [0, colour, 0],
      [1, colour, opacity],
    ]),
    y,
    height,
  )
}

export interface RidgeLine {
  /** Middle of the line. */
  y: number
  amplitude: number
  /** Waves per 900 px. */
  waves: number
  fill: string
  octaves?: number
  /** Sharp crests instead of waves. */
  sharp?: boolean
  opacity?: number
  /** A single peak above the line. */
  peak?: { x: number; height: number; width: number }
}

/** A line of hills, filled down to the bottom edge. */
export function ridge(frame: Frame, line: RidgeLine): string {
  const noise = noiseOf(frame.random)
  const step = 5
  let path = `M0,${frame.height}`
  for (let x = 0; x <= frame.width; x += step) {
    const value = noise((x / 900) * line.waves + 3, line.octaves ?? 5)
    const height = line.sharp === true ? 1 - Math.abs(value * 2 - 1) : value
    const { peak } = line
    const lift = peak === undefined ? 0 : Math.exp(-(((x - peak.x) / peak.width) ** 2)) * peak.height
    path += `L${x},${px(line.y - (height - 0.5) * 2 * line.amplitude - lift)}`
  }
  const faded = line.opacity === undefined ? '' : ` opacity="${fine(line.opacity)}"`
  return `<path d="${path}L${frame.width},${frame.height}Z" fill="${line.fill}"${faded}/>`
}

/** Dots in a few groups of equal opacity: cheaper to render than an opacity per dot. */
function dots(count: number, colour: string, opacities: readonly number[], place: () => [number, number, number]) {
  return opacities
    .map((opacity) => {
      const share = Math.ceil(count / opacities.length)
      let path = ''
      for (let index = 0; index < share; index += 1) {
        const [x, y, radius] = place()
        const size = fine(radius)
        path += `M${px(x - radius)},${px(y)}a${size},${size} 0 1 0 ${fine(radius * 2)},0a${size},${size} 0 1 0 ${fine(-radius * 2)},0`
      }
      return `<path d="${path}" fill="${colour}" opacity="${opacity}"/>`
    })
    .join('')
}

export function stars(frame: Frame, count: number, lowest: number, colour: string): string {
  const { random, width } = frame
  return dots(count, colour, [0.3, 0.55, 0.85], () => [
    random.range(0, width),
    random.next() ** 1.4 * lowest,
    0.5 + random.next() ** 3 * 1.6,
  ])
}

/** Dust, snow or plankton inside a box: centre, half width, top, bottom, largest radius. */
export function motes(
  frame: Frame,
  count: number,
  colour: string,
  area: { x: number; reach: number; top: number; bottom: number; radius: number; opacity?: number },
): string {
  const { random } = frame
  const strength = area.opacity ?? 0.5
  return dots(count, colour, [fineNumber(strength * 0.4), fineNumber(strength * 0.75), strength], () => [
    area.x + random.range(-1, 1) * area.reach,
    random.range(area.top, area.bottom),
    0.6 + random.next() ** 3 * area.radius,
  ])
}

function fineNumber(value: number): number {
  return Math.round(value * 100) / 100
}

export function birds(frame: Frame, x: number, y: number, count: number, size: number, colour: string): string {
  const { random } = frame
  let svg = ''
  for (let index = 0; index < count; index += 1) {
    const wing = size * random.range(0.5, 1.2)
    const left = x + random.range(-7, 7) * size - wing
    const top = y + random.range(-3, 3) * size
    svg +=
      `<path d="M${px(left)},${px(top)}q${px(wing * 0.6)},${px(-wing * 0.28)} ${px(wing)},${px(wing * 0.3)}` +
      `q${px(wing * 0.45)},${px(-wing * 0.6)} ${px(wing)},${px(-wing * 0.25)}" stroke-width="${fine(wing * 0.16)}"/>`
  }
  return `<g fill="none" stroke="${colour}" stroke-linecap="round">${svg}</g>`
}

/** Outline of a pine with its base at x, y. */
export function pinePath(random: SeededRandom, x: number, y: number, height: number): string {
  const tiers = 7
  let path = ''
  for (let tier = 0; tier < tiers; tier += 1) {
    const share = tier / tiers
    const reach = height * (0.05 + 0.17 * (1 - share))
    const foot = y - height * share * 0.94 - height * 0.05
    const droop = random.range(-0.015, 0.015) * height
    path += `M${px(x - reach)},${px(foot)}L${px(x + random.range(-1.5, 1.5))},${px(foot - height * 0.3)}L${px(x + reach)},${px(foot + droop)}Z`
  }
  const trunk = height * 0.012
  return `${path}M${px(x - trunk)},${px(y)}h${px(trunk * 2)}v${px(-height * 0.3)}h${px(-trunk * 2)}Z`
}

/** A curved tiled roof with its eaves at y. */
export function roof(x: number, y: number, width: number, height: number, fill: string): string {
  const at = (dx: number, dy: number): string => `${px(x + dx * width)},${px(y + dy * height)}`
  const half = `C${at(-0.46, 0.02)} ${at(-0.42, -0.02)} ${at(-0.37, -0.16)}C${at(-0.24, -0.42)} ${at(-0.17, -0.7)} ${at(-0.16, -1)}`
  const ridgeLine = `L${at(-0.185, -1.13)}Q${at(-0.15, -1.05)} ${at(0, -1.05)}Q${at(0.15, -1.05)} ${at(0.185, -1.13)}L${at(0.16, -1)}`
  const other = `C${at(0.17, -0.7)} ${at(0.24, -0.42)} ${at(0.37, -0.16)}C${at(0.42, -0.02)} ${at(0.46, 0.02)} ${at(0.5, 0)}`
  return `<path d="M${at(-0.5, 0)}${half}${ridgeLine}${other}L${at(0.38, 0.05)}H${px(x - 0.38 * width)}Z" fill="${fill}"/>`
}
