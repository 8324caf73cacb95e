import { darken, mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, disc, glow, haze, motes } from '../scenery.ts'

/** A wall and a table; the table's edge is at `y`. */
function tableGround({ palette, paint, width, height }: Frame, y: number): { wall: string; top: string } {
  const wall = paint.linear([
    [0, palette.dark],
    [1, mix(palette.dark, palette.mid, 0.55)],
  ])
  const top = paint.linear([
    [0, mix(palette.warm, palette.dark, 0.45)],
    [1, palette.deep],
  ])
  return {
    wall: `<path d="M0,0H${width}V${height}H0Z" fill="${wall}"/>`,
    top: `<path d="M0,${px(y)}H${width}V${height}H0Z" fill="${top}"/><path d="M0,${px(y)}H${width}v5H0Z" fill="${palette.light}" opacity=".35"/>`,
  }
}

/** Steam that rises in three ribbons. */
function steam({ random, palette }: Frame, x: number, y: number, height: number): string {
  let ribbons = ''
  for (let index = -1; index <= 1; index += 1) {
    const sway = random.range(20, 44) * (index === 0 ? -1 : 1)
    ribbons += `M${px(x + index * 26)},${px(y)}c${px(sway)},${px(-height * 0.3)} ${px(-sway)},${px(-height * 0.6)} ${px(sway * 0.4)},${px(-height)}`
  }
  return `<path d="${ribbons}" fill="none" stroke="${brightest(palette)}" stroke-width="9" stroke-linecap="round" opacity=".2"/>`
}

/** A teapot and cups in the light of a window. */
export function teapot(frame: Frame): Scene {
  const { palette, subjectX, side, wide, width, height, paint, random } = frame
  const x = wide ? subjectX : width / 2 + side * 40
  const y = 690
  const unit = wide ? 1.35 : 1.05
  const { wall, top } = tableGround(frame, y - 10)
  const beam = paint.linear([
    [0, palette.light, 0.55],
    [1, palette.warm, 0.05],
  ])
  const light = `<path d="M${px(x - side * 520)},0h${side * 250}L${px(x + side * 330)},${height}h${-side * 620}Z" fill="${beam}"/>`
  const glaze = random.pick([
    mix(palette.mid, palette.light, 0.25),
    mix('#7a3b2a', palette.warm, 0.3),
    mix(palette.light, palette.mid, 0.3),
  ])
  const shade = darken(mix(glaze, palette.deep, 0.5), 0.1)
  const lit = mix(glaze, brightest(palette), 0.5)
  const pot =
    `<g transform="translate(${px(x)},${y}) scale(${fine(-side * unit)},${fine(unit)})"><ellipse cy="4" rx="170" ry="16" fill="#000000" opacity=".4"/>` +
    `<path d="M104,-150C190,-170 210,-60 120,-40L116,-60C176,-74 160,-140 104,-124Z" fill="${shade}"/>` +
    `<path d="M-112,-70C-160,-90-160,-160-196,-186L-176,-200C-136,-176-130,-130-96,-128Z" fill="${glaze}"/>` +
    `<path d="M-78,0C-150,-50-130,-170-60,-182H60C130,-170 150,-50 78,0Z" fill="${glaze}"/><path d="M20,-182H60C130,-170 150,-50 78,0H10C60,-60 60,-140 20,-182Z" fill="${shade}"/>` +
    `<path d="M-100,-60C-112,-110-92,-150-64,-162C-84,-130-88,-100-82,-56Z" fill="${lit}"/>` +
    `<path d="M-64,-182Q0,-226 64,-182Z" fill="${mix(glaze, shade, 0.35)}"/><circle cy="-216" r="15" fill="${lit}"/></g>`
  const cup = (left: number, low: number, size: number): string =>
    `<g transform="translate(${px(left)},${px(low)}) scale(${fine(size)})"><ellipse cy="2" rx="70" ry="9" fill="#000000" opacity=".35"/><path d="M-62,-74C-60,-20-40,0-24,0H24C40,0 60,-20 62,-74Z" fill="${lit}"/><path d="M10,-74H62C60,-20 40,0 24,0H4C24,-24 20,-50 10,-74Z" fill="${shade}"/><ellipse cy="-74" rx="62" ry="15" fill="${mix(palette.warm, '#6b2f10', 0.5)}"/></g>`
  const spread = wide ? 300 : 170
  return {
    planes: [
      { depth: 0, svg: wall + light },
      { depth: 0.3, svg: top + glow(frame, x, y, 420, palette.light, 0.4, 70) },
      { depth: 0.6, svg: steam(frame, x - side * -196 * unit, y - 210 * unit, 250) + pot },
      { depth: 1, svg: cup(x - side * -spread, 770, unit * 0.9) + cup(x + side * spread * 0.9, 810, unit * 1.05) },
    ],
    subjects: [boxAround(x, y - 100 * unit, 380 * unit, 250 * unit)],
    focusX: x,
    fall: 0.55,
  }
}

/** A desk at night: a lamp, books and a radio. */
export function desk(frame: Frame): Scene {
  const { palette, paint, subjectX, side, wide, width, random } = frame
  const x = wide ? subjectX : width / 2 + side * 60
  const y = 720
  const { wall, top } = tableGround(frame, y)
  const mirror = side
  const cone = paint.linear([
    [0, brightest(palette), 0.7],
    [1, palette.warm, 0.06],
  ])
  const metal = mix(palette.mid, palette.deep, 0.25)
  const lampX = x + mirror * (wide ? 200 : 120)
  const headX = lampX - mirror * 150
  const lamp =
    `<path d="M${px(headX - 56)},352h112L${px(headX + 260)},${y + 30}h-520Z" fill="${cone}"/>` +
    `<path d="M${px(lampX)},${y}L${px(lampX + mirror * 64)},520L${px(headX + mirror * 26)},300" fill="none" stroke="${metal}" stroke-width="13" stroke-linejoin="round"/>` +
    `<path d="M${px(lampX - 66)},${y}q66,-34 132,0Z" fill="${darken(metal, 0.3)}"/>` +
    `<path d="M${px(headX - 78)},356C${px(headX - 70)},280 ${px(headX - 30)},258 ${px(headX)},258C${px(headX + 30)},258 ${px(headX + 70)},280 ${px(headX + 78)},356Z" fill="${accentOf(palette)}"/><path d="M${px(headX)},258C${px(headX + 30)},258 ${px(headX + 70)},280 ${px(headX + 78)},356H${px(headX + 14)}Z" fill="${darken(accentOf(palette), 0.35)}"/><ellipse cx="${px(headX)}" cy="356" rx="78" ry="13" fill="#fff6df"/>`
  let books = ''
  let left = headX - 150
  for (let index = 0; index < 4; index += 1) {
    const tall = 26 + index * 3
    const span = 230 - index * 24
    const tone = [palette.warm, palette.mid, palette.light, palette.dark][index] ?? palette.mid
    const up = y - 4 - ([0, 26, 55, 87][index] ?? 0) - tall
    left += random.range(-12, 16)
    books += `<path d="M${px(left)},${px(up)}h${span}v${tall}h${-span}Z" fill="${tone}"/><path d="M${px(left + span - 14)},${px(up + 4)}h14v${tall - 8}h-14Z" fill="${brightest(palette)}"/><path d="M${px(left + 22)},${px(up)}h9v${tall}h-9Z" fill="${palette.deep}" opacity=".5"/>`
  }
  const boxX = x - mirror * (wide ? 330 : 190)
  const radio =
    `<g transform="translate(${px(boxX)},${y - 70})"><path d="M-96,-70h192q14,0 14,14v126h-220v-126q0,-14 14,-14Z" fill="${mix('#6b3a1e', palette.mid, 0.3)}"/><path d="M20,-70h76q14,0 14,14v126h-90Z" fill="#000000" opacity=".22"/>` +
    `<circle cx="-44" r="46" fill="${mix(palette.light, palette.warm, 0.4)}"/><path d="M-84,-22h80M-89,-6h90M-89,10h90M-82,26h76" stroke="${palette.dark}" stroke-width="4"/><path d="M18,-46h74v34h-74Z" fill="${brightest(palette)}"/><path d="M62,-46v34" stroke="#b3261e" stroke-width="4"/><circle cx="36" cy="26" r="16" fill="${palette.deep}"/><circle cx="78" cy="26" r="16" fill="${palette.deep}"/><path d="M80,-70L130,-230" stroke="${palette.light}" stroke-width="4"/></g>`
  return {
    planes: [
      { depth: 0, svg: wall + glow(frame, headX, 520, 520, palette.warm, 0.5) },
      { depth: 0.3, svg: top + glow(frame, headX, y + 30, 360, palette.light, 0.75, 60) },
      { depth: 0.6, svg: radio + books },
      {
        depth: 1,
        svg: lamp + motes(frame, 40, brightest(palette), { x: headX, reach: 150, top: 380, bottom: 700, radius: 2 }),
      },
    ],
    subjects: [boxAround(headX, 310, 180, 130), boxAround(headX, y - 60, 260, 140)],
    focusX: headX,
    fall: 0.5,
  }
}

/** The face of a great clock; somebody stands before it. */
export function clock(frame: Frame): Scene {
  const { palette, paint, subjectX, wide, width, side, random } = frame
  const x = wide ? subjectX : width / 2 + side * 30
  const y = wide ? 400 : 330
  const radius = wide ? 340 : 250
  const face = paint.radial([
    [0, brightest(palette)],
    [0.7, palette.light],
    [1, palette.warm],
  ])
  const wall = paint.linear([
    [0, palette.deep],
    [1, palette.dark],
  ])
  let marks = ''
  for (let index = 0; index < 60; index += 1) {
    const angle = (index * Math.PI) / 30
    const inner = radius * (index % 5 === 0 ? 0.78 : 0.89)
    marks += `<path d="M${px(x + Math.sin(angle) * inner)},${px(y - Math.cos(angle) * inner)}L${px(x + Math.sin(angle) * radius * 0.93)},${px(y - Math.cos(angle) * radius * 0.93)}" stroke-width="${index % 15 === 0 ? 16 : index % 5 === 0 ? 9 : 3}"/>`
  }
  const hand = (turn: number, length: number, span: number): string =>
    `<path transform="rotate(${px(turn)} ${px(x)} ${px(y)})" d="M${px(x - span)},${px(y + 40)}L${px(x - span * 0.4)},${px(y - length)}L${px(x)},${px(y - length - 20)}L${px(x + span * 0.4)},${px(y - length)}L${px(x + span)},${px(y + 40)}Z"/>`
  let gears = ''
  for (const [dx, dy, size, teeth] of [
    [-0.36, 0.3, 0.3, 16],
    [0.3, 0.2, 0.2, 12],
    [0.05, -0.42, 0.22, 12],
  ] as const) {
    const [gx, gy, gr] = [x + dx * radius, y + dy * radius, size * radius]
    let path = ''
    for (let index = 0; index < teeth * 2; index += 1) {
      const angle = (index * Math.PI) / teeth
      const far = index % 2 === 0 ? gr : gr * 0.84
      path += `${index === 0 ? 'M' : 'L'}${px(gx + Math.cos(angle) * far)},${px(gy + Math.sin(angle) * far)}L${px(gx + Math.cos(angle + 0.12) * far)},${px(gy + Math.sin(angle + 0.12) * far)}`
    }
    gears += `<path d="${path}Z" fill="${palette.warm}" opacity=".45"/>${disc(gx, gy, gr * 0.5, palette.light, 0.7)}`
  }
  const feet = 872
  return {
    planes: [
      { depth: 0, svg: band(frame, wall) + glow(frame, x, y, radius * 2.2, palette.warm, 0.6) },
      {
        depth: 0.3,
        svg:
          disc(x, y, radius * 1.08, palette.deep) +
          disc(x, y, radius * 1.03, palette.mid) +
          disc(x, y, radius, face) +
          gears,
      },
      {
        depth: 0.6,
        svg: `<g stroke="${palette.deep}">${marks}</g><g fill="${palette.deep}">${hand(random.range(-150, -40), radius * 0.48, 13)}${hand(random.range(10, 60), radius * 0.74, 9)}</g>${disc(x, y, 20, palette.deep)}`,
      },
      {
        depth: 1,
        svg:
          `<path d="M0,${feet}H${width}v40H0Z" fill="#050609"/>` +
          figure('coat', x + side * 60, feet, wide ? 210 : 190, '#050609'),
      },
    ],
    subjects: [boxAround(x, y, radius * 2, radius * 2), figureBox('coat', x + side * 60, feet, 190)],
    focusX: x,
    fall: 0.45,
  }
}

/** One of many keys on a wall has another colour. */
export function keys(frame: Frame): Scene {
  const { palette, paint, random, subjectX, wide, width, height } = frame
  const wall = paint.linear([
    [0, mix(palette.dark, palette.mid, 0.5)],
    [1, palette.deep],
  ])
  const columns = wide ? 11 : 4
  const rows = 3
  const stepX = width / columns
  const stepY = wide ? 290 : 280
  const one = (x: number, y: number, tone: string, size: number): string =>
    `<g transform="translate(${px(x)},${px(y)}) rotate(${px(random.range(-5, 5))}) scale(${fine(size)})"><g fill="#000000" opacity=".35" transform="translate(12,12)"><path d="M-7,38h14v150h-14ZM7,130h34v16H7ZM7,160h26v16H7Z"/></g>` +
    `<circle r="36" fill="none" stroke="${tone}" stroke-width="15"/><path d="M-7,38h14v150h-14Z" fill="${tone}"/><path d="M7,130h34v16H7ZM7,160h26v16H7Z" fill="${mix(tone, palette.deep, 0.2)}"/><path d="M-7,38h5v150h-5ZM-30,-18A36,36 0 0 1 0,-36" fill="none" stroke="#ffffff" stroke-opacity=".4" stroke-width="4"/></g>`
  let others = ''
  let hooks = ''
  let main = ''
  const chosen = Math.floor(subjectX / stepX)
  let mainX = subjectX
  let mainY = height / 2
  for (let row = 0; row < rows; row += 1) {
    hooks += `<path d="M0,${px(54 + row * stepY)}H${width}v12H0Z" fill="${palette.deep}" opacity=".55"/>`
    for (let column = 0; column < columns; column += 1) {
      const x = (column + 0.5) * stepX
      const y = 118 + row * stepY
      hooks += `<path d="M${px(x)},${px(y - 58)}v34" stroke="${palette.light}" stroke-opacity=".5" stroke-width="5"/>${disc(x, y - 58, 8, palette.light, 0.6)}`
      if (row === 1 && column === chosen) {
        ;[mainX, mainY] = [x, y + 70]
        main = glow(frame, x, y + 70, 240, palette.light, 0.7) + one(x, y, accentOf(palette), 1.12)
      } else if (random.chance(0.86)) others += one(x, y, mix(palette.mid, palette.warm, random.range(0.1, 0.5)), 0.92)
    }
  }
  return {
    planes: [
      { depth: 0, svg: band(frame, wall) },
      { depth: 0.3, svg: hooks },
      { depth: 0.6, svg: others },
      { depth: 1, svg: main + haze(frame, height - 260, 260, palette.deep, 0.7) },
    ],
    subjects: [boxAround(mainX, mainY, 130, 280)],
    focusX: mainX,
    fall: 0.85,
  }
}

/** A microphone before rings of sound. */
export function microphone(frame: Frame): Scene {
  const { palette, paint, subjectX, wide, width, side, height } = frame
  const x = wide ? subjectX : width / 2 + side * 70
  const y = wide ? 360 : 320
  const unit = wide ? 1.4 : 1.15
  const wall = paint.linear([
    [0, palette.deep],
    [1, palette.dark],
  ])
  let rings = ''
  for (let index = 1; index < 9; index += 1)
    rings += `<circle cx="${px(x)}" cy="${y}" r="${index * 74 + 60}" fill="none" stroke="${mix(palette.warm, palette.mid, index / 9)}" stroke-width="${index % 2 === 0 ? 22 : 7}" opacity="${fine(0.6 - index * 0.06)}"/>`
  const metal = paint.linear(
    [
      [0, brightest(palette)],
      [0.45, palette.light],
      [0.5, palette.mid],
      [1, palette.dark],
    ],
    [0, 0, 1, 0],
  )
  let grille = ''
  for (let row = -7; row <= 7; row += 1) grille += `M-84,${row * 15}H84`
  for (let column = -4; column <= 4; column += 1) grille += `M${column * 18},-130V130`
  const capsule = 'M-84,-60C-84,-150 84,-150 84,-60V60C84,150-84,150-84,60Z'
  const clip = paint.clip(`<path d="${capsule}"/>`)
  const body =
    `<g transform="translate(${px(x)},${y}) rotate(${side * 9}) scale(${unit})"><path d="${capsule}" fill="${metal}"/><g clip-path="${clip}"><path d="${grille}" stroke="${palette.deep}" stroke-width="4" opacity=".75"/></g>` +
    `<path d="M-92,-12H92V16H-92Z" fill="${accentOf(palette)}"/><path d="${capsule}" fill="none" stroke="${palette.deep}" stroke-width="6"/><path d="M-116,-20V60C-116,190 116,190 116,60V-20" fill="none" stroke="${mix(palette.light, palette.mid, 0.4)}" stroke-width="14"/><path d="M-14,156h28V560h-28Z" fill="${mix(palette.mid, palette.deep, 0.3)}"/></g>`
  return {
    planes: [
      { depth: 0, svg: band(frame, wall) + glow(frame, x, y, 620, palette.warm, 0.55) },
      { depth: 0.35, svg: rings },
      { depth: 0.75, svg: body },
      { depth: 1, svg: haze(frame, height - 200, 200, palette.deep, 0.9) },
    ],
    subjects: [boxAround(x, y, 240 * unit, 330 * unit)],
    focusX: x,
    fall: 0.65,
  }
}
