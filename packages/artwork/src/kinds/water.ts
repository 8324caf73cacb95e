import { darken, mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import { noiseOf } from '../random.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, motes, ridge, sky } from '../scenery.ts'

/** Long thin clouds above a horizon. */
function cloudBars(frame: Frame, horizon: number): string {
  const { random, palette, width } = frame
  const noise = noiseOf(random)
  let svg = ''
  for (let index = 0; index < 9; index += 1) {
    const y = horizon * (0.22 + index * 0.08)
    let path = ''
    for (let x = 0; x <= width; x += 20)
      path += `${x === 0 ? 'M' : 'L'}${x},${px(y - noise(x / 260 + index * 9, 4) * 46)}`
    for (let x = width; x >= 0; x -= 20) path += `L${x},${px(y + 2 + noise(x / 300 + index * 5, 4) * 9)}`
    const fill = index % 2 === 1 ? palette.warm : palette.light
    svg += `<path d="${path}Z" fill="${fill}" opacity="${fine(0.05 + index * 0.022)}"/>`
  }
  return svg
}

/** The sun's path on the water. */
function glitter(frame: Frame, horizon: number, reach: number): string {
  const { random, height, palette, subjectX } = frame
  const rows = ['', '', '', '']
  for (let index = 0; index < 130; index += 1) {
    const share = random.next() ** 1.5
    const y = horizon + 3 + share * (height - horizon)
    const length = (10 + share * 130) * random.range(0.3, 1.3)
    const x = subjectX + random.range(-1, 1) * reach * (0.7 + share * 1.1) - length / 2
    const row = Math.min(3, Math.floor(share * 4))
    rows[row] += `M${px(x)},${px(y)}h${px(length)}v${px(1 + share * 4)}h${px(-length)}Z`
  }
  return rows
    .map((path, row) => `<path d="${path}" fill="${palette.spot}" opacity="${fine(0.66 - row * 0.15)}"/>`)
    .join('')
}

function sailboat(x: number, y: number, mirror: 1 | -1): string {
  return (
    `<g transform="translate(${px(x)},${px(y)}) scale(${mirror},1)" fill="#07080b"><path d="M-62,0q60,22 124,-2l-12,20q-50,10 -98,0Z"/>` +
    '<path d="M-4,0V-120l58,92q-30,12 -58,8Z"/><path d="M-10,-8V-96q-34,46 -36,84Z"/></g>'
  )
}

/** A sail before the setting sun. */
export function sea(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX, side, wide, width } = frame
  const horizon = height * random.range(0.45, 0.53)
  const radius = random.range(72, 112)
  const above = paint.clip(`<path d="M0,0H${width}V${px(horizon)}H0Z"/>`)
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm, palette.light], horizon) +
    cloudBars(frame, horizon) +
    glow(frame, subjectX, horizon, 520, palette.light, 0.8, 330) +
    `<g clip-path="${above}">${disc(subjectX, horizon - radius * 0.1, radius, palette.spot)}</g>` +
    birds(frame, subjectX + side * 60, horizon - 190, 5, 14, palette.deep)
  const surface = paint.linear([
    [0, mix(palette.warm, palette.mid, 0.3)],
    [0.25, palette.mid],
    [0.6, palette.dark],
    [1, palette.deep],
  ])
  const water = band(frame, surface, horizon, height - horizon) + glitter(frame, horizon, radius)
  const boatX = subjectX + side * random.range(70, 120)
  const boatY = horizon + (wide ? 34 : 58)
  const shadow = `<ellipse cx="${px(boatX)}" cy="${px(boatY + 26)}" rx="84" ry="6" fill="#05060a" opacity=".5"/>`
  let swell = ''
  for (let index = 0; index < 5; index += 1) {
    const y = horizon + 110 + index * index * 14 + index * 22
    const fill = paint.linear([
      [0, mix(palette.mid, palette.deep, index / 4)],
      [0.3, mix(palette.dark, palette.deep, index / 4)],
      [1, palette.deep],
    ])
    swell += ridge(frame, {
      y,
      amplitude: 9 + index * 7,
      waves: 3.4 - index * 0.3,
      sharp: true,
      octaves: 3,
      opacity: 0.6,
      fill,
    })
  }
  const subjects = [
    boxAround(subjectX, horizon - radius * 0.55, radius * 2, radius * 1.1),
    { x: boatX - 66, y: boatY - 124, width: 132, height: 150 },
  ]
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.3, svg: water },
      { depth: 0.6, svg: shadow + sailboat(boatX, boatY, side) },
      { depth: 1, svg: swell },
    ],
    subjects,
    fall: 0.62,
  }
}

/** A whale nose left at the origin, about 440 wide. */
function whale(frame: Frame, x: number, y: number, scale: number): string {
  const { palette, side } = frame
  const body = darken(palette.deep, 0.25)
  return (
    `<g transform="translate(${px(x)},${px(y)}) scale(${fine(scale * side)},${fine(scale)}) rotate(-8)">` +
    `<path d="M-190,8C-150,-44-60,-58 20,-46C90,-36 140,-14 182,-6C204,-26 226,-38 250,-40C240,-22 226,-8 214,0C226,8 238,24 244,40C222,34 202,18 184,8C140,22 90,44 30,48C-40,54-150,48-190,8Z" fill="${body}"/>` +
    `<path d="M-40,40C-30,80-6,104 24,112C24,88 14,60 2,42Z" fill="${darken(palette.deep, 0.4)}"/>` +
    `<path d="M-186,14C-140,30-70,34-20,30C-60,46-150,44-186,14Z" fill="${palette.mid}" opacity=".55"/>` +
    `<path d="M-168,22C-130,36-80,38-40,36M-150,30C-116,42-80,44-50,42" fill="none" stroke="${body}" stroke-width="1.6" opacity=".6"/>` +
    `<circle cx="-146" cy="2" r="2.6" fill="${palette.light}" opacity=".7"/></g>`
  )
}

/** A whale under shafts of light, one diver. */
export function deep(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX, side, wide, width } = frame
  const top = paint.linear([
    [0, palette.warm],
    [0.25, palette.mid],
    [0.65, palette.dark],
    [1, palette.deep],
  ])
  const ray = paint.linear([
    [0, brightest(palette), 0.34],
    [0.8, brightest(palette), 0],
  ])
  let rays = ''
  for (let index = 0; index < 12; index += 1) {
    const from = subjectX + random.range(-240, 240)
    const to = subjectX + random.range(-900, 900)
    rays += `<path d="M${px(from)},-20h${px(random.range(14, 46))}L${px(to + 130)},${height}H${px(to)}Z" fill="${ray}"/>`
  }
  const scale = wide ? 1.72 : 1.12
  const whaleX = wide ? subjectX - 50 : width / 2 + side * 14
  const whaleY = wide ? 430 : 396
  const feet = wide ? 790 : 850
  const diverX = whaleX + side * (wide ? 300 : 120)
  return {
    planes: [
      { depth: 0, svg: band(frame, top) + glow(frame, subjectX, -40, 700, palette.light, 0.95, 520) },
      { depth: 0.2, svg: rays },
      { depth: 0.5, svg: whale(frame, whaleX, whaleY, scale) },
      {
        depth: 0.8,
        svg:
          figure('walk', diverX, feet, 56, mix(palette.light, palette.warm, 0.3)) +
          motes(frame, wide ? 160 : 110, brightest(palette), {
            x: width / 2,
            reach: width / 2,
            top: 0,
            bottom: height,
            radius: 3.4,
          }),
      },
      { depth: 1, svg: ridge(frame, { y: height - 34, amplitude: 34, waves: 3, fill: darken(palette.deep, 0.4) }) },
    ],
    subjects: [
      { x: whaleX - 225 * scale, y: whaleY - 66 * scale, width: 460 * scale, height: 180 * scale },
      figureBox('walk', diverX, feet, 56),
    ],
    focusX: whaleX,
    fall: 0.5,
  }
}
