import { mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { brightest } from '../palettes.ts'
import { px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, disc, glow, motes, ridge, stars } from '../scenery.ts'

/** One person in a shaft of light. */
export function shaft(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX, side } = frame
  const wall = paint.linear([
    [0, palette.dark],
    [1, mix(palette.dark, palette.deep, 0.7)],
  ])
  const floor = paint.linear([
    [0, mix(palette.dark, palette.deep, 0.55)],
    [1, palette.deep],
  ])
  const source = subjectX + random.range(-150, 150)
  const feet = 806
  const beam = (spread: number, opacity: number): string => {
    const fill = paint.linear([
      [0, brightest(palette), opacity],
      [0.6, palette.light, opacity * 0.62],
      [1, palette.warm, opacity * 0.28],
    ])
    return `<path d="M${px(source - 60 - spread * 0.2)},0h${px(130 + spread * 0.4)}L${px(subjectX + 290 + spread)},${height}H${px(subjectX - 290 - spread)}Z" fill="${fill}"/>`
  }
  const name = random.pick(['coat', 'walk', 'dress'] as const)
  const pool = glow(frame, subjectX, 800, 380, palette.light, 0.9, 120)
  const shadow = `<path d="M${px(subjectX + side * 12)},${feet - 4}L${px(subjectX - side * 190)},${height}h${-side * -90}L${px(subjectX - side * 8)},${feet - 4}Z" fill="${palette.deep}" opacity=".8"/>`
  return {
    planes: [
      { depth: 0, svg: band(frame, floor) + band(frame, wall, 0, 668) },
      // Three nested beams give a soft edge without the cost of a blur.
      { depth: 0.35, svg: beam(26, 0.24) + beam(12, 0.3) + beam(0, 0.5) + pool },
      {
        depth: 0.6,
        svg: motes(frame, 90, brightest(palette), { x: subjectX, reach: 210, top: 0, bottom: 780, radius: 2.4 }),
      },
      { depth: 1, svg: shadow + figure(name, subjectX, feet, 240, '#050608') },
    ],
    subjects: [figureBox(name, subjectX, feet, 240)],
    avoid: [boxAround(subjectX, 330, 180, 500)],
    fall: 0.5,
  }
}

/** A black sun over dark hills. */
export function eclipse(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX, side } = frame
  const centreY = height * random.range(0.3, 0.35)
  const radius = random.range(160, 200)
  const night = paint.linear([
    [0, palette.deep],
    [1, palette.dark],
  ])
  const far =
    band(frame, night) +
    stars(frame, 160, 800, brightest(palette)) +
    glow(frame, subjectX, centreY, radius * 3, palette.warm, 0.95) +
    glow(frame, subjectX, centreY, radius * 1.65, palette.light, 1)
  const sun =
    disc(subjectX, centreY, radius + 3, brightest(palette)) +
    disc(subjectX - side * 6, centreY + 5, radius, palette.deep)
  const hills = [0, 1, 2].map((index) =>
    ridge(frame, {
      y: height * 0.76 + index * 56,
      amplitude: 36,
      waves: 1.2 + index * 0.4,
      octaves: 3,
      fill: paint.linear([
        [0, mix(palette.mid, palette.deep, 0.35 + index * 0.3)],
        [1, mix(palette.dark, palette.deep, 0.5 + index * 0.25)],
      ]),
    }),
  )
  const name = random.pick(['walk', 'robe', 'coat'] as const)
  const x = subjectX + random.range(-40, 40)
  const feet = 872
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.15, svg: sun },
      { depth: 0.45, svg: (hills[0] ?? '') + glow(frame, subjectX, height * 0.8, 420, palette.warm, 0.28, 70) },
      { depth: 0.7, svg: hills[1] ?? '' },
      {
        depth: 1,
        svg:
          (hills[2] ?? '') +
          glow(frame, x, feet - 30, 150, palette.warm, 0.4, 60) +
          figure(name, x, feet, 92, '#030304'),
      },
    ],
    subjects: [boxAround(subjectX, centreY, radius * 2 + 12, radius * 2 + 12), figureBox(name, x, feet, 92)],
    fall: 0.5,
  }
}

/** The half of the rings behind (sweep 1) or in front of (sweep 0) the planet. */
function rings(frame: Frame, x: number, y: number, radius: number, sweep: 0 | 1): string {
  const looks = [
    [9, 0.5],
    [3, 0.8],
    [13, 0.35],
    [2, 0.7],
    [5, 0.25],
  ] as const
  const arcs = looks.map(([width, opacity], index) => {
    const reach = radius * (1.32 + index * 0.085)
    return `<path d="M${px(x - reach)},${px(y)}A${px(reach)},${px(radius * (0.22 + index * 0.017))} 0 0 ${sweep} ${px(x + reach)},${px(y)}" stroke-width="${width}" opacity="${opacity}"/>`
  })
  return `<g transform="rotate(-18 ${px(x)} ${px(y)})" fill="none" stroke="${frame.palette.light}">${arcs.join('')}</g>`
}

/** A planet's surface: cloud bands and the side in shadow. */
function bands(frame: Frame, x: number, y: number, radius: number): string {
  const { random, palette, paint } = frame
  const face = paint.linear(
    [
      [0, palette.light],
      [0.3, palette.warm],
      [0.6, palette.mid],
      [0.85, palette.dark],
      [1, palette.deep],
    ],
    [0, 0, 0.9, 1],
  )
  let surface = disc(x, y, radius, face)
  for (let index = 0; index < 13; index += 1) {
    const bandY = y - radius + (index * radius) / 6 + random.range(-9, 9)
    surface += `<ellipse cx="${px(x)}" cy="${px(bandY)}" rx="${px(radius * 1.1)}" ry="${px(random.range(6, 24))}" fill="${random.pick([brightest(palette), palette.mid, palette.dark])}" opacity=".17" transform="rotate(-18 ${px(x)} ${px(y)})"/>`
  }
  const shade = paint.radial([
    [0, palette.deep, 0.75],
    [0.8, palette.deep, 0.66],
    [1, palette.deep, 0],
  ])
  return surface + disc(x + radius * 0.5, y + radius * 0.44, radius * 1.22, shade)
}

/** A ringed planet over a bare plain. */
export function planet(frame: Frame): Scene {
  const { palette, paint, subjectX, side, wide } = frame
  const radius = wide ? 300 : 206
  const x = subjectX + side * (wide ? 0 : 40)
  const y = wide ? 370 : 316
  const night = paint.linear([
    [0, palette.deep],
    [1, mix(palette.deep, palette.dark, 0.8)],
  ])
  const round = paint.clip(`<circle cx="${px(x)}" cy="${px(y)}" r="${radius}"/>`)
  const surface = bands(frame, x, y, radius)
  const ground = paint.linear([
    [0, mix(palette.mid, palette.deep, 0.5)],
    [1, '#040507'],
  ])
  const personX = wide ? subjectX - 330 : subjectX - side * 60
  const feet = wide ? 846 : 868
  return {
    planes: [
      {
        depth: 0,
        svg:
          band(frame, night) +
          stars(frame, wide ? 300 : 200, 900, brightest(palette)) +
          glow(frame, x - 60, y - 40, radius * 1.8, palette.warm, 0.5),
      },
      {
        depth: 0.3,
        svg: rings(frame, x, y, radius, 1) + `<g clip-path="${round}">${surface}</g>` + rings(frame, x, y, radius, 0),
      },
      { depth: 0.7, svg: ridge(frame, { y: 812, amplitude: 46, waves: 3, sharp: true, fill: ground }) },
      {
        depth: 1,
        svg:
          ridge(frame, { y: 858, amplitude: 20, waves: 2, fill: '#040507' }) +
          figure('coat', personX, feet, 92, '#040507'),
      },
    ],
    subjects: [boxAround(x, y, radius * 2, radius * 2 + 30), figureBox('coat', personX, feet, 92)],
    focusX: x,
    fall: 0.5,
  }
}
