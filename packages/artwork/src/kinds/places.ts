import { darken, mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, haze, motes, ridge, sky, stars } from '../scenery.ts'

/** A room with a high window: the light lies on floor and wall, a chair stands in it. */
export function room(frame: Frame): Scene {
  const { palette, paint, subjectX, side, wide, width, height, random } = frame
  const x = wide ? subjectX : width / 2 + side * 50
  const floorY = 660
  const wall = paint.linear([
    [0, mix(palette.dark, palette.mid, 0.5)],
    [1, palette.dark],
  ])
  const floor = paint.linear([
    [0, mix(palette.dark, palette.warm, 0.2)],
    [1, palette.deep],
  ])
  const span = wide ? 330 : 250
  const left = x - span / 2
  const view =
    `<path d="M${px(left)},130h${span}V520h${-span}Z" fill="${paint.linear([
      [0, palette.warm],
      [1, brightest(palette)],
    ])}"/>` +
    disc(x + side * 50, 330, 54, palette.spot) +
    `<path d="M${px(left)},470q${px(span * 0.3)},-50 ${px(span * 0.55)},-14t${px(span * 0.45)},-20V520h${-span}Z" fill="${mix(palette.mid, palette.warm, 0.4)}"/>`
  const frameBars = `<path d="M${px(left - 14)},116h${span + 28}v14h${-span - 28}ZM${px(left - 14)},520h${span + 28}v22h${-span - 28}ZM${px(left - 14)},116h14v420h-14ZM${px(left + span)},116h14v420h-14ZM${px(x - 5)},130h10v390h-10ZM${px(left)},300h${span}v10h${-span}Z" fill="${palette.deep}"/>`
  const beam = paint.linear([
    [0, brightest(palette), 0.55],
    [1, palette.warm, 0.12],
  ])
  const lightX = x - side * 240
  const patch = `<path d="M${px(lightX - span * 0.4)},${floorY + 40}h${span * 0.9}l${-side * 80},180h${-span * 1.1}Z" fill="${beam}"/><path d="M${px(lightX)},${floorY + 40}l${-side * 70},180h10l${side * 70},-180Z" fill="${palette.deep}" opacity=".5"/>`
  const curtain = (at: number, mirror: number): string =>
    `<path d="M${px(at)},96c${px(mirror * 20)},160 ${px(mirror * -26)},300 ${px(mirror * 26)},${floorY - 100}h${px(mirror * 66)}c${px(mirror * 10)},-200 ${px(mirror * -8)},-380 ${px(mirror * 6)},${100 - floorY}Z" fill="${mix(accentOf(palette), palette.dark, 0.35)}" opacity=".9"/>`
  const chairX = x - side * (wide ? 250 : 120)
  const chair = `<g transform="translate(${px(chairX)},830) scale(${side * 1.25},1.25)"><ellipse cx="10" cy="2" rx="110" ry="12" fill="#000000" opacity=".4"/><path d="M-56,0L-48,-110H56L62,0H50L44,-84H-36L-44,0ZM-56,-110L-64,-250h14l10,140ZM44,-110L36,-250h14l12,140ZM-62,-246H50v18H-62ZM-60,-206H48v12H-60Z" fill="${mix('#3a2013', palette.deep, 0.45)}"/><path d="M-56,-118H64v16H-56Z" fill="${mix('#3a2013', palette.warm, 0.4)}"/></g>`
  const plantX = x + side * (wide ? 340 : 190)
  let leaves = ''
  for (let index = 0; index < 11; index += 1) {
    const angle = -Math.PI / 2 + (index - 5) * 0.26
    const reach = random.range(110, 190)
    const [tipX, tipY] = [plantX + Math.cos(angle) * reach, 700 + Math.sin(angle) * reach]
    leaves += `<path d="M${px(plantX)},700Q${px((plantX + tipX) / 2 - 22)},${px((700 + tipY) / 2)} ${px(tipX)},${px(tipY)}Q${px((plantX + tipX) / 2 + 22)},${px((700 + tipY) / 2)} ${px(plantX)},700Z" fill="${mix('#2f6a4a', palette.dark, index % 2 === 0 ? 0.3 : 0.6)}"/>`
  }
  const pot = `<path d="M${px(plantX - 54)},690h108l-16,130h-76Z" fill="${mix('#b0603a', palette.mid, 0.35)}"/><path d="M${px(plantX + 4)},690h50l-16,130h-34Z" fill="#000000" opacity=".25"/>`
  return {
    planes: [
      { depth: 0, svg: band(frame, wall) + view },
      {
        depth: 0.3,
        svg:
          frameBars +
          curtain(left - 20, -1) +
          curtain(left + span + 20, 1) +
          glow(frame, x, 330, 420, palette.light, 0.35),
      },
      {
        depth: 0.5,
        svg:
          band(frame, floor, floorY, height - floorY) +
          `<path d="M0,${floorY}H${width}v7H0Z" fill="${palette.deep}" opacity=".6"/>` +
          patch,
      },
      {
        depth: 1,
        svg:
          leaves +
          pot +
          chair +
          motes(frame, 40, brightest(palette), {
            x: chairX,
            reach: 200,
            top: 300,
            bottom: 800,
            radius: 2,
            opacity: 0.4,
          }),
      },
    ],
    subjects: [boxAround(x, 325, span + 60, 430), boxAround(chairX, 700, 170, 320)],
    focusX: x,
    fall: 0.55,
  }
}

/** A staircase that winds down, seen from above. */
export function stairs(frame: Frame): Scene {
  const { palette, subjectX, wide, width, height, side } = frame
  const x = wide ? subjectX : width / 2 + side * 20
  const y = wide ? 440 : 370
  const steps = 30
  let treads = ''
  let rails = ''
  for (let turn = 0; turn < 4; turn += 1) {
    const outer = (wide ? 1180 : 720) * 0.56 ** turn
    const inner = outer * 0.54
    for (let index = 0; index < steps; index += 1) {
      const from = (index / steps) * Math.PI * 2 + turn * 0.5
      const to = from + (Math.PI * 2) / steps + 0.01
      const shade = 0.5 + 0.5 * Math.sin(from * side + 0.8)
      const tone = mix(
        mix(palette.light, palette.warm, 0.2 + turn * 0.2),
        palette.deep,
        Math.min(0.95, 0.12 + shade * 0.62 + turn * 0.1 + (index % 2) * 0.07),
      )
      const corner = (radius: number, angle: number): string =>
        `${px(x + Math.cos(angle) * radius)},${px(y + Math.sin(angle) * radius * 0.94)}`
      treads += `<path d="M${corner(outer, from)}L${corner(outer, to)}L${corner(inner, to)}L${corner(inner, from)}Z" fill="${tone}"/>`
      rails += `M${corner(inner, from)}L${corner(inner * 0.955, from)}`
    }
    rails += `M${px(x + inner * 0.955)},${px(y)}A${px(inner * 0.955)},${px(inner * 0.9)} 0 1 1 ${px(x + inner * 0.955)},${px(y - 0.5)}`
  }
  const person = figure('coat', x + 6, y + 40, wide ? 92 : 78, '#050609')
  return {
    planes: [
      { depth: 0, svg: band(frame, mix(palette.dark, palette.deep, 0.5)) + glow(frame, x, y, width, palette.mid, 0.5) },
      { depth: 0.4, svg: treads },
      {
        depth: 0.6,
        svg:
          `<path d="${rails}" fill="none" stroke="${palette.deep}" stroke-width="5"/>` +
          glow(frame, x, y, wide ? 210 : 150, brightest(palette), 0.95),
      },
      { depth: 1, svg: person + haze(frame, height - 200, 200, palette.deep, 0.6) },
    ],
    subjects: [boxAround(x, y, wide ? 320 : 240, wide ? 300 : 230)],
    focusX: x,
    fall: 0.7,
  }
}

/** A lighthouse whose beam crosses the night. */
export function lighthouse(frame: Frame): Scene {
  const { palette, paint, subjectX, side, wide, width, height } = frame
  const x = wide ? subjectX : width / 2 + side * 90
  const lampY = wide ? 240 : 250
  const beam = (reach: number, spread: number): string => {
    const fill = paint.linear(
      [
        [0, brightest(palette), 0.85],
        [1, palette.light, 0],
      ],
      reach > 0 ? [0, 0, 1, 0] : [1, 0, 0, 0],
    )
    return `<path d="M${px(x)},${lampY - 8}L${px(x + reach)},${px(lampY - spread)}V${px(lampY + spread * 0.7)}L${px(x)},${lampY + 8}Z" fill="${fill}"/>`
  }
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, mix(palette.warm, palette.mid, 0.4)], 640) +
    stars(frame, 130, 520, brightest(palette))
  const horizon = 610
  const water = paint.linear([
    [0, mix(palette.mid, palette.dark, 0.4)],
    [1, palette.deep],
  ])
  let waves = ''
  for (let index = 0; index < 60; index += 1) {
    const y = horizon + 8 + (index * 230) / 60
    waves += `M${px(((index * 271) % (width + 200)) - 100)},${px(y)}h${30 + index * 2}v${px(1 + index / 24)}h${-30 - index * 2}Z`
  }
  const unit = wide ? 1.1 : 1
  const stone = mix(palette.light, palette.warm, 0.2)
  const tower =
    `<g transform="translate(${px(x)},${lampY}) scale(${unit})"><path d="M-44,36L-74,480H74L44,36Z" fill="${stone}"/><path d="M0,36H44L74,480H0Z" fill="#000000" opacity=".34"/><path d="M-51,140L-58,230H58L51,140ZM-63,320L-70,410H70L63,320Z" fill="${mix('#a8322a', palette.mid, 0.15)}"/><path d="M0,140H51L58,230H0ZM0,320H63L70,410H0Z" fill="#000000" opacity=".3"/>` +
    `<path d="M-62,28h124v14h-124ZM-34,-34h68v62h-68Z" fill="${palette.deep}"/><path d="M-26,-26h52v50h-52Z" fill="#fff6dc"/><path d="M-42,-34L0,-76L42,-34Z" fill="${mix('#a8322a', palette.mid, 0.15)}"/><path d="M-10,250h20v34h-20Z" fill="${palette.spot}" opacity=".9"/></g>`
  const rock = `<path d="M${px(x - 330)},${height}C${px(x - 250)},720 ${px(x - 170)},690 ${px(x - 110)},668L${px(x + 90)},660C${px(x + 190)},690 ${px(x + 270)},760 ${px(x + 330)},${height}Z" fill="#07090e"/><path d="M${px(x - 110)},668L${px(x + 90)},660L${px(x + 40)},720L${px(x - 150)},740Z" fill="${mix(palette.dark, palette.deep, 0.2)}"/>`
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.3, svg: beam(-side * width, 150) + beam(side * width * 0.6, 110) },
      {
        depth: 0.5,
        svg:
          band(frame, water, horizon, height - horizon) + `<path d="${waves}" fill="${palette.light}" opacity=".28"/>`,
      },
      { depth: 0.8, svg: tower + glow(frame, x, lampY, 190, brightest(palette), 0.9) },
      { depth: 1, svg: rock + birds(frame, x - side * 220, 420, 5, 14, palette.light) },
    ],
    subjects: [{ x: x - 80 * unit, y: lampY - 90, width: 160 * unit, height: 560 }],
    focusX: x,
    fall: 0.5,
  }
}

/** An arched bridge with its reflection, which together form a circle. */
export function bridge(frame: Frame): Scene {
  const { palette, paint, subjectX, side, wide, width, height, random } = frame
  const x = wide ? subjectX : width / 2 + side * 20
  const y = 590
  const radius = wide ? 210 : 176
  const stone = mix(palette.mid, palette.deep, 0.3)
  const far =
    sky(frame, [palette.mid, palette.warm, palette.light, brightest(palette)], y) +
    disc(x - side * (wide ? 320 : 150), 250, wide ? 84 : 62, palette.spot, 0.95) +
    [0, 1]
      .map((index) =>
        ridge(frame, {
          y: 440 + index * 70,
          amplitude: 56,
          waves: 2.2,
          fill: mix(palette.warm, palette.mid, 0.35 + index * 0.4),
        }),
      )
      .join('')
  let houses = ''
  for (let left = -30; left < width; left += random.range(110, 160)) {
    if (Math.abs(left + 60 - x) < radius * 1.5) continue
    const top = random.range(450, 500)
    houses += `<path d="M${px(left)},${y}V${px(top + 40)}H${px(left + 110)}V${y}Z" fill="${mix(palette.light, palette.mid, 0.35)}"/><path d="M${px(left - 16)},${px(top + 44)}Q${px(left + 55)},${px(top - 30)} ${px(left + 126)},${px(top + 44)}Z" fill="${palette.dark}"/><path d="M${px(left + 40)},${px(top + 70)}h26v34h-26Z" fill="${palette.deep}" opacity=".7"/>`
  }
  const arch = (mirror: 1 | -1, opacity: number): string => {
    const up = (value: number): string => px(y - mirror * value)
    return `<g opacity="${opacity}"><path d="M${px(x - radius * 2.3)},${up(0)}Q${px(x - radius)},${up(radius * 0.5)} ${px(x - radius * 0.4)},${up(radius * 1.34)}Q${px(x)},${up(radius * 1.5)} ${px(x + radius * 0.4)},${up(radius * 1.34)}Q${px(x + radius)},${up(radius * 0.5)} ${px(x + radius * 2.3)},${up(0)}H${px(x + radius)}A${radius},${radius} 0 0 ${mirror === 1 ? 0 : 1} ${px(x - radius)},${up(0)}Z" fill="${stone}"/><path d="M${px(x - radius)},${up(0)}A${radius},${radius} 0 0 ${mirror === 1 ? 1 : 0} ${px(x + radius)},${up(0)}" fill="none" stroke="${palette.light}" stroke-opacity=".5" stroke-width="7"/><path d="M${px(x - radius * 2.3)},${up(26)}Q${px(x - radius)},${up(radius * 0.5 + 30)} ${px(x - radius * 0.4)},${up(radius * 1.34 + 30)}Q${px(x)},${up(radius * 1.5 + 30)} ${px(x + radius * 0.4)},${up(radius * 1.34 + 30)}Q${px(x + radius)},${up(radius * 0.5 + 30)} ${px(x + radius * 2.3)},${up(26)}" fill="none" stroke="${mix(stone, palette.light, 0.55)}" stroke-width="6"/></g>`
  }
  const water = paint.linear([
    [0, mix(palette.light, palette.mid, 0.4)],
    [1, palette.dark],
  ])
  let ripples = ''
  for (let index = 0; index < 46; index += 1)
    ripples += `M${px(random.range(0, width))},${px(random.range(y + 8, 880))}h${px(random.range(30, 150))}v2.4h-60Z`
  const boatX = x - side * radius * 0.4
  const boat = `<g transform="translate(${px(boatX)},${y + 92}) scale(${side * 1.3},1.3)" fill="#0c0f16"><path d="M-120,-10Q-60,26 20,24T130,-22Q116,30 60,36H-60Q-104,26-120,-10Z"/><path d="M-50,14Q-44,-46 0,-48T56,12Z"/></g>`
  const walker = figure('umbrella', x + side * 20, y - radius * 1.4, 96, '#0c0f16')
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.3, svg: houses + haze(frame, 420, 180, palette.light, 0.35) },
      {
        depth: 0.5,
        svg:
          band(frame, water, y, height - y) +
          arch(-1, 0.4) +
          `<path d="${ripples}" fill="${brightest(palette)}" opacity=".35"/>`,
      },
      { depth: 0.7, svg: arch(1, 1) + walker },
      { depth: 1, svg: boat + figure('swordsman', boatX + side * 60, y + 102, 118, '#0c0f16') },
    ],
    subjects: [
      boxAround(x, y - 20, radius * 2.4, radius * 2.4),
      figureBox('umbrella', x + side * 20, y - radius * 1.4, 96),
    ],
    focusX: x,
    fall: 0.6,
  }
}

/** Bamboo in the mist, and somebody on the path. */
export function bamboo(frame: Frame): Scene {
  const { palette, random, subjectX, wide, width, height, paint } = frame
  const ground = paint.linear([
    [0, mix(palette.light, palette.mid, 0.3)],
    [0.7, palette.mid],
    [1, palette.dark],
  ])
  const stems = (count: number, span: number, tone: string, gap: number): string => {
    let walls = ''
    let joints = ''
    let leaves = ''
    for (let index = 0; index < count; index += 1) {
      const x = ((index + random.range(0.1, 0.9)) * width) / count
      if (Math.abs(x - subjectX) < gap) continue
      const lean = random.range(-26, 26)
      const half = span * random.range(0.7, 1.2)
      walls += `M${px(x - half)},${height}L${px(x + lean - half)},0h${px(half * 2)}L${px(x + half)},${height}Z`
      for (let y = random.range(20, 110); y < height; y += random.range(96, 140)) {
        const at = x + lean * (1 - y / height)
        joints += `M${px(at - half - 2)},${px(y)}h${px(half * 2 + 4)}v${px(half * 0.4)}h${px(-half * 2 - 4)}Z`
        if (y < 620 && random.chance(0.34)) {
          const mirror = random.chance(0.5) ? 1 : -1
          for (let leaf = 0; leaf < 4; leaf += 1) {
            const reach = random.range(46, 96) * mirror
            const fall = random.range(-10, 66)
            leaves += `M${px(at)},${px(y)}q${px(reach * 0.4)},${px(fall * 0.2 - 16)} ${px(reach)},${px(fall)}q${px(-reach * 0.6)},${px(-fall * 0.2 - 4)} ${px(-reach)},${px(-fall)}`
          }
        }
      }
    }
    return `<path d="${walls}" fill="${tone}"/><path d="${joints}" fill="${darken(tone, 0.3)}"/><path d="${leaves}" fill="${darken(tone, 0.12)}"/>`
  }
  const feet = 850
  const path = `<path d="M${px(subjectX - 40)},640h80L${px(subjectX + 240)},${height}H${px(subjectX - 240)}Z" fill="${brightest(palette)}" opacity=".3"/>`
  return {
    planes: [
      { depth: 0, svg: band(frame, ground) + glow(frame, subjectX, 330, 520, brightest(palette), 0.85) },
      {
        depth: 0.3,
        svg:
          stems(wide ? 34 : 14, 7, mix(palette.mid, palette.light, 0.4), 30) +
          haze(frame, 300, 600, palette.light, 0.35),
      },
      { depth: 0.5, svg: stems(wide ? 22 : 9, 11, mix(palette.mid, palette.dark, 0.35), 80) + path },
      { depth: 0.8, svg: figure('swordsman', subjectX, feet, wide ? 230 : 210, '#07090c') },
      { depth: 1, svg: stems(wide ? 9 : 4, 21, mix(palette.dark, palette.deep, 0.6), wide ? 260 : 170) },
    ],
    subjects: [figureBox('swordsman', subjectX, feet, wide ? 230 : 210)],
    avoid: [boxAround(subjectX, 330, 240, 300)],
    fall: 0.6,
  }
}
