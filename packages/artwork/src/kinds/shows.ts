import { mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Box, Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, glow, haze, motes, sky, stars } from '../scenery.ts'

/** The crowd before a stage: heads and raised arms. */
function crowd(frame: Frame): string {
  const { random, height, width } = frame
  const spacing = 26
  let heads = ''
  let arms = ''
  for (let x = -spacing; x < width + spacing; x += spacing * random.range(0.8, 1.3)) {
    const top = height - random.range(34, 66)
    const size = random.range(11, 15)
    heads += `M${px(x - size)},${px(top)}a${px(size)},${px(size * 1.15)} 0 1 1 ${px(size * 2)},0q${px(size)},${px(size)} ${px(size * 1.3)},${px(size * 4)}H${px(x - size * 2.3)}q0,${px(-size * 3)} ${px(size * 1.3)},${px(-size * 4)}Z`
    if (random.chance(0.3))
      arms += `M${px(x + 14)},${px(top + 30)}q${px(random.range(-8, 8))},-30 ${px(random.range(-18, 18))},${px(-random.range(58, 92))}`
  }
  return `<path d="${heads}V${height}Z" fill="#040406"/><path d="${arms}" fill="none" stroke="#040406" stroke-width="9" stroke-linecap="round"/>`
}

/** A singer in crossing lights. */
export function stage(frame: Frame): Scene {
  const { height, width, random, palette, paint, subjectX } = frame
  const back = paint.linear([
    [0, palette.deep],
    [0.7, palette.dark],
    [1, palette.deep],
  ])
  let curtain = ''
  for (let x = 0; x < width; x += 34) {
    curtain += `<path d="M${x},0q${px(random.range(6, 20))},340 0,740h18q${px(random.range(-14, 6))},-370 4,-740Z" fill="${palette.mid}" opacity="${fine(random.range(0.1, 0.32))}"/>`
  }
  const beams = [
    [-420, palette.warm],
    [-150, brightest(palette)],
    [150, palette.light],
    [420, palette.warm],
  ] as const
  const lights = beams.map(([offset, colour]) => {
    const fill = paint.linear([
      [0, colour, 0.75],
      [0.8, colour, 0.12],
      [1, colour, 0],
    ])
    return `<path d="M${px(subjectX + offset * 1.3 - 8)},-10h16L${px(subjectX + offset * 0.2 + 150)},760h-300Z" fill="${fill}" style="mix-blend-mode:screen"/>`
  })
  const floor = paint.linear([
    [0, palette.dark],
    [1, '#050507'],
  ])
  const feet = 778
  const microphone = `<path d="M${px(subjectX + 26)},776V${feet - 172}l-12,-10" stroke="#040406" stroke-width="4" fill="none"/>`
  return {
    planes: [
      { depth: 0, svg: band(frame, back) + curtain },
      { depth: 0.3, svg: lights.join('') },
      { depth: 0.5, svg: band(frame, floor, 730, 170) + glow(frame, subjectX, 770, 420, palette.light, 0.85, 60) },
      {
        depth: 0.7,
        svg:
          microphone +
          figure('dress', subjectX, feet, 250, '#040406') +
          motes(frame, 80, brightest(palette), { x: subjectX, reach: 400, top: 0, bottom: 700, radius: 2.4 }),
      },
      { depth: 1, svg: `<g>${crowd(frame)}</g>` + haze(frame, height - 90, 90, '#040406', 0.6) },
    ],
    subjects: [figureBox('dress', subjectX, feet, 250)],
    fall: 0.6,
  }
}

/** Meridians and parallels. */
function globe(frame: Frame, x: number, y: number, radius: number): string {
  let lines = ''
  for (let index = 0; index < 5; index += 1) {
    lines += `<ellipse cx="${px(x)}" cy="${y}" rx="${px(radius * Math.abs(Math.cos(index * 0.35)))}" ry="${radius}"/>`
  }
  for (let index = -4; index < 5; index += 1) {
    const offset = (index * radius) / 4.7
    const half = Math.sqrt(radius * radius - offset * offset)
    lines += `<path d="M${px(x - half)},${px(y + offset)}h${px(half * 2)}"/>`
  }
  return `<g fill="none" stroke="${frame.palette.light}" stroke-width="1.6" opacity=".34" transform="rotate(-14 ${px(x)} ${y})">${lines}</g>`
}

/** Head and shoulders behind a desk, 100 wide at scale 1, elbows at 0,0. */
function anchor(frame: Frame, x: number, y: number, scale: number, hair: boolean): string {
  const long = hair ? '<path d="M-15,-70C-18,-92 16,-94 16,-68C18,-56 18,-48 12,-44H-12C-18,-50-16,-60-15,-70Z"/>' : ''
  return (
    `<g transform="translate(${px(x)},${y}) scale(${scale})" fill="#080a10" stroke="${frame.palette.light}" stroke-opacity=".3" stroke-width=".8">` +
    `<ellipse cy="-66" rx="12.5" ry="16"/>${long}<path d="M-7,-54h14v8C28,-42 36,-32 38,4H-38C-36,-32-28,-42-7,-46Z"/></g>`
  )
}

/** A news desk before a turning globe. */
export function studio(frame: Frame): Scene {
  const { height, width, random, palette, paint, subjectX, side, wide } = frame
  const wall = paint.linear([
    [0, palette.dark],
    [1, palette.deep],
  ])
  const globeY = wide ? 350 : 320
  const radius = wide ? 310 : 244
  let bars = ''
  const columns = wide ? 30 : 14
  for (let index = 0; index < columns; index += 1) {
    const tone = random.pick([palette.warm, palette.light, palette.spot, palette.mid])
    const fade = paint.linear([
      [0, tone, 0],
      [0.5, tone, random.range(0.1, 0.34)],
      [1, tone, 0],
    ])
    const x = (index * width) / columns
    bars += `<path d="M${px(x)},${px(random.range(0, 200))}h${px(random.range(2, 12))}v${px(random.range(260, 560))}h-12Z" fill="${fade}"/>`
  }
  const desk = paint.linear([
    [0, mix(palette.mid, palette.deep, 0.3)],
    [0.14, mix(palette.dark, palette.deep, 0.5)],
    [1, '#05070a'],
  ])
  const people = wide ? [subjectX - 150, subjectX + 150] : [subjectX]
  const seats = people.map((x, index) => anchor(frame, x, 726, 2.5, wide ? index === 1 : side > 0))
  const half = wide ? 420 : 330
  const table =
    `<path d="M${px(subjectX - half)},722h${half * 2}L${px(subjectX + half - 60)},${height}h${120 - half * 2}Z" fill="${desk}"/>` +
    `<path d="M${px(subjectX - half)},719h${half * 2}v4h${-half * 2}Z" fill="${palette.light}"/>` +
    `<path d="M${px(subjectX - half + 40)},800h${half * 2 - 80}v2h${80 - half * 2}Z" fill="${palette.spot}" opacity=".5"/>` +
    glow(frame, subjectX, 722, half, palette.light, 0.35, 26)
  const subjects: Box[] = people.map((x) => ({ x: x - 96, y: 514, width: 192, height: 215 }))
  return {
    planes: [
      { depth: 0, svg: band(frame, wall) + glow(frame, subjectX, globeY, 620, palette.mid, 0.9) + bars },
      {
        depth: 0.3,
        svg: globe(frame, subjectX, globeY, radius) + glow(frame, subjectX, 620, 460, palette.warm, 0.5, 260),
      },
      { depth: 0.7, svg: seats.join('') },
      { depth: 1, svg: table },
    ],
    subjects,
    avoid: [boxAround(subjectX, globeY, radius * 1.7, radius * 1.7)],
    fall: 0.5,
  }
}

/** Floodlights: a lamp head with its cone. */
function floodlight(frame: Frame, x: number, y: number): string {
  const { palette, paint, height } = frame
  const light = brightest(palette)
  const cone = paint.linear([
    [0, light, 0.5],
    [0.7, light, 0.04],
    [1, light, 0],
  ])
  let lamps = ''
  for (let index = 0; index < 8; index += 1) {
    lamps += `<circle cx="${px(x - 36 + (index % 4) * 24)}" cy="${y - 12 + (index > 3 ? 24 : 0)}" r="8"/>`
  }
  return (
    `<path d="M${px(x)},${y}L${px(x - 330)},${height}h660Z" fill="${cone}"/>` +
    `${glow(frame, x, y, 150, '#ffffff', 0.9)}<g fill="#ffffff">${lamps}</g>`
  )
}

/** A match under floodlights. */
export function stadium(frame: Frame): Scene {
  const { height, width, random, palette, paint, subjectX, wide } = frame
  const horizon = 440
  const stands =
    [palette.warm, palette.light, palette.mid, brightest(palette)]
      .map((tone) =>
        motes(frame, wide ? 230 : 110, tone, {
          x: width / 2,
          reach: width / 2,
          top: horizon - 120,
          bottom: horizon + 24,
          radius: 2.4,
          opacity: 0.6,
        }),
      )
      .join('') + haze(frame, horizon - 130, 160, palette.deep, 0.6)
  const grass = paint.linear([
    [0, mix('#1f6a45', palette.light, 0.25)],
    [1, '#0d3524'],
  ])
  let pitch = band(frame, grass, horizon + 24, height)
  let stripes = ''
  for (let index = -14; index < 15; index += 2) {
    stripes += `M${px(subjectX + index * 46)},${horizon + 24}L${px(subjectX + index * 230)},${height}h230L${px(subjectX + (index + 1) * 46)},${horizon + 24}Z`
  }
  pitch +=
    `<path d="${stripes}" fill="#ffffff" opacity=".05"/>` +
    `<g fill="none" stroke="#ffffff" stroke-width="4" opacity=".7"><ellipse cx="${px(subjectX)}" cy="${horizon + 220}" rx="330" ry="92"/><path d="M0,${horizon + 220}H${width}"/></g>`
  const lamps = [0.08, 0.36, 0.64, 0.92].map((share, index) => floodlight(frame, width * share, 110 + (index % 2) * 30))
  const kits = [random.chance(0.5) ? '#e8442f' : palette.warm, '#f4f1ea']
  const subjects: Box[] = []
  let players = ''
  const reach = wide ? 420 : 130
  for (let index = 0; index < (wide ? 11 : 6); index += 1) {
    const x = subjectX + ((index + 0.5) / (wide ? 11 : 6) - 0.5) * 2 * reach + random.range(-18, 18)
    const y = random.range(horizon + 120, height - 40)
    const size = 40 + (y - horizon) * 0.2
    players +=
      `<ellipse cx="${px(x + 14)}" cy="${px(y)}" rx="${px(size * 0.32)}" ry="5" fill="#000000" opacity=".35"/>` +
      figure('walk', x, y, size, kits[index % 2] ?? '#f4f1ea')
    subjects.push(figureBox('walk', x, y, size))
  }
  return {
    planes: [
      {
        depth: 0,
        svg: sky(frame, [palette.deep, palette.dark, palette.mid], horizon) + stars(frame, 40, 240, '#ffffff'),
      },
      { depth: 0.25, svg: stands },
      { depth: 0.5, svg: pitch },
      { depth: 0.7, svg: lamps.join('') },
      { depth: 1, svg: players },
    ],
    subjects,
    avoid: [{ x: 0, y: 80, width, height: 90 }],
    fall: 0.6,
  }
}
