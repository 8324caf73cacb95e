import { darken, mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, disc, glow, haze, motes, ridge, sky, stars } from '../scenery.ts'

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

/** Paper cranes on threads before a window of sky. */
export function cranes(frame: Frame): Scene {
  const { palette, random, width, wide, subjectX, side } = frame
  const far =
    sky(frame, [palette.mid, palette.warm, palette.light, brightest(palette)], 900) +
    disc(subjectX, 620, wide ? 190 : 140, brightest(palette), 0.8)
  const one = (x: number, y: number, size: number, tone: string, mirror: number): string =>
    `<g transform="translate(${px(x)},${px(y)}) scale(${fine(size * mirror)},${fine(size)}) rotate(${px(random.range(-9, 9))})"><path d="M-8,6L-92,-70L-34,-6Z" fill="${mix(tone, '#ffffff', 0.35)}"/><path d="M-8,6L-34,-6L-92,-70L-60,6Z" fill="${darken(tone, 0.25)}"/><path d="M-60,8L40,4L6,46Z" fill="${tone}"/><path d="M40,4L6,46L0,14Z" fill="${darken(tone, 0.3)}"/><path d="M0,8L22,-96L46,0Z" fill="${mix(tone, '#ffffff', 0.18)}"/><path d="M22,-96L46,0L30,4Z" fill="${darken(tone, 0.18)}"/><path d="M34,6L98,-46L92,-30L118,-26L90,-22Z" fill="${tone}"/></g>`
  const tones = [palette.mid, palette.dark, accentOf(palette), palette.warm, mix(palette.mid, palette.warm, 0.5)]
  const layers = ['', '', '']
  const columns = wide ? 10 : 4
  for (let column = 0; column < columns; column += 1) {
    const x = (column + 0.5) * (width / columns) + random.range(-24, 24)
    let y = random.range(60, 180)
    const lowest = random.range(380, 640)
    layers[column % 2] +=
      `<path d="M${px(x)},0V${px(lowest)}" stroke="${palette.deep}" stroke-opacity=".35" stroke-width="2"/>`
    while (y < lowest) {
      layers[column % 2] += one(x, y, random.range(0.5, 0.72), random.pick(tones), random.chance(0.5) ? 1 : -1)
      y += random.range(130, 180)
    }
  }
  const mainX = wide ? subjectX : width / 2 + side * 90
  layers[2] =
    `<path d="M${px(mainX)},0V340" stroke="${palette.deep}" stroke-opacity=".45" stroke-width="2.5"/>` +
    one(mainX, 400, wide ? 1.9 : 1.6, accentOf(palette), -side)
  return {
    planes: [
      { depth: 0, svg: far },
      { depth: 0.3, svg: layers[0] ?? '' },
      { depth: 0.6, svg: layers[1] ?? '' },
      { depth: 1, svg: layers[2] ?? '' },
    ],
    subjects: [boxAround(mainX, 390, wide ? 400 : 330, 300)],
    focusX: mainX,
    fall: 0.6,
    daylight: true,
  }
}

/** A ball over the ring of a basket. */
export function hoop(frame: Frame): Scene {
  const { palette, paint, subjectX, side, wide, width, height } = frame
  const x = wide ? subjectX : width / 2 + side * 40
  const wall = paint.linear([
    [0, palette.deep],
    [0.6, palette.dark],
    [1, mix(palette.mid, palette.warm, 0.3)],
  ])
  const unit = wide ? 1.3 : 1.05
  const board = `<g transform="translate(${px(x)},520) scale(${unit})"><path d="M-190,-230L190,-250V20L-190,10Z" fill="${palette.light}" opacity=".92"/><path d="M-190,-230L-30,-238V16L-190,10Z" fill="#ffffff" opacity=".25"/><path d="M-74,-140L74,-146V-30L-74,-32Z" fill="none" stroke="#c8372d" stroke-width="9"/><path d="M-30,20h60V480h-60Z" fill="${mix(palette.dark, palette.deep, 0.4)}"/>`
  let net = ''
  for (let index = 0; index < 9; index += 1) {
    net += `M${-96 + index * 24},42L${-60 + index * 15},150M${96 - index * 24},42L${60 - index * 15},150`
  }
  const ring = `<path d="${net}" stroke="#f4f1ea" stroke-width="3.5" fill="none" opacity=".85"/><ellipse cy="36" rx="98" ry="20" fill="none" stroke="#e2502c" stroke-width="12"/></g>`
  const ballX = x - side * 130 * unit
  const ballY = 210
  const size = wide ? 96 : 84
  const rubber = paint.radial([
    [0, '#f6a24f'],
    [0.7, '#d96a26'],
    [1, '#8a3a12'],
  ])
  const ball =
    disc(ballX, ballY, size, rubber) +
    `<g fill="none" stroke="#2a120a" stroke-width="5"><path d="M${px(ballX - size)},${ballY}q${size},${px(-size * 0.5)} ${size * 2},0M${px(ballX)},${ballY - size}q${px(size * 0.4)},${size} 0,${size * 2}"/><path d="M${px(ballX - size * 0.7)},${px(ballY - size * 0.7)}q${px(size * 0.9)},${px(size * 0.6)} ${px(size * 0.1)},${px(size * 1.64)}M${px(ballX + size * 0.72)},${px(ballY - size * 0.68)}q${px(-size * 0.5)},${px(size * 0.7)} ${px(size * 0.02)},${px(size * 1.36)}"/></g>`
  const arm = `<path d="M${px(ballX - side * 120)},${height}C${px(ballX - side * 90)},640 ${px(ballX - side * 70)},470 ${px(ballX - side * 34)},${ballY + size + 40}l${side * -6},-44l${side * 26},8l${side * 14},-18l${side * 22},14l${side * 26},-2q${side * 12},60 ${side * -6},110C${px(ballX + side * 40)},520 ${px(ballX + side * 24)},700 ${px(ballX + side * 30)},${height}Z" fill="#0a0b10"/>`
  const lamps = [0.15, 0.5, 0.85].map((share) => glow(frame, width * share, 40, 260, brightest(palette), 0.6)).join('')
  return {
    planes: [
      { depth: 0, svg: band(frame, wall) + lamps },
      { depth: 0.4, svg: board + ring },
      { depth: 0.7, svg: glow(frame, ballX, ballY, size * 2.4, palette.light, 0.4) + ball },
      { depth: 1, svg: arm },
    ],
    subjects: [boxAround(ballX, ballY, size * 2.2, size * 2.2), boxAround(x, 420, 380 * unit, 330 * unit)],
    focusX: x,
    fall: 0.6,
  }
}

/** A cat on a wall under the moon. */
export function cat(frame: Frame): Scene {
  const { palette, random, subjectX, side, wide, width, height, paint } = frame
  const x = wide ? subjectX : width / 2 + side * 60
  const moonY = 300
  const radius = wide ? 210 : 176
  const unit = wide ? 1.5 : 1.3
  const wallTop = 700
  const face = paint.linear([
    [0, brightest(palette)],
    [1, palette.light],
  ])
  let roofs = ''
  for (let left = -40; left < width; left += random.range(110, 190)) {
    const span = random.range(130, 230)
    const top = random.range(500, 610)
    roofs += `M${px(left)},900V${px(top + 50)}L${px(left + span / 2)},${px(top)}L${px(left + span)},${px(top + 50)}V900Z`
  }
  let bricks = ''
  for (let row = 0; row < 5; row += 1)
    for (let left = (row % 2) * 50; left < width; left += 100)
      bricks += `M${left},${wallTop + 30 + row * 38}h94v3h-94ZM${left + 96},${wallTop + 30 + row * 38}v38h3v-38Z`
  const coat = '#0b0c12'
  const animal =
    `<g transform="translate(${px(x)},${wallTop + 4}) scale(${fine(side * unit)},${fine(unit)})" fill="${coat}"><path d="M-60,0C-76,-60-60,-120-26,-146C-34,-168-32,-190-34,-212L-10,-190H20L44,-212C42,-186 46,-160 30,-144C60,-110 66,-50 62,0Z"/><path d="M40,-8C96,-6 110,30 92,76C84,98 60,96 62,80C64,66 80,70 76,54C70,30 50,22 30,10Z"/>` +
    `<path d="M-18,-172q8,-8 16,0q-8,6-16,0ZM12,-172q8,-8 16,0q-8,6-16,0Z" fill="${mix('#f4d14a', palette.light, 0.3)}"/><path d="M-58,-60C-50,-100-40,-120-22,-136" fill="none" stroke="${palette.light}" stroke-opacity=".5" stroke-width="4"/></g>`
  const brickwork = mix(palette.dark, palette.deep, 0.4)
  return {
    planes: [
      {
        depth: 0,
        svg:
          sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm], 700) +
          stars(frame, 90, 480, brightest(palette)) +
          glow(frame, x, moonY, radius * 2, palette.light, 0.5) +
          disc(x, moonY, radius, face),
      },
      {
        depth: 0.35,
        svg:
          `<path d="${roofs}" fill="${mix(palette.mid, palette.deep, 0.5)}"/>` +
          haze(frame, 480, 200, palette.warm, 0.3),
      },
      {
        depth: 0.6,
        svg: `<path d="M0,${wallTop}H${width}V${height}H0Z" fill="${brickwork}"/><path d="M0,${wallTop}H${width}v16H0Z" fill="${mix(palette.mid, palette.dark, 0.4)}"/><path d="${bricks}" fill="${palette.deep}" opacity=".55"/>`,
      },
      { depth: 1, svg: animal },
    ],
    subjects: [
      boxAround(x, moonY, radius * 2, radius * 2),
      { x: x - 90 * unit, y: wallTop - 214 * unit, width: 190 * unit, height: 220 * unit },
    ],
    focusX: x,
    fall: 0.5,
  }
}

/** The bow of a great ship in dock. */
export function ship(frame: Frame): Scene {
  const { palette, paint, subjectX, side, wide, width, height, random } = frame
  const x = wide ? subjectX : width / 2 + side * 50
  const horizon = 700
  const half = wide ? 260 : 200
  const steel = mix(palette.mid, palette.deep, 0.35)
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm, palette.light], horizon) +
    glow(frame, x, 520, 560, palette.light, 0.55) +
    ridge(frame, { y: 650, amplitude: 30, waves: 3, fill: mix(palette.mid, palette.deep, 0.3), octaves: 3 })
  let cranesSvg = ''
  for (let index = 0; index < (wide ? 4 : 2); index += 1) {
    const left = (index + 0.4) * (width / (wide ? 4 : 2)) + random.range(-40, 40)
    if (Math.abs(left - x) < half * 0.9) continue
    cranesSvg += `M${px(left)},${horizon}V330L${px(left + 150)},300M${px(left)},330L${px(left - 60)},350M${px(left)},400L${px(left + 110)},308M${px(left + 30)},${horizon}V330M${px(left + 120)},306V440`
  }
  const bow =
    `<path d="M${px(x)},170L${px(x - half)},236L${px(x - half * 0.62)},${horizon + 40}H${px(x)}Z" fill="${mix(steel, palette.light, 0.22)}"/><path d="M${px(x)},170L${px(x + half)},236L${px(x + half * 0.62)},${horizon + 40}H${px(x)}Z" fill="${darken(steel, 0.3)}"/>` +
    `<path d="M${px(x - half * 0.7)},610L${px(x)},596V${horizon + 40}H${px(x - half * 0.62)}Z" fill="#a5382c"/><path d="M${px(x + half * 0.7)},610L${px(x)},596V${horizon + 40}H${px(x + half * 0.62)}Z" fill="#6b211c"/>` +
    `<path d="M${px(x - half)},236L${px(x)},170L${px(x + half)},236V214L${px(x)},148L${px(x - half)},214Z" fill="${palette.light}"/><path d="M${px(x)},170V${horizon + 40}" stroke="${brightest(palette)}" stroke-opacity=".5" stroke-width="4"/>` +
    `<g fill="${palette.deep}"><circle cx="${px(x - half * 0.4)}" cy="330" r="17"/><circle cx="${px(x + half * 0.4)}" cy="330" r="17"/><path d="M${px(x - 7)},60h14v100h-14Z"/></g>${disc(x, 60, 13, '#ff5a3c')}${glow(frame, x, 60, 90, '#ff5a3c', 0.7)}`
  const water = paint.linear([
    [0, mix(palette.mid, palette.dark, 0.5)],
    [1, palette.deep],
  ])
  const feet = 868
  const personX = x - side * half * 1.1
  return {
    planes: [
      { depth: 0, svg: far },
      {
        depth: 0.3,
        svg: `<path d="${cranesSvg}" fill="none" stroke="${mix(palette.dark, palette.deep, 0.4)}" stroke-width="9"/>`,
      },
      {
        depth: 0.6,
        svg:
          bow + band(frame, water, horizon + 20, 80) + glow(frame, x, horizon + 40, half * 1.6, palette.light, 0.3, 26),
      },
      {
        depth: 1,
        svg:
          `<path d="M0,${horizon + 76}H${width}V${height}H0Z" fill="#07080c"/>` +
          figure('coat', personX, feet, 130, mix('#07080c', palette.light, 0.75)),
      },
    ],
    subjects: [{ x: x - half, y: 130, width: half * 2, height: 500 }, figureBox('coat', personX, feet, 130)],
    focusX: x,
    fall: 0.6,
  }
}

/** A jellyfish that glows in deep water. */
function medusa({ random, palette }: Frame, x: number, y: number, size: number, glowing: boolean): string {
  const bell = glowing ? mix(palette.light, palette.warm, 0.25) : mix(palette.mid, palette.light, 0.25)
  let arms = ''
  let threads = ''
  for (let index = -3; index <= 3; index += 1) {
    const sway = random.range(-0.3, 0.3) * size
    const length = size * random.range(1.5, 2.5)
    const path = `M${px(x + index * size * 0.22)},${px(y)}c${px(sway)},${px(length * 0.3)} ${px(-sway)},${px(length * 0.6)} ${px(sway * 0.7)},${px(length)}`
    if (index % 2 === 0) arms += path
    else threads += path
  }
  return (
    `<g opacity="${glowing ? 1 : 0.55}"><path d="${threads}" fill="none" stroke="${bell}" stroke-width="${px(size * 0.02)}" opacity=".7"/><path d="${arms}" fill="none" stroke="${bell}" stroke-width="${px(size * 0.09)}" stroke-linecap="round" opacity=".45"/>` +
    `<path d="M${px(x - size)},${px(y + size * 0.1)}C${px(x - size)},${px(y - size * 1.1)} ${px(x + size)},${px(y - size * 1.1)} ${px(x + size)},${px(y + size * 0.1)}Q${px(x + size * 0.75)},${px(y - size * 0.08)} ${px(x + size * 0.5)},${px(y + size * 0.08)}Q${px(x + size * 0.25)},${px(y - size * 0.08)} ${px(x)},${px(y + size * 0.08)}Q${px(x - size * 0.25)},${px(y - size * 0.08)} ${px(x - size * 0.5)},${px(y + size * 0.08)}Q${px(x - size * 0.75)},${px(y - size * 0.08)} ${px(x - size)},${px(y + size * 0.1)}Z" fill="${bell}" opacity=".82"/>` +
    `<path d="M${px(x + size * 0.2)},${px(y - size * 0.78)}C${px(x + size * 0.9)},${px(y - size * 0.6)} ${px(x + size)},${px(y - size * 0.1)} ${px(x + size)},${px(y + size * 0.1)}Q${px(x + size * 0.75)},${px(y - size * 0.08)} ${px(x + size * 0.5)},${px(y + size * 0.08)}C${px(x + size * 0.6)},${px(y - size * 0.3)} ${px(x + size * 0.5)},${px(y - size * 0.6)} ${px(x + size * 0.2)},${px(y - size * 0.78)}Z" fill="${palette.mid}" opacity=".5"/><ellipse cx="${px(x - size * 0.34)}" cy="${px(y - size * 0.42)}" rx="${px(size * 0.28)}" ry="${px(size * 0.17)}" fill="${brightest(palette)}" opacity=".55"/></g>`
  )
}

/** Jellyfish in deep water. */
export function jellyfish(frame: Frame): Scene {
  const { palette, subjectX, side, wide, width, height, random } = frame
  const x = wide ? subjectX : width / 2 + side * 60
  const y = wide ? 330 : 320
  const size = wide ? 210 : 168
  let others = ''
  for (let index = 0; index < (wide ? 6 : 3); index += 1) {
    const left = ((index + random.range(0.2, 0.8)) * width) / (wide ? 6 : 3)
    if (Math.abs(left - x) > size * 1.4)
      others += medusa(frame, left, random.range(160, 640), size * random.range(0.18, 0.4), false)
  }
  return {
    planes: [
      {
        depth: 0,
        svg:
          sky(frame, [palette.mid, palette.dark, palette.deep, '#02040a']) +
          glow(frame, x, 0, 620, palette.light, 0.4, 420),
      },
      {
        depth: 0.3,
        svg:
          others +
          motes(frame, 120, palette.light, {
            x: width / 2,
            reach: width / 2,
            top: 0,
            bottom: height,
            radius: 2.2,
            opacity: 0.4,
          }),
      },
      { depth: 0.6, svg: glow(frame, x, y, size * 2.3, palette.warm, 0.55) },
      { depth: 0.8, svg: medusa(frame, x, y, size, true) },
      { depth: 1, svg: haze(frame, height - 240, 240, '#02040a', 0.8) },
    ],
    subjects: [boxAround(x, y + size * 0.2, size * 2.1, size * 2.4)],
    focusX: x,
    fall: 0.5,
  }
}
