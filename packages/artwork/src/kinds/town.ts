import { mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Frame, Plane, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, haze, roof, sky, stars } from '../scenery.ts'

/** One row of towers with lit windows; row 0 is the farthest. */
function towers(frame: Frame, row: number): string {
  const { random, height, width, palette } = frame
  const colour = mix(mix(palette.mid, palette.warm, 0.25), palette.deep, (row / 3) * 0.95 + 0.02)
  const base = 520 + row * 92
  let walls = ''
  let masts = ''
  const windows = ['', '', '']
  for (let x = -20; x < width;) {
    const span = random.range(28, 74) * (1 + row * 0.25)
    const top = base - (random.range(60, 300) + (random.chance(0.12) ? 130 : 0)) * (1 - row * 0.12)
    const cap = random.chance(0.3)
      ? `l${px(span / 2)},${px(-random.range(12, 40))}l${px(span / 2)},${px(random.range(8, 30))}`
      : `h${px(span)}`
    walls += `M${px(x)},${height}V${px(top)}${cap}V${height}Z`
    if (random.chance(0.25)) masts += `M${px(x + span / 2)},${px(top)}v${px(-random.range(20, 70))}`
    if (row > 0) {
      for (let y = top + 14; y < Math.min(height, top + 420); y += 13 + row * 2) {
        for (let column = x + 7; column < x + span - 8; column += 11 + row * 2) {
          if (!random.chance(0.17)) continue
          windows[random.int(0, 2)] += `M${px(column)},${px(y)}h${4 + row}v${5 + row}h${-4 - row}Z`
        }
      }
    }
    x += span + random.range(-6, 12)
  }
  const lights = windows
    .map(
      (path, index) =>
        `<path d="${path}" fill="${index === 2 ? brightest(palette) : palette.light}" opacity="${0.35 + index * 0.25}"/>`,
    )
    .join('')
  const haste = haze(frame, base - 120, 200, mix(palette.warm, palette.mid, 0.5), 0.3 - row * 0.07)
  return `<path d="${walls}" fill="${colour}"/><path d="${masts}" stroke="${colour}" stroke-width="3"/>${lights}${haste}`
}

/** A city at night from the edge of a roof. */
export function city(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX, wide } = frame
  const moonY = random.range(230, 300)
  const radius = random.range(96, 140)
  const face = paint.linear([
    [0, palette.spot],
    [1, palette.warm],
  ])
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm], height * 0.8) +
    stars(frame, 50, 300, brightest(palette)) +
    glow(frame, subjectX, 430, 520, palette.warm, 0.8) +
    disc(subjectX, moonY, radius, face)
  const planes: Plane[] = [{ depth: 0, svg: far }]
  for (let row = 0; row < 4; row += 1) planes.push({ depth: 0.2 + row * 0.2, svg: towers(frame, row) })
  const ledge = wide ? 806 : 852
  const size = wide ? 140 : 112
  const edge =
    haze(frame, 640, 260, '#000000', 0.55) +
    glow(frame, subjectX + 20, ledge - 30, 230, palette.warm, 0.45, 90) +
    `<path d="M${px(subjectX - 260)},${height}V${ledge + 12}l30,-12h${wide ? 620 : 480}l20,10V${height}Z" fill="#040507"/>` +
    figure('seated', subjectX + 20, ledge, size, '#040507')
  planes.push({ depth: 1, svg: edge })
  const subjects = [boxAround(subjectX, moonY, radius * 2, radius * 2), figureBox('seated', subjectX + 20, ledge, size)]
  return { planes, subjects, fall: 0.72 }
}

/** One row of halls with curved roofs. */
function halls(frame: Frame, row: number): string {
  const { random, height, width, wide, palette } = frame
  const colour = mix(mix(palette.mid, palette.warm, 0.3), palette.deep, 0.2 + row * 0.27)
  const count = wide ? 7 - row : 3
  let svg = ''
  for (let index = 0; index < count; index += 1) {
    const x = ((index + 0.5 + (row % 2) * 0.5) * width) / count + random.range(-50, 50)
    const span = (wide ? 330 : 300) + row * 70
    const y = 530 + row * 112 + random.range(-26, 26)
    svg += `<path d="M${px(x - span * 0.33)},${px(y)}h${px(span * 0.66)}V${height}h${px(-span * 0.66)}Z" fill="${mix(colour, palette.deep, 0.35)}"/>`
    for (let column = -2; column <= 2 && row > 0; column += 1) {
      svg += `<path d="M${px(x + column * span * 0.11 - 9)},${px(y + 22)}h18v44h-18Z" fill="${palette.light}" opacity="${fine(random.range(0.2, 0.75))}"/>`
    }
    svg += roof(x, y, span, 74 + row * 15, colour)
  }
  return svg + haze(frame, 470 + row * 105, 150, palette.warm, 0.22 - row * 0.05)
}

/** A figure on the ridge of a roof under a large moon. */
export function eaves(frame: Frame): Scene {
  const { random, palette, paint, subjectX, wide } = frame
  const moonY = random.range(210, 270)
  const radius = random.range(104, 142)
  const face = paint.linear([
    [0, brightest(palette)],
    [1, palette.light],
  ])
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm]) +
    stars(frame, 70, 400, brightest(palette)) +
    glow(frame, subjectX, moonY, radius * 3, palette.warm, 0.7) +
    disc(subjectX, moonY, radius, face) +
    birds(frame, subjectX + 110, moonY - 30, 4, 14, palette.deep)
  const planes: Plane[] = [{ depth: 0, svg: far }]
  for (let row = 0; row < 4; row += 1) planes.push({ depth: 0.2 + row * 0.2, svg: halls(frame, row) })
  const base = wide ? 930 : 976
  const feet = base - 179
  const near =
    glow(frame, subjectX, feet - 50, 260, palette.warm, 0.5, 150) +
    roof(subjectX + 20, base, wide ? 760 : 620, 170, '#06070a') +
    figure('swordsman', subjectX - 4, feet, 128, '#06070a')
  planes.push({ depth: 1, svg: near })
  const subjects = [boxAround(subjectX, moonY, radius * 2, radius * 2), figureBox('swordsman', subjectX - 4, feet, 128)]
  return { planes, subjects, fall: 0.6 }
}

/** Walls that run to the vanishing point. */
function walls(frame: Frame, vanishY: number): string {
  const { width, palette, subjectX: vanishX } = frame
  const segments = 6
  let svg = ''
  for (let index = 0; index < segments; index += 1) {
    const near = ((index + 1) / segments) ** 1.8
    const far = (index / segments) ** 1.8
    const colour = mix(palette.mid, palette.deep, index / segments + 0.12)
    for (const side of [-1, 1] as const) {
      const half = side < 0 ? vanishX + 40 : width - vanishX + 40
      const a = vanishX + side * (40 + far * half * 0.95)
      const b = vanishX + side * (40 + near * half)
      const farTop = 90 + far * 760
      const nearTop = 90 + near * 860
      svg +=
        `<path d="M${px(a)},${px(vanishY - farTop)}L${px(b)},${px(vanishY - nearTop)}V${px(vanishY + 60 + near * 440)}L${px(a)},${px(vanishY + 60 + far * 420)}Z" fill="${colour}"/>` +
        `<path d="M${px(a - side * 6)},${px(vanishY - farTop * 0.55)}L${px(b - side * near * 60)},${px(vanishY - nearTop * 0.5)}v${px(10 + near * 16)}L${px(a)},${px(vanishY - farTop * 0.48)}Z" fill="#050507" opacity=".7"/>`
    }
  }
  return svg
}

function lanterns(frame: Frame, vanishY: number): string {
  const { palette, paint, subjectX, wide } = frame
  const skin = paint.radial([
    [0, mix('#ffd9a0', brightest(palette), 0.3)],
    [0.55, '#ff6a3d'],
    [1, '#c22a1c'],
  ])
  let svg = ''
  for (let index = 0; index < 7; index += 1) {
    const near = ((index + 1) / 7) ** 1.7
    const size = 5 + near * 32
    const y = vanishY - 60 - near * (wide ? 270 : 250)
    for (const side of [-1, 1] as const) {
      const x = subjectX + side * (54 + near * (wide ? 470 : 230))
      svg +=
        glow(frame, x, y, size * 4.2, '#ff5a36', 0.75) +
        `<path d="M${px(x)},${px(y - size * 4)}V${px(y)}" stroke="#000000"/><ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(size)}" ry="${px(size * 0.86)}" fill="${skin}"/>` +
        `<path d="M${px(x)},${px(y + size * 0.8)}v${px(size * 0.9)}" stroke="#e8442c" stroke-width="${px(size * 0.12)}"/>`
    }
  }
  return svg
}

/** Lanterns over a wet lane, one umbrella. */
export function alley(frame: Frame): Scene {
  const { height, random, palette, paint, subjectX } = frame
  const vanishY = height * 0.48
  const far =
    band(frame, palette.deep) +
    glow(frame, subjectX, vanishY, 420, palette.warm, 0.9) +
    glow(frame, subjectX, vanishY, 150, brightest(palette), 0.9)
  const wet = paint.linear([
    [0, palette.warm],
    [0.4, mix(palette.mid, palette.deep, 0.4)],
    [1, palette.deep],
  ])
  let street = `<path d="M${px(subjectX - 44)},${px(vanishY + 60)}h88L${px(subjectX + 700)},${height}h-1400Z" fill="${wet}"/>`
  const tones = [palette.light, palette.warm, palette.spot, '#ff6a3d']
  for (const tone of tones) {
    let path = ''
    for (let index = 0; index < 12; index += 1) {
      const near = random.next()
      const length = 16 + near * 90
      const x = subjectX + random.range(-0.5, 0.5) * (80 + near * 560)
      path += `M${px(x)},${px(vanishY + 66 + near * near * 390)}h${px(length)}v${px(1 + near * 4)}h${px(-length)}Z`
    }
    street += `<path d="${path}" fill="${tone}" opacity=".4"/>`
  }
  const feet = vanishY + 262
  const person =
    `<path d="M${px(subjectX - 18)},${px(feet)}l-30,150h90l-34,-150Z" fill="#060608" opacity=".5"/>` +
    figure('umbrella', subjectX - 6, feet, 220, '#060608')
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.3, svg: walls(frame, vanishY) },
      { depth: 0.45, svg: street },
      { depth: 0.7, svg: lanterns(frame, vanishY) },
      { depth: 1, svg: person },
    ],
    subjects: [figureBox('umbrella', subjectX - 6, feet, 220)],
    fall: 0.66,
  }
}
