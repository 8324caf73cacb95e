import { mix } from '../colour.ts'
import { bust, bustBox, lookOf, type Look, type Person } from '../faces.ts'
import { brightest, accentOf } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, haze, motes } from '../scenery.ts'

/** A ground of two planes with a large disc behind the head. */
function backdropOf(frame: Frame, x: number, y: number, radius: number): string {
  const { width, height, palette, paint, side } = frame
  const ground = paint.linear([
    [0, mix(palette.dark, palette.mid, 0.55)],
    [1, palette.deep],
  ])
  const slope = `<path d="M0,${px(height * (side > 0 ? 0.72 : 0.5))}L${width},${px(height * (side > 0 ? 0.5 : 0.72))}V${height}H0Z" fill="${palette.dark}" opacity=".55"/>`
  const sun = paint.linear([
    [0, palette.light],
    [1, palette.warm],
  ])
  return band(frame, ground) + glow(frame, x, y, radius * 2, palette.warm, 0.5) + disc(x, y, radius, sun) + slope
}

/** A cloth in the palette's tones, which is not lost before the ground. */
const clothOf = ({ random, palette }: Frame): string =>
  random.pick([palette.mid, mix(palette.dark, palette.warm, 0.25), mix(palette.mid, palette.deep, 0.5)])

function faceOf(frame: Frame, look: Look): Scene {
  const { palette, subjectX, wide, side, width } = frame
  const size = wide ? 250 : 210
  const x = wide ? subjectX : width / 2 + side * 36
  const y = wide ? 370 : 300
  const facing = side > 0 ? 1 : -1
  const portrait = bust({ x, y, size, facing, palette }, look, clothOf(frame))
  return {
    planes: [
      { depth: 0, svg: backdropOf(frame, x + facing * 60, y - 30, wide ? 330 : 232) },
      { depth: 0.3, svg: birds(frame, x - facing * (wide ? 460 : 190), 130, 6, 14, palette.light) },
      { depth: 0.7, svg: portrait },
      {
        depth: 1,
        svg: motes(frame, 40, brightest(palette), {
          x,
          reach: width / 3,
          top: 0,
          bottom: 860,
          radius: 2.2,
          opacity: 0.4,
        }),
      },
    ],
    subjects: [bustBox(x, y, size)],
    focusX: x,
    fall: 0.75,
  }
}

/** A face of few planes before a sun. */
export const face = (frame: Frame): Scene => faceOf(frame, frame.look)

/** Somebody of a time long ago in a robe. */
export const ancient = (frame: Frame): Scene => faceOf(frame, lookOf(frame.random, 'period'))

/** Two people back to back, half in the other's shadow. */
export function pair(frame: Frame): Scene {
  const { random, palette, subjectX, wide, width, paint, height } = frame
  const size = wide ? 200 : 152
  const middle = wide ? subjectX : width / 2
  const gap = size * 0.92
  const y = wide ? 380 : 318
  const first: Person = random.chance(0.5) ? 'short' : 'long'
  const second: Person = first === 'short' ? 'long' : 'short'
  const halves =
    `<path d="M0,0H${px(middle)}V${height}H0Z" fill="${paint.linear([
      [0, palette.warm],
      [1, palette.mid],
    ])}"/><path d="M${px(middle)},0H${width}V${height}H${px(middle)}Z" fill="${paint.linear([
      [0, palette.dark],
      [1, palette.deep],
    ])}"/>` + glow(frame, middle, y, size * 2.4, palette.light, 0.5)
  const left = bust({ x: middle - gap, y: y + 10, size, facing: 1, palette }, lookOf(random, first), palette.dark)
  const right = bust(
    { x: middle + gap, y, size: size * 1.06, facing: -1, palette },
    lookOf(random, second),
    mix(palette.mid, palette.deep, 0.3),
  )
  return {
    planes: [
      { depth: 0, svg: halves },
      { depth: 0.5, svg: right },
      { depth: 0.7, svg: left },
      { depth: 1, svg: haze(frame, height - 240, 240, palette.deep, 0.85) },
    ],
    subjects: [bustBox(middle - gap, y + 10, size), bustBox(middle + gap, y, size)],
    focusX: middle,
    fall: 0.85,
  }
}

/** A crowd of faces, one of them in the light. */
export function crowd(frame: Frame): Scene {
  const { random, palette, subjectX, wide, width, height, paint } = frame
  const columns = wide ? 9 : 4
  const rows: { y: number; size: number; shade: number }[] = [
    { y: 250, size: 74, shade: 0.62 },
    { y: 400, size: 92, shade: 0.36 },
    { y: 590, size: 116, shade: 0 },
  ]
  const light = Math.floor((subjectX / width) * columns)
  const planes = rows.map(({ y, size, shade }, row) => {
    let people = ''
    for (let column = -1; column <= columns; column += 1) {
      const x = ((column + 0.5 + (row % 2) * 0.5) * width) / columns + random.range(-14, 14)
      const isLit = row === 2 && column === light
      const cloth = isLit
        ? accentOf(palette)
        : random.pick([palette.dark, palette.mid, mix(palette.dark, palette.deep, 0.5)])
      const one = bust(
        {
          x,
          y: y + random.range(-18, 18),
          size: size * random.range(0.94, 1.08),
          facing: x < subjectX ? -1 : 1,
          palette,
        },
        lookOf(random),
        cloth,
      )
      people += isLit ? one : `<g opacity="${fine(1 - shade * 0.3)}">${one}</g>`
    }
    const shadow = paint.linear([
      [0, palette.deep, shade * 0.7],
      [1, palette.deep, Math.min(1, shade * 0.7 + 0.55)],
    ])
    return { depth: 0.3 + row * 0.25, svg: people + (row < 2 ? band(frame, shadow, y - size * 1.3, height) : '') }
  })
  const ground = paint.linear([
    [0, palette.mid],
    [1, palette.deep],
  ])
  return {
    planes: [
      { depth: 0, svg: band(frame, ground) + glow(frame, subjectX, 200, 620, palette.warm, 0.7) },
      ...planes,
      { depth: 1, svg: haze(frame, height - 220, 220, palette.deep, 0.92) },
    ],
    subjects: [bustBox(((light + 0.5) * width) / columns, 590, 116)],
    avoid: [{ x: 0, y: 300, width, height: 400 }],
    fall: 0.9,
  }
}

/** Umbrellas seen from above; one has another colour. */
export function umbrellas(frame: Frame): Scene {
  const { random, palette, paint, subjectX, side, wide, width, height } = frame
  const street = paint.linear([
    [0, mix(palette.dark, palette.mid, 0.4)],
    [1, palette.deep],
  ])
  let puddles = ''
  for (let index = 0; index < 40; index += 1)
    puddles += `M${px(random.range(0, width))},${px(random.range(0, height))}h${px(random.range(20, 110))}v2.4h-60Z`
  const one = (x: number, y: number, radius: number, tone: string): string => {
    const turn = random.range(0, 60)
    let panels = ''
    for (let index = 0; index < 8; index += 1) {
      const from = ((turn + index * 45) * Math.PI) / 180
      const to = ((turn + index * 45 + 45) * Math.PI) / 180
      const shade = mix(tone, '#000000', 0.06 + 0.3 * (0.5 + 0.5 * Math.cos(from + 2.4)))
      const bend = (from + to) / 2
      panels += `<path d="M${px(x)},${px(y)}L${px(x + Math.cos(from) * radius)},${px(y + Math.sin(from) * radius)}Q${px(x + Math.cos(bend) * radius * 0.94)},${px(y + Math.sin(bend) * radius * 0.94)} ${px(x + Math.cos(to) * radius)},${px(y + Math.sin(to) * radius)}Z" fill="${shade}"/>`
    }
    return `<ellipse cx="${px(x + radius * 0.22)}" cy="${px(y + radius * 0.3)}" rx="${px(radius)}" ry="${px(radius)}" fill="#000000" opacity=".3"/>${panels}${disc(x, y, radius * 0.06, brightest(palette))}`
  }
  const size = wide ? 128 : 104
  const mainX = wide ? subjectX : width / 2 + side * 100
  const mainY = wide ? 430 : 330
  const tones = [palette.dark, mix(palette.dark, palette.mid, 0.5), mix(palette.deep, palette.dark, 0.6)]
  let far = ''
  let near = ''
  for (let row = 0; row < 6; row += 1) {
    for (let column = -1; column < (wide ? 9 : 4); column += 1) {
      const x = (column + 0.5 + (row % 2) * 0.5) * (wide ? 190 : 178) + random.range(-26, 26)
      const y = row * 168 + random.range(-24, 24)
      if (Math.hypot(x - mainX, y - mainY) < size * 1.9 || !random.chance(0.86)) continue
      const umbrella = one(x, y, size * random.range(0.76, 0.98), random.pick(tones))
      if (row % 2 === 0) far += umbrella
      else near += umbrella
    }
  }
  return {
    planes: [
      { depth: 0, svg: band(frame, street) + `<path d="${puddles}" fill="${palette.light}" opacity=".22"/>` },
      { depth: 0.4, svg: far },
      { depth: 0.6, svg: near },
      {
        depth: 0.8,
        svg:
          glow(frame, mainX, mainY, size * 2.4, palette.warm, 0.5) + one(mainX, mainY, size * 1.1, accentOf(palette)),
      },
    ],
    subjects: [boxAround(mainX, mainY, size * 2.2, size * 2.2)],
    focusX: mainX,
    fall: 0.65,
  }
}
