import { luminance, mix } from '../colour.ts'
import { figure, figureBox, headOutline } from '../figures.ts'
import { serifFamily } from '../fonts.ts'
import { brightest } from '../palettes.ts'
import { escapeXml, px } from '../paint.ts'
import type { Frame, Plane, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, pinePath, ridge, sky, stars } from '../scenery.ts'

/** A landscape inside a profile. */
export function profile(frame: Frame): Scene {
  const { height, width, random, palette, paint, side, wide, subjectX } = frame
  const day = random.chance(0.45)
  const scale = wide ? 4.3 : 3.3
  // On wide frames the face looks to the empty side; on posters away from the larger half.
  const facing = wide ? -1 : side > 0 ? -1 : 1
  const x = wide ? subjectX : width / 2 - facing * 34
  const y = wide ? height * 0.44 : 300
  const ground = paint.linear(
    day
      ? [
          [0, palette.light],
          [1, palette.warm],
        ]
      : [
          [0, palette.dark],
          [1, palette.deep],
        ],
  )
  const around =
    band(frame, ground) + glow(frame, x + facing * 190, y - 30, 460, day ? '#ffffff' : palette.warm, day ? 0.6 : 0.8)
  const flock = birds(frame, x + facing * (wide ? 420 : 210), 130, 8, 16, day ? palette.deep : palette.light)
  const outline = paint.clip(
    `<path transform="translate(${px(x)},${px(y)}) scale(${facing * scale},${scale})" d="${headOutline}"/>`,
  )
  const sunX = x + facing * 30
  let inside =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm, palette.light], 600) +
    stars(frame, 60, 280, brightest(palette)) +
    glow(frame, sunX, 400, 320, palette.light, 0.9) +
    disc(sunX, random.range(310, 360), 60, palette.spot)
  for (let index = 0; index < 5; index += 1) {
    const tone = mix(mix(palette.warm, palette.mid, 0.4), palette.deep, index / 4)
    inside += ridge(frame, { y: 470 + index * 78, amplitude: 60, waves: 2.4, fill: tone })
  }
  let trees = ''
  for (let index = 0; index < 16; index += 1)
    trees += pinePath(random, x + random.range(-260, 300), height + 10, random.range(90, 220))
  inside += `<path d="${trees}" fill="${palette.deep}"/>`
  const box = {
    x: facing > 0 ? x - 78 * scale : x - 70 * scale,
    y: y - 80 * scale,
    width: 148 * scale,
    height: 156 * scale,
  }
  const planes: Plane[] = [
    { depth: 0, svg: around },
    { depth: 0.5, svg: `<g clip-path="${outline}">${inside}</g>` },
    { depth: 1, svg: flock },
  ]
  return { planes, subjects: [box], focusX: x, fall: 0.85, daylight: day }
}

/** One tile of the pattern at x, y. */
function tile(frame: Frame, x: number, y: number, size: number, tones: readonly string[]): string {
  const { random } = frame
  const shape = random.int(0, 7)
  const colour = random.pick(tones)
  const back = random.pick(tones)
  const ground = random.chance(0.72)
    ? `<path d="M${x},${y}h${size + 0.5}v${size + 0.5}h${-size - 0.5}Z" fill="${back}"/>`
    : ''
  if (shape < 4) {
    const right = x + size
    const low = y + size
    const quarter = [
      `M${x},${y}H${right}A${size},${size} 0 0 1 ${x},${low}Z`,
      `M${right},${y}V${low}A${size},${size} 0 0 1 ${x},${y}Z`,
      `M${right},${low}H${x}A${size},${size} 0 0 1 ${right},${y}Z`,
      `M${x},${low}V${y}A${size},${size} 0 0 1 ${right},${low}Z`,
    ]
    return `${ground}<path d="${quarter[shape] ?? ''}" fill="${colour}"/>`
  }
  if (shape < 6) return ground + disc(x + size / 2, y + size / 2, size * 0.34, colour)
  let bars = ''
  for (let index = 0; index < 5; index += 1) bars += `M${x},${y + (index * size) / 5}h${size}v${size / 10}h${-size}Z`
  return `${ground}<path d="${bars}" fill="${colour}"/>`
}

/** A quilt of quarter circles, discs and bars. */
export function tiles(frame: Frame): Scene {
  const { height, width, palette, paint, random, wide } = frame
  const size = wide ? 200 : 150
  const accent = luminance(palette.spot) > 0.5 ? palette.warm : palette.spot
  const tones = [palette.deep, palette.dark, palette.mid, palette.warm, palette.spot, accent]
  let pattern = ''
  for (let y = 0; y < height; y += size) for (let x = 0; x < width; x += size) pattern += tile(frame, x, y, size, tones)
  const fall = paint.linear([
    [0, palette.deep, 0.06],
    [0.5, palette.deep, 0.3],
    [1, palette.deep, 0.86],
  ])
  const accents = disc(
    (random.int(1, wide ? 6 : 3) - 0.5) * size,
    (random.int(1, 4) - 0.5) * size,
    size * 0.24,
    brightest(palette),
  )
  return {
    planes: [
      { depth: 0, svg: band(frame, palette.light) + pattern },
      { depth: 0.6, svg: accents },
      { depth: 1, svg: band(frame, fall) },
    ],
    subjects: [],
    fall: 0.3,
    pattern: true,
  }
}

/** The first character of the title as a window onto hills. */
export function character(frame: Frame): Scene {
  const { height, width, palette, paint, wide, initial, subjectX } = frame
  const size = wide ? 820 : 640
  const x = wide ? subjectX : width / 2
  const y = wide ? 430 : 330
  const window = paint.clip(
    `<text x="${px(x)}" y="${px(y + size * 0.375)}" font-size="${size}" font-weight="700" font-family="${serifFamily}" text-anchor="middle">${escapeXml(initial)}</text>`,
  )
  let view =
    sky(frame, [brightest(palette), palette.light, palette.warm, palette.mid], 760) +
    glow(frame, x, y - 40, 500, brightest(palette), 0.8) +
    disc(x + 60, y - 50, 80, palette.spot)
  for (let index = 0; index < 5; index += 1) {
    view += ridge(frame, {
      y: y + index * 80,
      amplitude: 80,
      waves: 1.8,
      fill: mix(palette.warm, palette.mid, 0.1 + index * 0.2),
    })
  }
  const night = paint.linear([
    [0, palette.deep],
    [1, mix(palette.deep, palette.dark, 0.7)],
  ])
  const feet = 868
  const personX = subjectX
  return {
    planes: [
      { depth: 0, svg: band(frame, night) + glow(frame, x, y, 640, palette.mid, 0.5) },
      { depth: 0.4, svg: `<g clip-path="${window}">${view}</g>` },
      {
        depth: 1,
        svg:
          birds(frame, x - frame.side * 130, 190, 6, 13, palette.light) +
          `<path d="M0,${feet}H${width}v1.4H0Z" fill="${palette.light}" opacity=".5"/>` +
          figure('robe', personX, feet, 88, palette.light) +
          glow(frame, personX, height, 300, palette.mid, 0.4, 60),
      },
    ],
    subjects: [boxAround(x, y, Math.min(width, size), size * 0.94), figureBox('robe', personX, feet, 88)],
    focusX: x,
    fall: 0.2,
    titled: true,
  }
}
