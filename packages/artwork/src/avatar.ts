import { mix } from './colour.ts'
import { bust, lookOfSeed, type Person } from './faces.ts'
import { brightest, palettes, type Palette, type PaletteName } from './palettes.ts'
import { paintFor, px, type Paint } from './paint.ts'
import { createRandom, type SeededRandom } from './random.ts'

/** Square pictures of people: faces, and what people choose as their picture instead. */

const side = 400

const grounds: readonly PaletteName[] = [
  'ember',
  'jade',
  'porcelain',
  'rose',
  'sodium',
  'dawn',
  'moss',
  'wine',
  'ochre',
  'steel',
]

interface Square {
  random: SeededRandom
  palette: Palette
  paint: Paint
}

function square(seed: string, body: (square: Square) => string): string {
  const random = createRandom(`square ${seed}`)
  const palette = palettes[random.pick(grounds)]
  const paint = paintFor(`square ${seed}`)
  const svg = body({ random, palette, paint })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}">${paint.definitionsFor(svg)}${svg}</svg>`
}

function ground({ palette, paint }: Square): string {
  const fill = paint.linear([
    [0, mix(palette.mid, palette.warm, 0.4)],
    [1, palette.dark],
  ])
  return `<path d="M0,0H${side}V${side}H0Z" fill="${fill}"/>`
}

/** A face before a disc. The same seed is the same person as in the kind `face`. */
export const drawFace = (seed: string, person?: Person): string =>
  square(seed, (frame) => {
    const { random, palette } = frame
    const facing = random.chance(0.5) ? 1 : -1
    const cloth = random.pick([palette.mid, palette.dark, mix(palette.warm, palette.dark, 0.5)])
    return (
      ground(frame) +
      `<circle cx="${200 + facing * 26}" cy="176" r="136" fill="${mix(palette.light, palette.warm, 0.35)}"/>` +
      bust({ x: 200, y: 188, size: 132, facing, palette }, lookOfSeed(seed, person), cloth)
    )
  })

/** A cat's head with two ears and a patch. */
function catHead({ random, palette }: Square): string {
  const coat = random.pick(['#e8a25a', '#3a3a44', '#f1e9dd', '#8d8378', '#c9a27a'])
  const patch = random.pick(['#2b2529', '#d07a35', '#ffffff'])
  const eye = random.pick(['#7fb069', '#e8b33c', '#62a7c9'])
  return (
    `<path d="M84,400C80,300 60,250 70,170L64,70L140,116Q200,98 260,116L336,70L330,170C340,250 320,300 316,400Z" fill="${coat}"/><path d="M200,104Q240,104 260,116L336,70L330,170C336,220 330,250 326,290C280,240 214,220 200,104Z" fill="${patch}" opacity=".8"/>` +
    `<path d="M84,100L128,128L86,160ZM316,100L272,128L314,160Z" fill="#e9a4a0" opacity=".8"/><ellipse cx="140" cy="206" rx="27" ry="30" fill="${eye}"/><ellipse cx="260" cy="206" rx="27" ry="30" fill="${eye}"/><ellipse cx="142" cy="208" rx="11" ry="26" fill="#141114"/><ellipse cx="258" cy="208" rx="11" ry="26" fill="#141114"/><circle cx="150" cy="194" r="6" fill="#ffffff"/><circle cx="268" cy="194" r="6" fill="#ffffff"/>` +
    `<path d="M184,250h32l-16,18Z" fill="#d9777a"/><path d="M200,268q-4,24-34,22M200,268q4,24 34,22" fill="none" stroke="#141114" stroke-width="5" stroke-linecap="round"/><path d="M120,262L36,250M122,276L40,290M280,262L364,250M278,276L360,290" stroke="${brightest(palette)}" stroke-opacity=".7" stroke-width="3"/>`
  )
}

/** The sun over hills or over the sea. */
function view({ random, palette, paint }: Square): string {
  const sky = paint.linear([
    [0, palette.dark],
    [0.5, palette.warm],
    [0.8, palette.light],
  ])
  const sunX = random.range(120, 280)
  const base = `<path d="M0,0H400V400H0Z" fill="${sky}"/><circle cx="${px(sunX)}" cy="${px(random.range(130, 200))}" r="${px(random.range(46, 76))}" fill="${brightest(palette)}"/>`
  if (random.chance(0.5)) {
    const hill = (y: number, tone: string): string =>
      `<path d="M0,${y}Q${px(random.range(60, 140))},${px(y - 110)} ${px(random.range(190, 230))},${y - 30}T400,${y - 20}V400H0Z" fill="${tone}"/>`
    return (
      base +
      hill(280, mix(palette.warm, palette.mid, 0.6)) +
      hill(330, mix(palette.mid, palette.dark, 0.5)) +
      hill(380, palette.deep)
    )
  }
  let shine = ''
  for (let index = 0; index < 8; index += 1)
    shine += `M${px(sunX - 40 - index * 5)},${262 + index * 16}h${80 + index * 10}v5h${-80 - index * 10}Z`
  return `${base}<path d="M0,250H400V400H0Z" fill="${mix(palette.mid, palette.dark, 0.4)}"/><path d="${shine}" fill="${brightest(palette)}" opacity=".55"/><path d="M${px(sunX + 50)},264q40,14 84,0l-12,18h-60ZM${px(sunX + 88)},262V190l40,64Z" fill="${palette.deep}"/>`
}

/** What a viewer shows instead of a photograph: mostly a drawn face, sometimes a cat or a view. */
export const drawAvatar = (seed: string): string => {
  const choice = createRandom(`avatar ${seed}`).next()
  if (choice < 0.56) return drawFace(seed)
  return square(seed, (frame) => (choice < 0.76 ? ground(frame) + catHead(frame) : view(frame)))
}
