import { darken, mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import type { Frame, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, disc, glow, haze, motes, ridge, sky, stars } from '../scenery.ts'

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
