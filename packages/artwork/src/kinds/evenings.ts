import { mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, haze, ridge, sky, stars } from '../scenery.ts'

/** Terraced fields that mirror the sky. */
export function terraces(frame: Frame): Scene {
  const { palette, random, subjectX, side, wide, width, height } = frame
  const far =
    sky(frame, [palette.mid, palette.warm, palette.light, brightest(palette)], 420) +
    glow(frame, subjectX, 280, 380, brightest(palette), 0.8) +
    disc(subjectX, 270, wide ? 66 : 56, palette.spot) +
    [0, 1]
      .map((index) =>
        ridge(frame, {
          y: 340 + index * 50,
          amplitude: 70,
          waves: 2,
          fill: mix(palette.warm, palette.mid, 0.45 + index * 0.35),
        }),
      )
      .join('')
  let near = ''
  let middle = ''
  for (let row = 0; row < 9; row += 1) {
    const share = row / 8
    const y = 420 + 480 * share ** 1.3
    const bend = (30 + 60 * share) * side
    const phase = random.range(-60, 60)
    const edge = `M0,${px(y + bend * 0.4)}C${px(width * 0.3 + phase)},${px(y - bend)} ${px(width * 0.6 + phase)},${px(y + bend)} ${width},${px(y - bend * 0.5)}`
    const water = mix(mix(brightest(palette), palette.warm, share * 0.9), palette.mid, share * 0.55)
    const bank = mix(mix('#3f6a3a', palette.mid, 0.5), palette.deep, 0.2 + share * 0.55)
    const svg = `<path d="${edge}V${height}H0Z" fill="${water}"/><path d="${edge}" transform="translate(0,${px(3 + share * 9)})" fill="none" stroke="${bank}" stroke-width="${px(5 + share * 17)}"/>`
    if (row < 5) middle += svg
    else near += svg
  }
  const feet = 820
  const ox = `<g transform="translate(${px(subjectX - side * 120)},${feet + 4}) scale(${side * 1.15},1.15)" fill="#090b0f"><path d="M-70,0L-66,-40C-84,-56-78,-78-50,-80H34C54,-78 62,-92 84,-90L104,-76L98,-62L78,-58C72,-44 64,-40 56,-38L58,0H46L40,-34H-40L-46,0ZM84,-90Q96,-112 112,-112Q100,-100 98,-88Z"/></g>`
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.4, svg: middle },
      { depth: 0.7, svg: near },
      {
        depth: 1,
        svg:
          ox + figure('swordsman', subjectX, feet, 116, '#090b0f') + haze(frame, height - 140, 140, palette.deep, 0.6),
      },
    ],
    subjects: [boxAround(subjectX, 270, 140, 140), boxAround(subjectX - side * 60, feet - 60, 300, 150)],
    fall: 0.65,
  }
}

/** Rows of seats before a lit screen. */
export function cinema(frame: Frame): Scene {
  const { palette, paint, subjectX, wide, width, height, random } = frame
  const x = wide ? subjectX : width / 2
  const half = wide ? 400 : 240
  const screen = paint.linear(
    [
      [0, brightest(palette)],
      [1, palette.warm],
    ],
    [0, 0, 1, 1],
  )
  const wall = paint.linear([
    [0, palette.deep],
    [1, palette.dark],
  ])
  const view =
    `<path d="M${px(x - half)},130h${half * 2}V470h${-half * 2}Z" fill="${screen}"/>` +
    `<path d="M${px(x - half)},400q${px(half * 0.5)},-90 ${px(half * 0.9)},-30t${px(half * 1.1)},-50V470h${-half * 2}Z" fill="${mix(palette.mid, palette.warm, 0.3)}"/>` +
    disc(x + half * 0.36, 250, 46, palette.spot)
  const beam = paint.linear([
    [0, brightest(palette), 0.28],
    [1, palette.light, 0.02],
  ])
  const rows = [540, 640, 770].map((y, row) => {
    const size = 56 + row * 34
    let seats = ''
    let heads = ''
    for (let left = -size / 2 + (row % 2) * size * 0.6; left < width + size; left += size * 1.24) {
      seats += `M${px(left - size * 0.52)},${height}V${px(y + size * 0.3)}q0,${px(-size * 0.3)} ${px(size * 0.3)},${px(-size * 0.3)}h${px(size * 0.44)}q${px(size * 0.3)},0 ${px(size * 0.3)},${px(size * 0.3)}V${height}Z`
      if (random.chance(0.62))
        heads += `M${px(left - size * 0.22)},${px(y - size * 0.12)}a${px(size * 0.22)},${px(size * 0.27)} 0 1 1 ${px(size * 0.44)},0q0,${px(size * 0.2)} ${px(size * 0.1)},${px(size * 0.4)}h${px(-size * 0.64)}q${px(size * 0.1)},${px(-size * 0.2)} ${px(size * 0.1)},${px(-size * 0.4)}Z`
    }
    const tone = mix(mix('#8f2230', palette.mid, 0.3), palette.deep, 0.35 + row * 0.26)
    return `<path d="${heads}" fill="${mix(palette.deep, palette.mid, 0.12)}"/><path d="${seats}" fill="${tone}"/>`
  })
  return {
    planes: [
      { depth: 0, svg: band(frame, wall) + glow(frame, x, 300, half * 1.9, palette.light, 0.5) + view },
      {
        depth: 0.4,
        svg:
          `<path d="M${px(x - half)},470h${half * 2}L${px(x + half * 1.5)},${height}H${px(x - half * 1.5)}Z" fill="${beam}"/>` +
          (rows[0] ?? ''),
      },
      { depth: 0.7, svg: rows[1] ?? '' },
      { depth: 1, svg: rows[2] ?? '' },
    ],
    subjects: [boxAround(x, 300, half * 2, 340)],
    focusX: x,
    fall: 0.6,
  }
}

/** A market street under lamps: stalls, steam, people. */
export function market(frame: Frame): Scene {
  const { palette, paint, subjectX, wide, width, height, random, side } = frame
  const night = paint.linear([
    [0, palette.deep],
    [1, palette.dark],
  ])
  let lamps = ''
  for (let row = 0; row < 3; row += 1) {
    const y = 120 + row * 74
    lamps += `<path d="M0,${y}Q${width / 2},${y + 90} ${width},${y - 10}" fill="none" stroke="${palette.deep}" stroke-width="3"/>`
    for (let x = 30 + row * 20; x < width; x += 86) {
      const sag = 90 * 2 * (x / width) * (1 - x / width)
      const low = y + sag + 8
      lamps += glow(frame, x, low, 46, palette.warm, 0.7) + disc(x, low, 11 - row * 2, brightest(palette))
    }
  }
  const stalls = [0, 1].map((row) => {
    let svg = ''
    const span = wide ? 300 + row * 60 : 250 + row * 50
    for (let left = -60 - row * 110; left < width; left += span + 30) {
      const top = 430 + row * 110
      const tone = random.pick([palette.warm, palette.mid, accentOf(palette), mix(palette.light, palette.warm, 0.4)])
      let stripes = ''
      for (let index = 0; index < 6; index += 2)
        stripes += `M${px(left + 20 + (index * (span - 40)) / 6)},${top}h${px((span - 40) / 6)}L${px(left + ((index + 1) * span) / 6)},${top + 74}h${px(-span / 6)}Z`
      svg +=
        `<path d="M${px(left + 20)},${top}h${span - 40}l20,74h${-span}Z" fill="${tone}"/><path d="${stripes}" fill="#fff6e6" opacity=".7"/>` +
        `<path d="M${px(left + 8)},${top + 74}h${span - 16}v${140}h${16 - span}Z" fill="${paint.linear([
          [0, palette.light, 0.95],
          [1, palette.warm, 0.5],
        ])}"/><path d="M${px(left)},${top + 190}h${span}v${height - top}h${-span}Z" fill="${mix(palette.dark, palette.deep, 0.3 + row * 0.4)}"/>` +
        `<path d="M${px(left + span * 0.3)},${top + 186}q10,-40 44,-40t44,40ZM${px(left + span * 0.64)},${top + 186}q6,-26 26,-26t26,26Z" fill="${palette.deep}"/>` +
        figure(
          random.pick(['coat', 'dress'] as const),
          left + span * 0.5,
          top + 232,
          150,
          mix(palette.deep, '#000000', 0.3),
        )
    }
    return svg
  })
  let people = ''
  for (let x = 30; x < width; x += random.range(90, 170)) {
    if (Math.abs(x - subjectX) > 70)
      people += figure(random.pick(['walk', 'coat', 'dress'] as const), x, 886, random.range(170, 210), '#07080b')
  }
  return {
    planes: [
      { depth: 0, svg: band(frame, night) + glow(frame, subjectX, 470, 620, palette.warm, 0.6) + lamps },
      { depth: 0.4, svg: stalls[0] ?? '' },
      { depth: 0.6, svg: haze(frame, 420, 200, palette.light, 0.2) + (stalls[1] ?? '') },
      {
        depth: 1,
        svg: people + figure('umbrella', subjectX + side * 10, 886, 220, mix(accentOf(palette), palette.light, 0.15)),
      },
    ],
    subjects: [figureBox('umbrella', subjectX, 886, 220)],
    avoid: [{ x: 0, y: 110, width, height: 210 }],
    fall: 0.8,
  }
}

/** Children on a jetty over still water at dusk. */
export function jetty(frame: Frame): Scene {
  const { palette, paint, subjectX, wide, width, height, side } = frame
  const x = wide ? subjectX : width / 2 + side * 60
  const horizon = 500
  const far =
    sky(frame, [palette.dark, palette.mid, palette.warm, palette.light], horizon) +
    disc(x, horizon - 40, wide ? 120 : 98, palette.spot) +
    ridge(frame, { y: horizon - 14, amplitude: 26, waves: 2.6, fill: mix(palette.mid, palette.dark, 0.35) })
  const water = paint.linear([
    [0, mix(palette.light, palette.warm, 0.4)],
    [0.4, palette.mid],
    [1, palette.deep],
  ])
  let shine = ''
  for (let index = 0; index < 26; index += 1)
    shine += `M${px(x - 90 + ((index * 53) % 110) - index)},${horizon + 8 + index * 11}h${60 + index * 3}v${px(2 + index / 9)}h${-60 - index * 3}Z`
  let planks = `<path d="M${px(x - 60)},640h120L${px(x + 230)},${height}H${px(x - 230)}Z" fill="${mix('#2a1a12', palette.deep, 0.4)}"/>`
  for (let index = 0; index < 9; index += 1) {
    const y = 648 + index ** 1.5 * 9.6
    const half = 60 + (y - 640) * 0.65
    planks += `<path d="M${px(x - half)},${px(y)}h${px(half * 2)}v${px(1.5 + index * 0.5)}h${px(-half * 2)}Z" fill="${palette.warm}" opacity=".4"/>`
  }
  const posts = [-1, 1]
    .map(
      (mirror) =>
        `<path d="M${px(x + mirror * 66 - 8)},590h16v90h-16ZM${px(x + mirror * 190 - 14)},720h28v180h-28Z" fill="#0a0a0e"/>`,
    )
    .join('')
  const feet = 676
  const one = figure('seated', x - 42, feet - 26, 150, '#0a0a0e')
  const other = `<g transform="translate(${px(2 * x)},0) scale(-1,1)">${figure('seated', x - 46, feet - 28, 132, '#0a0a0e')}</g>`
  return {
    planes: [
      { depth: 0, svg: far },
      {
        depth: 0.3,
        svg: band(frame, water, horizon, height - horizon) + `<path d="${shine}" fill="${palette.spot}" opacity=".6"/>`,
      },
      { depth: 0.6, svg: planks + posts },
      { depth: 1, svg: one + other + birds(frame, x - side * 200, 240, 6, 14, palette.deep) },
    ],
    subjects: [boxAround(x, horizon - 40, 240, 240), boxAround(x, feet - 70, 220, 150)],
    focusX: x,
    fall: 0.6,
  }
}

/** A rocket rises over the plain. */
export function launch(frame: Frame): Scene {
  const { palette, paint, subjectX, wide, width, height, side, random } = frame
  const x = wide ? subjectX : width / 2 + side * 70
  const top = wide ? 170 : 150
  const trail = paint.linear([
    [0, '#fff3cf'],
    [0.3, palette.warm],
    [1, palette.light],
  ])
  const smoke = ['', '']
  for (let index = 0; index < 46; index += 1) {
    const spread = random.range(-1, 1)
    const y = 846 - (1 - Math.abs(spread)) * random.range(0, 90)
    smoke[index % 2] += disc(
      x + spread * (wide ? 520 : 280),
      y,
      random.range(34, 86),
      mix(palette.light, palette.mid, random.range(0.1, 0.6)),
    )
  }
  const unit = wide ? 1.15 : 1
  const rocket = `<g transform="translate(${px(x)},${top}) scale(${unit})"><path d="M0,-80C40,-30 46,30 46,110V260H-46V110C-46,30-40,-30 0,-80Z" fill="${brightest(palette)}"/><path d="M0,-80C40,-30 46,30 46,110V260H8V0Z" fill="${mix(palette.mid, palette.light, 0.25)}"/><path d="M-46,180L-92,270V290L-46,262ZM46,180L92,270V290L46,262Z" fill="${accentOf(palette)}"/><path d="M-46,120h92v16h-92ZM-46,222h92v14h-92Z" fill="${accentOf(palette)}"/><circle cy="52" r="19" fill="${palette.dark}"/><circle cx="-5" cy="47" r="8" fill="${palette.light}"/><path d="M-30,260h60l8,26h-76Z" fill="${palette.dark}"/></g>`
  const flameTop = top + 286 * unit
  return {
    planes: [
      {
        depth: 0,
        svg:
          sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm], 860) +
          stars(frame, 160, 560, brightest(palette)),
      },
      {
        depth: 0.3,
        svg:
          glow(frame, x, flameTop + 60, 420, palette.light, 0.8) +
          `<path d="M${px(x - 34 * unit)},${px(flameTop)}h${px(68 * unit)}L${px(x + 74)},850H${px(x - 74)}Z" fill="${trail}" opacity=".92"/>`,
      },
      {
        depth: 0.5,
        svg:
          (smoke[0] ?? '') +
          ridge(frame, { y: 850, amplitude: 16, waves: 3, fill: mix(palette.dark, palette.deep, 0.5) }),
      },
      { depth: 0.7, svg: rocket },
      {
        depth: 1,
        svg:
          `<g opacity=".8">${smoke[1] ?? ''}</g><path d="M0,872H${width}V${height}H0Z" fill="#06070b"/>` +
          figure('coat', x - side * (wide ? 420 : 210), 884, wide ? 130 : 120, '#06070b'),
      },
    ],
    subjects: [{ x: x - 100 * unit, y: top - 90 * unit, width: 200 * unit, height: 390 * unit }],
    focusX: x,
    fall: 0.5,
  }
}
