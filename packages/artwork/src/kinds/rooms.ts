import { darken, mix } from '../colour.ts'
import { figure, figureBox, headOutline } from '../figures.ts'
import { brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, disc, glow, ridge, sky } from '../scenery.ts'

/** A lit door at the end of a corridor. */
export function corridor(frame: Frame): Scene {
  const { height, width, random, palette, paint, subjectX } = frame
  const y = height * 0.5
  let walls = ''
  for (let index = 0; index < 9; index += 1) {
    const near = (1 - index / 9) ** 1.7
    const left = subjectX - subjectX * near - 44
    const right = subjectX + (width - subjectX) * near + 44
    const top = y - y * near - 70
    const bottom = y + (height - y) * near + 130
    const tone =
      index % 2 === 1 ? mix(palette.dark, palette.mid, index / 12) : mix(palette.deep, palette.mid, (index / 9) * 0.6)
    walls += `<path d="M${px(left)},${px(top)}H${px(right)}V${px(bottom)}H${px(left)}Z" fill="${tone}"/>`
  }
  const door = paint.linear([
    [0, brightest(palette)],
    [1, palette.light],
  ])
  const spill = paint.linear([
    [0, palette.light, 0.85],
    [1, palette.warm, 0.06],
  ])
  const name = random.pick(['coat', 'dress', 'walk'] as const)
  const x = subjectX + random.range(-20, 20)
  const feet = y + 140
  const light =
    glow(frame, subjectX, y, 420, palette.warm, 0.7) +
    `<path d="M${px(subjectX - 66)},${px(y - 120)}h132v254h-132Z" fill="${door}"/>` +
    `<path d="M${px(subjectX - 66)},${px(y + 134)}h132L${px(subjectX + 330)},${height}h-660Z" fill="${spill}"/>`
  const person =
    `<path d="M${px(x - 10)},${px(feet)}L${px(x - 60)},${height}h120L${px(x + 10)},${px(feet)}Z" fill="#050507" opacity=".7"/>` +
    figure(name, x, feet, 178, '#050507')
  return {
    planes: [
      { depth: 0, svg: band(frame, palette.deep) + walls },
      { depth: 0.35, svg: light },
      { depth: 0.8, svg: person },
    ],
    subjects: [boxAround(subjectX, y + 10, 150, 270), figureBox(name, x, feet, 178)],
    fall: 0.5,
  }
}

/** Branches of a willow that hang from the top of the gate. */
function willow(frame: Frame, top: number, radius: number): string {
  const { random, palette, subjectX, side } = frame
  let stems = ''
  let leaves = ''
  for (let branch = 0; branch < 30; branch += 1) {
    const x = subjectX - side * (radius - random.range(0, radius * 1.1))
    const length = random.range(60, 270)
    const sway = random.range(-6, 10)
    stems += `M${px(x)},${px(top)}q${px(random.range(-14, 20))},${px(length / 2)} ${px(sway)},${px(length)}`
    for (let along = 6; along < length; along += 13) {
      const lean = random.range(-4, 4)
      const from = x + (sway * along) / length + random.range(-4, 4)
      leaves += `M${px(from)},${px(top + along)}q${px(lean + 3)},8 ${px(lean)},16q${px(-lean * 0.2 - 3)},-8 ${px(-lean)},-16`
    }
  }
  return `<path d="${stems}" stroke="${palette.dark}" stroke-width="1.8" fill="none" opacity=".8"/><path d="${leaves}" fill="${palette.dark}" opacity=".85"/>`
}

/** The view through the gate: a lake before hills. */
function lakeView(frame: Frame, y: number, radius: number): string {
  const { random, palette, paint, subjectX, side } = frame
  const lake = paint.linear([
    [0, palette.light],
    [1, palette.mid],
  ])
  let ripples = ''
  for (let index = 0; index < 26; index += 1) {
    ripples += `M${px(subjectX + random.range(-1, 1) * radius)},${px(y + radius * 0.62 + random.range(4, radius * 0.38))}h${px(random.range(20, 110))}v2h-40Z`
  }
  return (
    sky(frame, [palette.mid, palette.warm, palette.light, brightest(palette)], y + 120) +
    glow(frame, subjectX + side * 70, y - radius * 0.36, 190, brightest(palette), 0.7) +
    disc(subjectX + side * 70, y - radius * 0.36, 46, palette.spot) +
    [0, 1, 2]
      .map((index) =>
        ridge(frame, {
          y: y + 10 + index * radius * 0.18,
          amplitude: 50,
          waves: 2.2,
          fill: mix(palette.warm, palette.dark, 0.25 + index * 0.22),
        }),
      )
      .join('') +
    band(frame, lake, y + radius * 0.6, radius) +
    `<path d="${ripples}" fill="${brightest(palette)}" opacity=".4"/>`
  )
}

/** A round gate onto a lake, a willow and one person. */
export function moonGate(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX, side, wide } = frame
  const radius = wide ? 320 : 196
  const y = wide ? 404 : 312
  const wall = paint.linear([
    [0, palette.dark],
    [1, palette.deep],
  ])
  const ground = paint.linear([
    [0, mix(palette.deep, palette.warm, 0.3)],
    [0.35, palette.deep],
  ])
  const rim =
    `<circle cx="${px(subjectX)}" cy="${y}" r="${radius + 7}" fill="none" stroke="${palette.deep}" stroke-width="16"/>` +
    `<circle cx="${px(subjectX)}" cy="${y}" r="${radius + 17}" fill="none" stroke="${palette.warm}" stroke-width="1.5" opacity=".6"/>`
  const hole = `M0,0H${frame.width}V${height}H0ZM${px(subjectX - radius)},${y}a${radius},${radius} 0 1 0 ${radius * 2},0a${radius},${radius} 0 1 0 ${-radius * 2},0Z`
  const name = random.pick(['robe', 'umbrella'] as const)
  const x = subjectX - side * radius * 0.22
  const feet = y + radius + 26
  const size = wide ? 260 : 206
  return {
    planes: [
      // The wall's hole clips both, so that they may move behind it.
      { depth: 0, svg: lakeView(frame, y, radius) },
      { depth: 0.3, svg: willow(frame, y - radius, radius) },
      {
        depth: 0.6,
        svg:
          `<path d="${hole}" fill-rule="evenodd" fill="${wall}"/>` +
          glowRing(frame, subjectX, y, radius) +
          rim +
          band(frame, ground, y + radius + 2, height),
      },
      { depth: 1, svg: figure(name, x, feet, size, '#050608') },
    ],
    subjects: [boxAround(subjectX, y, radius * 2 + 34, radius * 2 + 34), figureBox(name, x, feet, size)],
    fall: 0.4,
  }
}

/** Light of the opening on the surrounding wall; the opening itself is left out. */
function glowRing(frame: Frame, x: number, y: number, radius: number): string {
  const inner = radius / (radius * 1.7)
  const fill = frame.paint.radial([
    [0, frame.palette.warm, 0],
    [inner, frame.palette.warm, 0],
    [inner + 0.01, frame.palette.warm, 0.3],
    [1, frame.palette.warm, 0],
  ])
  return disc(x, y, radius * 1.7, fill)
}

/** A passenger in profile before a seat back; faces right if `facing` is 1. */
function passenger(frame: Frame, x: number, y: number, scale: number, facing: 1 | -1, fill: string): string {
  const bun = frame.random.chance(0.5) ? '<circle cx="-74" cy="2" r="25"/>' : ''
  return (
    `<g transform="translate(${px(x)},${px(y)}) scale(${fine(scale * facing)},${fine(scale)})" fill="${fill}">${bun}<path d="${headOutline}"/>` +
    '<path d="M-40,120C-120,150-156,190-166,330V700H190V260Q150,170 90,146Z"/><path d="M-260,700V90Q-260,44 -214,44H-190Q-146,44 -146,90V700Z"/></g>'
  )
}

/** The ground near the track, with motion blur. */
function rushing(frame: Frame): string {
  const { width, random, palette } = frame
  let rush = band(frame, mix(palette.mid, palette.deep, 0.62), 590, 180)
  for (const tone of [palette.dark, palette.mid, palette.deep, palette.warm]) {
    let path = ''
    for (let index = 0; index < 16; index += 1) {
      const length = random.range(60, 320)
      path += `M${px(random.range(-100, width))},${px(random.range(586, 740))}h${px(length)}v${px(random.range(2, 8))}h${px(-length)}Z`
    }
    rush += `<path d="${path}" fill="${tone}" opacity=".55"/>`
  }
  return rush
}

/** Evening through the window of a train. */
export function train(frame: Frame): Scene {
  const { height, width, palette, paint, subjectX, side, wide } = frame
  const far =
    sky(frame, [palette.dark, palette.mid, palette.warm, palette.light], 620) +
    glow(frame, subjectX, 420, 480, palette.spot, 0.8) +
    disc(subjectX - side * 26, 372, 66, palette.spot) +
    ridge(frame, { y: 480, amplitude: 50, waves: 2, fill: mix(palette.warm, palette.dark, 0.35) }) +
    ridge(frame, { y: 540, amplitude: 30, waves: 3, fill: mix(palette.mid, palette.deep, 0.4) })
  const posterX = side > 0 ? 188 : -80
  const panes = wide
    ? [
        [-380, 560],
        [240, 1060],
        [1360, 520],
      ]
    : [[posterX, 492]]
  const opening = panes
    .map(
      ([x = 0, span = 0]) =>
        `M${x + 44},96h${span - 88}q44,0 44,44v520q0,44 -44,44h${88 - span}q-44,0 -44,-44v-520q0,-44 44,-44Z`,
    )
    .join('')
  const body = paint.linear([
    [0, darken(palette.deep, 0.3)],
    [0.8, '#0a0b0e'],
    [1, '#060608'],
  ])
  const carriage =
    `<path d="M0,0H${width}V${height}H0Z${opening}" fill-rule="evenodd" fill="${body}"/>` +
    `<path d="${opening}" fill="none" stroke="${palette.light}" stroke-opacity=".22" stroke-width="2"/>` +
    `<path d="M0,744H${width}v3H0Z" fill="${palette.light}" opacity=".3"/>`
  const facing = wide || side > 0 ? -1 : 1
  const personX = wide ? 1170 : width / 2 - facing * 122
  const personY = wide ? 500 : 560
  const scale = wide ? 1.5 : 1.1
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.3, svg: rushing(frame) },
      { depth: 0.7, svg: carriage },
      { depth: 1, svg: passenger(frame, personX, personY, scale, facing, '#060709') },
    ],
    subjects: [
      boxAround(subjectX - side * 26, 372, 132, 132),
      boxAround(personX - facing * 30 * scale, personY + 130 * scale, 290 * scale, 430 * scale),
    ],
    // A vertical title fits best on the dark wall beside the window.
    avoid: [{ x: posterX, y: 96, width: 492, height: 608 }],
    focusX: wide ? 1080 : subjectX,
    fall: 0.3,
  }
}
