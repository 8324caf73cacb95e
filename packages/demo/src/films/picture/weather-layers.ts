import { palettes } from '@yunmu/artwork'
import { seededRandom, type SeededRandom } from '../../seeded-random.ts'
import type { FilmScript, Shot, Weather } from '../film-script.ts'
import { rasterise, type MovingLayer } from './shot-layers.ts'

/** One sheet of particles. Lengths are shares of the height of the frame. */
interface Sheet {
  count: number
  /** Pixels of a 720 line frame per frame of film; negative rises. */
  speed: number
  /** Amplitude of the movement to the sides, in pixels of a 720 line frame. */
  sway: number
  radius: number
  opacity: number
  shape: 'dot' | 'streak' | 'petal' | 'ring' | 'cloud'
}

/** Near particles are larger and faster than far ones. */
const sheetsOf: Readonly<Record<Weather, readonly Sheet[]>> = {
  snow: [
    { count: 240, speed: 2, sway: 10, radius: 0.0021, opacity: 0.75, shape: 'dot' },
    { count: 90, speed: 4, sway: 22, radius: 0.0046, opacity: 0.85, shape: 'dot' },
  ],
  rain: [
    { count: 260, speed: 34, sway: 0, radius: 0.0009, opacity: 0.22, shape: 'streak' },
    { count: 110, speed: 48, sway: 0, radius: 0.0015, opacity: 0.3, shape: 'streak' },
  ],
  dust: [{ count: 70, speed: -0.5, sway: 26, radius: 0.0024, opacity: 0.5, shape: 'dot' }],
  petals: [{ count: 46, speed: 3, sway: 54, radius: 0.0085, opacity: 0.85, shape: 'petal' }],
  embers: [{ count: 70, speed: -3, sway: 30, radius: 0.0026, opacity: 0.85, shape: 'dot' }],
  bubbles: [{ count: 44, speed: -3, sway: 12, radius: 0.0075, opacity: 0.5, shape: 'ring' }],
  fog: [{ count: 12, speed: 0, sway: 150, radius: 0.34, opacity: 0.2, shape: 'cloud' }],
  steam: [{ count: 12, speed: -2, sway: 26, radius: 0.13, opacity: 0.16, shape: 'cloud' }],
}

function colourOf(weather: Weather, { palette }: Pick<Shot, 'palette'>): string {
  if (weather === 'embers') return '#ffb25e'
  const { light, warm } = palettes[palette]
  if (weather === 'petals') return warm
  return weather === 'fog' || weather === 'dust' ? light : '#ffffff'
}

const fixed = (value: number): string => value.toFixed(1)

function shapeAt(sheet: Sheet, x: number, y: number, size: number, random: SeededRandom): string {
  const opacity = ` opacity="${(sheet.opacity * (0.45 + 0.55 * random.next())).toFixed(2)}"`
  if (sheet.shape === 'dot') return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${size.toFixed(2)}"${opacity}/>`
  if (sheet.shape === 'ring')
    return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(size)}" fill="none" stroke="#ffffff" stroke-width="1.6"${opacity}/>`
  if (sheet.shape === 'cloud')
    return `<ellipse cx="${fixed(x)}" cy="${fixed(y)}" rx="${fixed(size * 1.7)}" ry="${fixed(size * 0.62)}" fill="url(#c)"${opacity}/>`
  if (sheet.shape === 'streak')
    return `<path d="M${fixed(x)},${fixed(y)}l${fixed(-size * 4)},${fixed(size * 44)}" stroke="#ffffff" stroke-width="${size.toFixed(2)}"${opacity}/>`
  const turn = Math.round(random.next() * 360)
  return `<path transform="translate(${fixed(x)},${fixed(y)}) rotate(${turn})" d="M${fixed(-size)},0Q0,${fixed(-size * 0.8)} ${fixed(size)},0Q0,${fixed(size * 0.5)} ${fixed(-size)},0Z"${opacity}/>`
}

/** Draws a sheet of one frame's height. Particles that cross an edge are also drawn at the other one. */
function drawSheet(sheet: Sheet, colour: string, seed: string, width: number, height: number): string {
  const random = seededRandom(seed)
  let body = ''
  for (let at = 0; at < sheet.count; at++) {
    const x = random.next() * width
    const y = sheet.shape === 'cloud' ? height * (0.35 + 0.6 * random.next()) : random.next() * height
    const size = sheet.radius * height * (0.5 + random.next() ** 2)
    const shape = shapeAt(sheet, x, y, size, random)
    body += shape
    if (sheet.speed !== 0)
      body += `<g transform="translate(0,${-height})">${shape}</g><g transform="translate(0,${height})">${shape}</g>`
  }
  const cloud = `<defs><radialGradient id="c"><stop offset="0" stop-color="${colour}"/><stop offset=".5" stop-color="${colour}" stop-opacity=".4"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${cloud}<g fill="${colour}">${body}</g></svg>`
}

/** The particles of a shot, as sheets that are repeated above each other. */
export async function weatherLayers(shot: Shot, height: FilmScript['height']): Promise<MovingLayer[]> {
  const { weather } = shot
  if (weather === undefined) return []
  const unit = height / 720
  return Promise.all(
    sheetsOf[weather].map(async (sheet, at): Promise<MovingLayer> => {
      const sway = Math.round(sheet.sway * unit)
      const width = (height * 16) / 9 + 2 * sway
      const svg = drawSheet(sheet, colourOf(weather, shot), `${shot.seed} ${at}`, width, height)
      const { data } = await rasterise([svg], 1)
      const isLoop = sheet.speed !== 0
      const tall = isLoop ? Buffer.concat([data, data]) : data
      const offset = `mod(n*${Math.abs(sheet.speed) * unit},${height})`
      return {
        width,
        height: isLoop ? 2 * height : height,
        frames: [tall],
        x: `${-sway}+${sway}*sin(n*${(0.055 + at * 0.02).toFixed(3)})`,
        y: !isLoop ? '0' : sheet.speed > 0 ? `${-height}+${offset}` : `-${offset}`,
      }
    }),
  )
}
