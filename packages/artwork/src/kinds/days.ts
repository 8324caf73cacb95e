import { mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, disc, glow, haze, ridge, sky } from '../scenery.ts'

/** Poles along a road towards its vanishing point. */
function poles(frame: Frame, horizon: number): string {
  const { subjectX, side, wide } = frame
  let svg = ''
  for (let index = 1; index < (wide ? 6 : 8); index += 1) {
    const near = (index / 7) ** 2.2
    const x = subjectX - side * (30 + near * 560)
    const y = horizon + near * 230
    const height = 30 + near * 520
    const arm = height * 0.09
    svg += `<path d="M${px(x)},${px(y)}v${px(-height)}M${px(x - arm)},${px(y - height * 0.9)}h${px(arm * 2)}M${px(x - arm * 0.7)},${px(y - height * 0.82)}h${px(arm * 1.4)}" stroke="#06070a" stroke-width="${px(1 + near * 8)}"/>`
  }
  return svg
}

/** A country road at dusk with trails of light. */
export function road(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX, side, wide } = frame
  const horizon = height * 0.52
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm, palette.light], horizon) +
    glow(frame, subjectX, horizon, 560, palette.light, 0.9, 220) +
    ridge(frame, { y: horizon + 6, amplitude: 34, waves: 2, fill: mix(palette.mid, palette.deep, 0.4) })
  const field = paint.linear([
    [0, mix(palette.dark, palette.deep, 0.3)],
    [1, '#050608'],
  ])
  const tar = paint.linear([
    [0, mix(palette.mid, palette.deep, 0.3)],
    [1, '#0a0b0e'],
  ])
  const across = (x: number): string => px(subjectX + side * x)
  let surface =
    band(frame, field, horizon, height - horizon) +
    `<path d="M${across(-6)},${horizon}L${across(6)},${horizon}L${across(520)},${height}L${across(-360)},${height}Z" fill="${tar}"/>`
  let dashes = ''
  for (let index = 0; index < 12; index += 1) {
    const start = (index / 12) ** 2
    const end = ((index + 0.5) / 12) ** 2
    dashes += `M${across(80 * start - start * 9)},${px(horizon + start * (height - horizon))}L${across(80 * start + start * 9)},${px(horizon + start * (height - horizon))}L${across(80 * end + end * 9)},${px(horizon + end * (height - horizon))}L${across(80 * end - end * 9)},${px(horizon + end * (height - horizon))}Z`
  }
  surface += `<path d="${dashes}" fill="${palette.light}" opacity=".85"/>`
  let trails = ''
  for (let index = 0; index < 8; index += 1) {
    const reach = 100 + random.range(0.1, 0.9) * 420
    const colour = index % 2 === 1 ? palette.light : '#ff4d3d'
    trails += `<path d="M${px(subjectX)},${horizon + 2}L${across(reach)},${height}L${across(reach + random.range(5, 16))},${height}Z" fill="${colour}" opacity=".6"/>`
  }
  const x = subjectX - side * (wide ? 120 : 20)
  const feet = wide ? height - 120 : 868
  const size = wide ? 160 : 100
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.4, svg: surface },
      {
        depth: 0.6,
        svg:
          trails +
          disc(subjectX - 8, horizon + 4, 4, brightest(palette)) +
          disc(subjectX + 6, horizon + 4, 4, brightest(palette)) +
          glow(frame, subjectX, horizon + 4, 90, brightest(palette), 0.9),
      },
      { depth: 0.8, svg: poles(frame, horizon) },
      { depth: 1, svg: figure('walk', x, feet, size, '#040506') },
    ],
    subjects: [boxAround(subjectX, horizon, 120, 60), figureBox('walk', x, feet, size)],
    fall: 0.55,
  }
}

/** Soup, greens, noodles, stew: each from broth to garnish. */
const dishes = [
  ['#a83a1c', '#d8632c', '#7c2413', '#f0a24a', '#5b7a35'],
  ['#5f7d3a', '#88a04a', '#c9c46e', '#39552a', '#e9e3b9'],
  ['#e6c479', '#d39b3c', '#f5e3ae', '#b5702a', '#7d9a4e'],
  ['#2a2019', '#54382a', '#8b5a3a', '#c98d55', '#d94a2e'],
] as const

function dish(frame: Frame, x: number, y: number, radius: number, food: readonly string[]): string {
  const { random, palette, paint } = frame
  const shadow = paint.radial([
    [0, '#000000', 0.7],
    [0.8, '#000000', 0.5],
    [1, '#000000', 0],
  ])
  const china = paint.radial([
    [0, '#f7f1e4'],
    [0.82, '#e9e0cc'],
    [1, '#cdbfa4'],
  ])
  const broth = food[0] ?? palette.mid
  const depth = paint.radial([
    [0, broth],
    [0.75, broth],
    [1, mix(broth, '#000000', 0.35)],
  ])
  let svg =
    disc(x + radius * 0.1, y + radius * 0.14, radius * 1.12, shadow) +
    disc(x, y, radius, china) +
    `<circle cx="${px(x)}" cy="${px(y)}" r="${px(radius * 0.9)}" fill="none" stroke="${palette.mid}" stroke-width="2.5" opacity=".75"/>` +
    disc(x, y, radius * 0.72, depth)
  for (let index = 0; index < 34; index += 1) {
    const turn = random.range(0, 6.3)
    const reach = random.next() ** 0.6 * radius * 0.58
    const rx = radius * random.range(0.04, 0.15)
    const ry = radius * random.range(0.03, 0.08)
    svg += `<ellipse rx="${px(rx)}" ry="${px(ry)}" transform="translate(${px(x + Math.cos(turn) * reach)},${px(y + Math.sin(turn) * reach)}) rotate(${Math.round(random.range(0, 180))})" fill="${random.pick(food)}"/>`
  }
  return svg
}

function chopsticks(frame: Frame, x: number, y: number, turn: number): string {
  const tip = accentOf(frame.palette)
  return (
    `<g transform="translate(${px(x)},${px(y)}) rotate(${Math.round(turn)})"><g fill="#000000" opacity=".3" transform="translate(10,12)"><rect x="-14" y="-280" width="8" height="560" rx="4"/><rect x="6" y="-284" width="8" height="560" rx="4"/></g>` +
    `<g fill="#2b150d"><rect x="-14" y="-280" width="8" height="560" rx="4"/><rect x="6" y="-284" width="8" height="560" rx="4"/></g>` +
    `<g fill="${tip}"><rect x="-14" y="210" width="8" height="70" rx="4"/><rect x="6" y="206" width="8" height="70" rx="4"/></g></g>`
  )
}

/** Dishes from above. */
export function table(frame: Frame): Scene {
  const { height, width, random, palette, paint, side, wide, subjectX } = frame
  const cloth = paint.linear(
    [
      [0, mix(palette.dark, palette.mid, 0.4)],
      [1, palette.deep],
    ],
    [0, 0, 1, 1],
  )
  let grainLines = ''
  for (let index = 0; index < 40; index += 1)
    grainLines += `M0,${px(index * 23 + random.range(-5, 5))}h${width}v${px(random.range(1, 3))}h${-width}Z`
  // Offsets are mirrored, so that the side for the title stays empty.
  const places: [number, number, number][] = wide
    ? [
        [subjectX, 410, 270],
        [subjectX - 430, 740, 180],
        [subjectX + 400, 800, 180],
        [subjectX - 400, 110, 120],
        [subjectX + 410, 150, 150],
      ]
    : [
        [width / 2 + side * 96, 340, 196],
        [width / 2 + side * 250, 716, 150],
        [width / 2 + side * 20, 880, 128],
        [width / 2 + side * 262, 40, 92],
      ]
  const start = random.int(0, 3)
  const plates = places.map(([x, y, radius], index) =>
    dish(frame, x + random.range(-8, 8), y + random.range(-10, 10), radius, dishes[(index + start) % 4] ?? dishes[0]),
  )
  const [mainX, mainY, mainRadius] = places[0] ?? [subjectX, 400, 200]
  const sticks = wide
    ? chopsticks(frame, mainX - mainRadius * 1.2, 400, random.range(10, 24))
    : chopsticks(frame, mainX + side * 70, mainY + 196, side * random.range(54, 64))
  return {
    planes: [
      { depth: 0, svg: band(frame, cloth) + `<path d="${grainLines}" fill="#000000" opacity=".12"/>` },
      { depth: 0.5, svg: plates.slice(1).join('') },
      { depth: 0.8, svg: plates[0] ?? '' },
      { depth: 1, svg: sticks + glow(frame, width * 0.2, 0, 900, palette.light, 0.26) },
    ],
    subjects: [boxAround(mainX, mainY, mainRadius * 2, mainRadius * 2)],
    avoid: places.slice(1).map(([x, y, radius]) => boxAround(x, y, radius * 2, radius * 2)),
    focusX: mainX,
    fall: height > width ? 0.35 : 0.5,
  }
}

/** A heap of cumulus in two tones. */
function cloud(frame: Frame, x: number, y: number, size: number, count: number): string {
  const { random, palette } = frame
  let puffs = ''
  for (let index = 0; index < count; index += 1) {
    const along = random.next()
    const puffX = x + (along - 0.5) * size * 3
    const puffY = y - Math.sin(along * Math.PI) * size * (0.3 + random.next() * 1.15)
    puffs += `<circle cx="${px(puffX)}" cy="${px(puffY)}" r="${px(size * random.range(0.26, 0.6))}"/>`
  }
  return `<g fill="${mix(palette.warm, '#ffffff', 0.3)}">${puffs}</g><g fill="#fffdf6" transform="translate(-12,-16)" opacity=".93">${puffs}</g>`
}

function blades(frame: Frame): string {
  const { random, width, wide } = frame
  return ['#2f7a4d', '#6db368', '#184a3a']
    .map((tone) => {
      let path = ''
      for (let index = 0; index < (wide ? 90 : 40); index += 1) {
        path += `M${px(random.range(0, width))},${px(random.range(806, 910))}q${px(random.range(-4, 8))},-20 ${px(random.range(2, 14))},${px(-random.range(24, 52))}`
      }
      return `<path d="${path}" stroke="${tone}" stroke-width="2.4" fill="none"/>`
    })
    .join('')
}

/** A kite over a summer meadow. */
export function summer(frame: Frame): Scene {
  const { height, width, palette, paint, subjectX, side, wide } = frame
  const heap = wide ? 200 : 130
  const clouds =
    cloud(frame, subjectX + 60, wide ? 560 : 600, heap, 46) +
    cloud(frame, subjectX - (wide ? 560 : 260), 600, 110, 26) +
    cloud(frame, subjectX + (wide ? 520 : 260), 620, 90, 20) +
    haze(frame, 480, 200, palette.light, 0.7)
  const meadow = paint.linear([
    [0, '#4f9a5c'],
    [1, '#1d5a45'],
  ])
  const hill = `<path d="M0,800Q${px(width * 0.35)},700 ${px(width * 0.62)},746T${width},700V${height}H0Z" fill="${meadow}"/>`
  const lead = side * (wide ? 300 : 120)
  const kiteX = subjectX + lead
  const kiteY = wide ? 230 : 240
  const feet = 824
  const kite =
    `<path d="M${px(subjectX + side * 14)},${feet - 84}Q${px(subjectX + lead * 0.3)},470 ${px(kiteX)},${kiteY}" stroke="#ffffff" stroke-width="1.5" fill="none"/>` +
    `<g transform="translate(${px(kiteX)},${kiteY}) rotate(${side * 24})"><path d="M0,-48L34,0L0,62L-34,0Z" fill="${palette.spot === brightest(palette) ? '#ff7a4f' : palette.spot}"/><path d="M0,-48V62M-34,0H34" stroke="#ffffff" stroke-opacity=".5" stroke-width="1.5"/><path d="M0,62q14,26 -4,44q-10,22 8,40" stroke="#ff7a4f" stroke-width="4" fill="none"/></g>`
  const children =
    figure('dress', subjectX, feet, 144, '#12303f') + figure('walk', subjectX - side * 78, feet + 8, 124, '#12303f')
  return {
    planes: [
      { depth: 0, svg: sky(frame, [palette.dark, palette.mid, palette.warm, palette.light], 820) },
      { depth: 0.2, svg: clouds },
      { depth: 0.5, svg: ridge(frame, { y: 650, amplitude: 30, waves: 2, fill: mix('#3f7d62', palette.warm, 0.45) }) },
      { depth: 0.75, svg: hill + kite + children },
      { depth: 1, svg: blades(frame) },
    ],
    subjects: [
      boxAround(kiteX, kiteY + 20, 110, 210),
      figureBox('dress', subjectX, feet, 144),
      figureBox('walk', subjectX - side * 78, feet + 8, 124),
    ],
    // White text would be unreadable on the clouds.
    avoid: [{ x: 0, y: 352, width, height: 300 }],
    fall: 0.35,
    daylight: true,
  }
}
