import { mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, disc, glow, haze, ridge, sky, stars } from '../scenery.ts'

/** Salt pans that mirror the evening sky, heaps of salt, and a worker with a rake. */
export function salt(frame: Frame): Scene {
  const { palette, paint, random, subjectX, side, wide, width, height } = frame
  const horizon = 400
  const far =
    sky(frame, [palette.dark, palette.mid, palette.warm, palette.light], horizon) +
    glow(frame, subjectX, horizon - 20, 460, brightest(palette), 0.8, 260) +
    disc(subjectX, horizon - 46, wide ? 58 : 48, brightest(palette)) +
    ridge(frame, { y: horizon + 4, amplitude: 16, waves: 3, fill: mix(palette.mid, palette.dark, 0.5), octaves: 3 })
  const mirror = paint.linear([
    [0, palette.light],
    [0.3, palette.warm],
    [1, mix(palette.mid, palette.dark, 0.4)],
  ])
  const dam = mix(palette.dark, palette.deep, 0.55)
  // Dams run towards the sun and across, closer together the farther away they are.
  let dams = ''
  for (let index = -12; index <= 12; index += 1) {
    const [near, top] = [subjectX + index * 330, subjectX + index * 46]
    dams += `M${px(top - 1)},${horizon}h2L${px(near + 15)},${height}h-30Z`
  }
  for (let row = 1; row <= 6; row += 1) {
    const y = horizon + 500 * (row / 6) ** 2
    dams += `M0,${px(y)}H${width}v${px(1 + row * 2.2)}H0Z`
  }
  const white = mix('#ffffff', palette.light, 0.35)
  const heap = (x: number, y: number, size: number): string =>
    `<path d="M${px(x - size)},${px(y)}Q${px(x - size * 0.4)},${px(y - size * 0.55)} ${px(x)},${px(y - size * 0.9)}Q${px(x + size * 0.4)},${px(y - size * 0.5)} ${px(x + size)},${px(y)}Z" fill="${white}"/><path d="M${px(x)},${px(y - size * 0.9)}Q${px(x + side * size * 0.4)},${px(y - size * 0.5)} ${px(x + side * size)},${px(y)}H${px(x + side * size * 0.2)}Z" fill="${palette.mid}" opacity=".45"/><ellipse cx="${px(x)}" cy="${px(y + size * 0.1)}" rx="${px(size)}" ry="${px(size * 0.1)}" fill="${white}" opacity=".3"/>`
  let heaps = ''
  for (let index = 0; index < (wide ? 11 : 6); index += 1) {
    const share = random.next()
    heaps += heap(random.range(0, width), horizon + 26 + share * 150, 12 + share * 34)
  }
  const feet = 806
  const x = wide ? subjectX : width / 2 + side * 70
  const tall = wide ? 260 : 230
  const coat = '#0b0a0d'
  const rake = `<path d="M${px(x - side * 12)},${feet - tall * 0.56}L${px(x - side * tall * 0.74)},${feet + 6}m${-side * 34},-10l${side * 62},22" stroke="${coat}" stroke-width="6" stroke-linecap="round" fill="none"/>`
  const shadow = `<ellipse cx="${px(x)}" cy="${feet + 8}" rx="120" ry="10" fill="${palette.deep}" opacity=".45"/>`
  return {
    planes: [
      { depth: 0, svg: far },
      {
        depth: 0.3,
        svg: band(frame, mirror, horizon, height - horizon) + `<path d="${dams}" fill="${dam}" opacity=".8"/>`,
      },
      { depth: 0.6, svg: heaps + heap(x + side * (wide ? 300 : 190), 700, wide ? 120 : 92) },
      { depth: 1, svg: shadow + rake + figure('walk', x, feet, tall, coat) },
    ],
    subjects: [figureBox('walk', x, feet, tall), boxAround(subjectX, horizon - 46, 130, 130)],
    focusX: x,
    fall: 0.6,
  }
}

/** Men at play under the lamps of an outdoor basketball court. */
export function court(frame: Frame): Scene {
  const { palette, paint, random, subjectX, side, wide, width, height } = frame
  const horizon = 520
  let roofs = ''
  for (let left = -30; left < width; left += random.range(70, 150)) {
    const span = random.range(80, 170)
    roofs += `M${px(left)},${horizon + 20}V${px(random.range(390, 480))}h${px(span)}V${horizon + 20}Z`
  }
  let windows = ''
  for (let index = 0; index < (wide ? 40 : 18); index += 1)
    windows += `M${px(random.range(0, width))},${px(random.range(440, 510))}h7v10h-7Z`
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid], horizon) +
    stars(frame, 50, 300, '#ffffff') +
    `<path d="${roofs}" fill="${mix(palette.dark, palette.deep, 0.45)}"/><path d="${windows}" fill="${palette.warm}" opacity=".6"/>`
  const floor = paint.linear([
    [0, mix('#a4572e', palette.mid, 0.4)],
    [1, mix('#4a2314', palette.deep, 0.4)],
  ])
  const lines = `<g fill="none" stroke="#f6efe2" stroke-opacity=".75" stroke-width="5"><path d="M0,${horizon + 34}H${width}M${px(subjectX - 120)},${horizon + 34}L${px(subjectX - 210)},760H${px(subjectX + 210)}L${px(subjectX + 120)},${horizon + 34}"/><ellipse cx="${px(subjectX)}" cy="760" rx="210" ry="52"/><path d="M${px(subjectX - 330)},${horizon + 34}Q${px(subjectX - 520)},${height} ${px(subjectX)},${height - 14}Q${px(subjectX + 520)},${height} ${px(subjectX + 330)},${horizon + 34}"/></g>`
  const lamp = (x: number): string => {
    const cone = paint.linear([
      [0, brightest(palette), 0.42],
      [1, brightest(palette), 0],
    ])
    return `<path d="M${px(x - 4)},110h8V${horizon + 30}h-8Z" fill="#0b0c10"/><path d="M${px(x - 34)},104h68v20h-68Z" fill="#ffffff"/><path d="M${px(x - 34)},124h68L${px(x + 300)},${height}H${px(x - 300)}Z" fill="${cone}"/>${glow(frame, x, 114, 150, '#ffffff', 0.85)}`
  }
  const lamps = (wide ? [0.14, 0.5, 0.88] : [0.1, 0.92]).map((share) => lamp(width * share)).join('')
  let net = ''
  for (let index = 0; index < 7; index += 1)
    net += `M${-42 + index * 14},4L${-26 + index * 9},56M${42 - index * 14},4L${26 - index * 9},56`
  const basket = `<g transform="translate(${px(subjectX)},330)"><path d="M-8,-10h16V${horizon - 296}h-16Z" fill="#15171d"/><path d="M-118,-140H118V14H-118Z" fill="#f4f0e6"/><path d="M-42,-72H42V-12H-42Z" fill="none" stroke="#c8372d" stroke-width="7"/><path d="${net}" stroke="#ffffff" stroke-width="2.4" fill="none" opacity=".9"/><ellipse cy="4" rx="44" ry="10" fill="none" stroke="#e2502c" stroke-width="7"/></g>`
  const kits = ['#f4f1ea', accentOf(palette), '#20242e', palette.warm]
  const player = (x: number, y: number, tall: number, colour: string): string =>
    `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(tall * 0.26)}" ry="7" fill="#000000" opacity=".4"/>${figure('walk', x, y, tall, colour)}`
  const places = wide
    ? ([
        [-430, 640, 120],
        [-210, 700, 150],
        [250, 660, 128],
        [450, 760, 176],
      ] as const)
    : ([
        [-130, 650, 116],
        [150, 690, 134],
      ] as const)
  const others = places.map(([dx, y, tall], at) => player(subjectX + dx, y, tall, kits[at % kits.length] ?? '#f4f1ea'))
  // The shooter stands before the basket with the ball over the head.
  const [x, feet, tall] = [subjectX - side * 70, 850, wide ? 280 : 250]
  const [ballX, ballY] = [x + side * 34, feet - tall * 1.26]
  const ball = `${disc(ballX, ballY, 27, '#e07a2c')}<path d="M${px(ballX - 27)},${px(ballY)}h54M${px(ballX)},${px(ballY - 27)}v54" stroke="#3a1608" stroke-width="3"/>`
  const arms = `<path d="M${px(x - 6)},${px(feet - tall * 0.8)}Q${px(x - 30)},${px(feet - tall)} ${px(ballX - 14)},${px(ballY + 22)}M${px(x + 8)},${px(feet - tall * 0.8)}Q${px(x + 44)},${px(feet - tall)} ${px(ballX + 16)},${px(ballY + 20)}" stroke="#0d0e13" stroke-width="17" stroke-linecap="round" fill="none"/>`
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.3, svg: band(frame, floor, horizon + 16, height - horizon) + lines },
      { depth: 0.5, svg: lamps + basket },
      { depth: 0.7, svg: others.join('') },
      { depth: 1, svg: player(x, feet, tall, '#0d0e13') + arms + ball },
    ],
    subjects: [
      boxAround(subjectX, 270, 250, 200),
      { x: x - 70, y: ballY - 30, width: 150, height: feet - ballY + 30 },
      ...places.map(([dx, y, size]) => figureBox('walk', subjectX + dx, y, size)),
    ],
    fall: 0.6,
  }
}

/** A ferry with lit windows at dusk, before a bridge that is finished. */
export function ferry(frame: Frame): Scene {
  const { palette, paint, random, subjectX, side, wide, width, height } = frame
  const horizon = 470
  const x = wide ? subjectX - side * 40 : width / 2 + side * 30
  const steel = mix(palette.mid, palette.deep, 0.5)
  let cables = ''
  for (const tower of wide ? [0.12, 0.42, 0.9] : [0.1, 0.84]) {
    const left = width * tower
    cables += `M${px(left)},200V${horizon}M${px(left - 9)},200V${horizon}`
    for (let index = 1; index <= 6; index += 1)
      cables += `M${px(left)},${206 + index * 8}L${px(left + index * 44)},${horizon - 46}M${px(left)},${206 + index * 8}L${px(left - index * 44)},${horizon - 46}`
  }
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm], horizon) +
    stars(frame, 40, 220, brightest(palette)) +
    glow(frame, subjectX, horizon, 560, palette.warm, 0.6, 220) +
    `<path d="${cables}M0,${horizon - 46}H${width}" fill="none" stroke="${steel}" stroke-width="4"/>`
  let lamps = ''
  for (let at = 20; at < width; at += 64) lamps += disc(at, horizon - 54, 3, palette.light)
  const surface = paint.linear([
    [0, mix(palette.warm, palette.mid, 0.5)],
    [0.35, palette.dark],
    [1, palette.deep],
  ])
  let glitter = ''
  for (let index = 0; index < 90; index += 1) {
    const share = random.next() ** 1.4
    glitter += `M${px(x + random.range(-330, 330))},${px(horizon + 218 + share * 205)}h${px(16 + share * 70)}v${px(1.5 + share * 3)}h${px(-16 - share * 70)}Z`
  }
  const unit = wide ? 1.5 : 1.05
  const hull = '#11141b'
  let lights = ''
  for (let deck = 0; deck < 2; deck += 1)
    for (let index = 0; index < 13 - deck * 4; index += 1)
      lights += `M${-150 + deck * 36 + index * 23},${-62 - deck * 42}h15v20h-15Z`
  const boat =
    `<g transform="translate(${px(x)},${horizon + 176}) scale(${side * unit},${unit})"><path d="M-210,-34H222L186,26Q0,40-176,26Z" fill="${hull}"/><path d="M-206,-24H216L210,-12H-200Z" fill="${accentOf(palette)}"/>` +
    `<path d="M-176,-34V-80H166V-34Z" fill="#e9e3d4"/><path d="M-138,-80V-122H104V-80Z" fill="#f6f1e4"/><path d="M26,-122V-158H92V-122Z" fill="#e9e3d4"/><path d="M-70,-122l8,-58h40l6,58Z" fill="${accentOf(palette)}"/><path d="M-64,-166h46v12h-48Z" fill="#11141b"/>` +
    `<path d="${lights}M36,-150h46v16H36Z" fill="#ffd98a"/><path d="M-190,-80H176v6H-190ZM-148,-122H112v6H-148Z" fill="#8f8a80"/></g>`
  return {
    planes: [
      { depth: 0, svg: far + lamps },
      { depth: 0.3, svg: band(frame, surface, horizon, height - horizon) },
      { depth: 0.6, svg: glow(frame, x, horizon + 110, 380 * unit, '#ffd98a', 0.4, 120) + boat },
      {
        depth: 1,
        svg: `<path d="${glitter}" fill="#ffd98a" opacity=".5"/>${haze(frame, height - 160, 160, palette.deep, 0.7)}`,
      },
    ],
    subjects: [{ x: x - 222 * unit, y: horizon + 176 - 184 * unit, width: 444 * unit, height: 220 * unit }],
    focusX: x,
    fall: 0.62,
  }
}
