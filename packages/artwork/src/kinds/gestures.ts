import { darken, mix } from '../colour.ts'
import { bust, bustBox, lookOf } from '../faces.ts'
import { figure, figureBox } from '../figures.ts'
import { brightest, accentOf } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, motes, ridge } from '../scenery.ts'

/** A closed hand from the side, knuckles up: 100 wide, wrist at the left, in three tones. */
function fist(
  x: number,
  y: number,
  scale: number,
  facing: 1 | -1,
  tones: { skin: string; shade: string; sleeve: string },
): string {
  const { skin, shade, sleeve } = tones
  let fingers = ''
  for (let index = 0; index < 4; index += 1) {
    const top = -30 + index * 17
    fingers += `<path d="M34,${top}h42q11,0 11,8.5q0,8.5-11,8.5h-42Z" fill="${mix(skin, shade, index * 0.2)}"/><path d="M60,${top + 15}h22q5,0 5,-4q2,6-11,6h-16Z" fill="${shade}"/>`
  }
  return (
    `<g transform="translate(${px(x)},${px(y)}) scale(${fine(scale * facing)},${fine(scale)})">` +
    `<path d="M-420,-60L-40,-46V56L-420,110Z" fill="${sleeve}"/><path d="M-420,40L-40,20V56L-420,110Z" fill="${darken(sleeve, 0.35)}"/>` +
    `<path d="M-56,-40L-30,-38V50L-56,54Z" fill="${mix(skin, '#ffffff', 0.45)}"/>` +
    `<path d="M-32,-30L6,-36Q40,-40 52,-26V34Q44,44 10,44L-32,42Z" fill="${skin}"/><path d="M-32,18Q10,26 52,16V34Q44,44 10,44L-32,42Z" fill="${shade}"/>${fingers}` +
    `<path d="M8,-34Q40,-52 58,-36Q62,-24 50,-22Q34,-20 24,-12Z" fill="${mix(skin, '#ffffff', 0.22)}"/></g>`
  )
}

/** A hand holds out a sealed letter. */
export function letter(frame: Frame): Scene {
  const { palette, paint, random, subjectX, side, wide, width, height } = frame
  const ground = paint.linear(
    [
      [0, mix(palette.dark, palette.mid, 0.5)],
      [1, palette.deep],
    ],
    [0, 0, 1, 1],
  )
  const x = wide ? subjectX : width / 2 + side * 20
  const y = wide ? 430 : 340
  const half = wide ? 210 : 168
  const tilt = side * random.range(6, 12)
  const sheet = paint.linear([
    [0, brightest(palette)],
    [1, mix(palette.light, palette.warm, 0.3)],
  ])
  const tall = half * 1.3
  const envelope =
    `<g transform="translate(${px(x)},${px(y)}) rotate(${fine(-tilt)})"><path d="M${px(-half + 16)},${px(-tall / 2 + 22)}h${px(half * 2)}v${px(tall)}h${px(-half * 2)}Z" fill="#000000" opacity=".35"/>` +
    `<path d="M${px(-half)},${px(-tall / 2)}h${px(half * 2)}v${px(tall)}h${px(-half * 2)}Z" fill="${sheet}"/>` +
    `<path d="M${px(-half)},${px(tall / 2)}L${px(-half * 0.1)},0h${px(half * 0.2)}L${px(half)},${px(tall / 2)}Z" fill="${mix(palette.light, palette.warm, 0.45)}"/>` +
    `<path d="M${px(-half)},${px(-tall / 2)}h${px(half * 2)}L0,${px(tall * 0.14)}Z" fill="${mix(brightest(palette), palette.warm, 0.16)}"/>` +
    `<path d="M${px(-half)},${px(-tall / 2)}L0,${px(tall * 0.14)}L${px(half)},${px(-tall / 2)}" fill="none" stroke="${mix(palette.warm, palette.dark, 0.4)}" stroke-width="2.5"/>` +
    `${disc(0, tall * 0.08, half * 0.17, '#b3261e')}${disc(0, tall * 0.08, half * 0.11, '#8f1a16')}<path d="M-6,${px(tall * 0.08 - 8)}h12v4h-4v12h-4v-12h-4Z" fill="#e0685c"/></g>`
  const tones = {
    skin: mix('#efc19b', palette.light, 0.25),
    shade: mix('#a8644a', palette.mid, 0.35),
    sleeve: mix(palette.deep, palette.dark, 0.5),
  }
  const facing = side > 0 ? -1 : 1
  const hand = fist(x - facing * half * 0.86, y + tall * 0.36, wide ? 1.55 : 1.3, facing, tones)
  return {
    planes: [
      { depth: 0, svg: band(frame, ground) + glow(frame, x, y, half * 3, palette.warm, 0.6) },
      {
        depth: 0.4,
        svg: motes(frame, 70, brightest(palette), {
          x,
          reach: width / 2,
          top: 0,
          bottom: height,
          radius: 2,
          opacity: 0.35,
        }),
      },
      { depth: 0.6, svg: envelope },
      { depth: 0.9, svg: hand },
    ],
    subjects: [boxAround(x, y, half * 2.2, tall * 1.3)],
    avoid: [boxAround(x - facing * half * 1.4, y + tall * 0.4, half * 1.6, 200)],
    focusX: x,
    fall: 0.7,
  }
}

/** Two hands that nearly meet. */
export function hands(frame: Frame): Scene {
  const { palette, paint, subjectX, wide, width, height, random } = frame
  const middle = wide ? subjectX : width / 2
  const y = wide ? 430 : 330
  const ground = paint.linear([
    [0, palette.deep],
    [0.5, palette.dark],
    [1, palette.deep],
  ])
  const reach = (facing: 1 | -1, top: number, skin: string, shade: string, sleeve: string): string => {
    const scale = wide ? 1.5 : 1
    return (
      `<g transform="translate(${px(middle - facing * 26)},${px(top)}) scale(${fine(scale * facing)},${fine(scale)})">` +
      `<path d="M-1200,-90L-250,-44V46L-1200,190Z" fill="${sleeve}"/><path d="M-1200,80L-250,20V46L-1200,190Z" fill="${darken(sleeve, 0.35)}"/>` +
      `<path d="M-262,-34L-178,-30Q-140,-48-104,-40L-30,-22Q-6,-16 0,-8Q2,2-12,2L-66,-8Q-92,-6-96,4L-40,12Q-22,16-24,26Q-28,34-44,32L-104,26L-60,40Q-46,46-50,54Q-56,62-72,56L-126,40L-96,58Q-88,66-96,72Q-106,76-118,68L-172,40L-262,38Z" fill="${skin}"/>` +
      `<path d="M-262,14L-172,16Q-130,14-104,26L-60,40Q-46,46-50,54Q-56,62-72,56L-126,40L-96,58Q-88,66-96,72Q-106,76-118,68L-172,40L-262,38Z" fill="${shade}"/>` +
      `<path d="M-150,-38Q-118,-78-92,-70Q-82,-62-92,-52L-112,-30Z" fill="${mix(skin, '#ffffff', 0.15)}"/></g>`
    )
  }
  const skin = mix('#efc19b', palette.light, 0.25)
  const other = mix('#c98d66', palette.warm, 0.25)
  const shade = mix('#9a5a44', palette.mid, 0.35)
  const light = glow(frame, middle, y, 380, palette.light, 0.9) + disc(middle, y, wide ? 34 : 24, brightest(palette))
  return {
    planes: [
      { depth: 0, svg: band(frame, ground) + light },
      {
        depth: 0.4,
        svg: motes(frame, 90, brightest(palette), { x: middle, reach: 360, top: 0, bottom: height, radius: 2.4 }),
      },
      { depth: 0.7, svg: reach(1, y - 30, skin, shade, mix(palette.mid, palette.deep, 0.3)) },
      {
        depth: 1,
        svg: reach(
          -1,
          y + random.range(24, 40),
          other,
          mix(shade, palette.deep, 0.3),
          mix(palette.warm, palette.dark, 0.6),
        ),
      },
    ],
    subjects: [{ x: middle - width / 2, y: y - 150, width, height: 330 }],
    focusX: middle,
    fall: 0.6,
  }
}

/** Two fighters in the air before a moon. */
export function duel(frame: Frame): Scene {
  const { random, palette, paint, subjectX, wide, width, side } = frame
  const x = wide ? subjectX : width / 2 + side * 40
  const y = wide ? 350 : 300
  const radius = wide ? 270 : 206
  const night = paint.linear([
    [0, palette.deep],
    [0.6, palette.dark],
    [1, mix(palette.mid, palette.warm, 0.3)],
  ])
  const face = paint.linear([
    [0, brightest(palette)],
    [1, palette.light],
  ])
  const size = wide ? 240 : 186
  const colour = '#07080c'
  const fighter = (left: number, top: number, turn: number, mirror: 1 | -1): string =>
    `<g transform="translate(${px(left)},${px(top)}) rotate(${turn}) scale(${mirror},1)">${figure('swordsman', 0, size / 2, size, colour)}</g>`
  const blade = `<path d="M${px(x - radius * 0.5)},${px(y + 60)}L${px(x + radius * 0.2)},${px(y - 70)}M${px(x + radius * 0.5)},${px(y + 70)}L${px(x - radius * 0.16)},${px(y - 60)}" stroke="${brightest(palette)}" stroke-width="4"/>`
  const hills = [0, 1, 2].map((index) =>
    ridge(frame, {
      y: 700 + index * 70,
      amplitude: 60 - index * 12,
      waves: 2.4,
      sharp: index < 2,
      fill: mix(palette.mid, palette.deep, 0.3 + index * 0.34),
    }),
  )
  return {
    planes: [
      {
        depth: 0,
        svg: band(frame, night) + glow(frame, x, y, radius * 2, palette.light, 0.5) + disc(x, y, radius, face),
      },
      { depth: 0.4, svg: hills[0] ?? '' },
      { depth: 0.6, svg: hills[1] ?? '' },
      {
        depth: 0.8,
        svg:
          fighter(x - radius * 0.62, y + 40, random.range(14, 24), 1) +
          fighter(x + radius * 0.62, y - 6, -random.range(16, 26), -1) +
          blade,
      },
      { depth: 1, svg: (hills[2] ?? '') + birds(frame, x - side * 60, 640, 5, 12, colour) },
    ],
    subjects: [boxAround(x, y, radius * 2, radius * 2)],
    focusX: x,
    fall: 0.5,
  }
}

/** Somebody alone in the last row of a bus at night. */
export function bus(frame: Frame): Scene {
  const { random, palette, paint, subjectX, side, wide, width, height } = frame
  const lights = [palette.warm, palette.light, accentOf(palette), brightest(palette)]
  let bokeh = ''
  for (let index = 0; index < (wide ? 60 : 30); index += 1)
    bokeh += disc(
      random.range(0, width),
      random.range(90, 560),
      random.range(8, 34),
      random.pick(lights),
      random.range(0.14, 0.5),
    )
  const night = paint.linear([
    [0, palette.deep],
    [1, palette.dark],
  ])
  const pane = wide ? 500 : 420
  const x = wide ? subjectX : width / 2 + side * 60
  let openings = ''
  for (let left = x - pane * 2.5 - 20; left < width; left += pane + 40)
    openings += `M${px(left + 30)},100h${pane - 60}q30,0 30,30v400q0,30-30,30h${60 - pane}q-30,0-30,-30v-400q0,-30 30,-30Z`
  const wall = paint.linear([
    [0, mix(palette.dark, palette.deep, 0.5)],
    [1, darken(palette.deep, 0.4)],
  ])
  const body = `<path d="M0,0H${width}V${height}H0Z${openings}" fill-rule="evenodd" fill="${wall}"/><path d="${openings}" fill="none" stroke="${palette.light}" stroke-opacity=".3" stroke-width="3"/><path d="M0,66H${width}v10H0Z" fill="${palette.warm}" opacity=".55"/>`
  let straps = ''
  for (let left = x - pane * 2; left < width; left += pane / 3) straps += `M${px(left)},76v44l-16,30h32l-16,-30`
  const size = wide ? 150 : 124
  const y = wide ? 470 : 430
  const passenger = bust(
    { x, y, size, facing: side > 0 ? 1 : -1, palette },
    lookOf(random),
    mix(palette.mid, palette.deep, 0.25),
  )
  const seat = `<path d="M${px(x - size * 2.1)},${height}V${px(y + size * 1.9)}q0,-40 50,-40h${px(size * 3.2)}q50,0 50,40V${height}Z" fill="${darken(palette.dark, 0.3)}"/>`
  return {
    planes: [
      { depth: 0, svg: band(frame, night) + bokeh },
      { depth: 0.4, svg: body },
      { depth: 0.7, svg: glow(frame, x, 90, 420, palette.light, 0.35, 300) + passenger },
      {
        depth: 1,
        svg:
          seat + `<path d="${straps}" fill="none" stroke="${mix(palette.mid, palette.deep, 0.3)}" stroke-width="7"/>`,
      },
    ],
    subjects: [bustBox(x, y, size), figureBox('seated', x, y + size * 2, size)],
    focusX: x,
    fall: 0.6,
  }
}
