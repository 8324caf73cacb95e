import { darken, mix } from '../colour.ts'
import { figure, figureBox } from '../figures.ts'
import { accentOf, brightest } from '../palettes.ts'
import { fine, px } from '../paint.ts'
import { noiseOf } from '../random.ts'
import type { Frame, Plane, Scene } from '../scene.ts'
import { boxAround } from '../scene.ts'
import { band, birds, disc, glow, haze, motes, pinePath, ridge, sky, veil } from '../scenery.ts'

/** Mountains behind mountains under a low sun. */
export function ridges(frame: Frame): Scene {
  const { height, width, random, palette, paint, subjectX, wide } = frame
  const horizon = height * random.range(0.47, 0.55)
  const sunY = horizon - random.range(40, 130)
  const sunRadius = random.range(56, 106)
  const far =
    sky(frame, [palette.deep, palette.dark, palette.mid, palette.warm, palette.light], horizon + 160) +
    glow(frame, subjectX, sunY, 560, palette.light, 0.75) +
    disc(subjectX, sunY, sunRadius, palette.spot, 0.95) +
    birds(frame, subjectX - frame.side * 130, horizon - 190, 7, 15, palette.deep)
  const planes: Plane[] = [{ depth: 0, svg: far }]
  for (let index = 0; index < 6; index += 1) {
    const share = index / 5
    const y = horizon + share * 280
    const colour = mix(mix(palette.warm, palette.mid, Math.min(1, share * 1.6)), palette.deep, share)
    const foot = mix(colour, index < 4 ? palette.warm : palette.deep, 0.35)
    const fill = paint.linear([
      [0, colour],
      [1, foot],
    ])
    const line = { y, amplitude: 90 - share * 20, waves: 1.6 + share * 1.6, fill }
    const peakX = index === 1 ? width * (wide ? 0.42 : 0.3) : width * 0.84
    const hill =
      index === 1 || index === 2
        ? ridge(frame, { ...line, peak: { x: peakX, height: 110, width: 170 } })
        : ridge(frame, line)
    const light = index < 4 ? veil(frame, y + 10, 130, palette.light, 0.17) : ''
    planes.push({ depth: 0.2 + share * 0.55, svg: hill + light })
  }
  const name = random.pick(['robe', 'swordsman', 'coat'] as const)
  const feet = height - 30
  let trees = ''
  for (let index = 0; index < (wide ? 28 : 12); index += 1) {
    const x = random.range(0, width)
    const tall = random.range(70, 190)
    if (Math.abs(x - subjectX) > 76) trees += pinePath(random, x, height + 8, tall)
  }
  const near =
    `<path d="${trees}" fill="${darken(palette.deep, 0.35)}"/>` +
    haze(frame, 760, 140, '#000000', 0.45) +
    glow(frame, subjectX, feet - 34, 190, palette.warm, 0.42, 74) +
    figure(name, subjectX, feet, 96, '#050507')
  planes.push({ depth: 1, svg: near })
  const subjects = [boxAround(subjectX, sunY, sunRadius * 2, sunRadius * 2), figureBox(name, subjectX, feet, 96)]
  return { planes, subjects, fall: 0.6 }
}

/** Height of a dune's crest at x. */
type Crest = (x: number) => number

/** The lit flank down to the frame's edge and the shaded flank that falls away under the crest. */
function dune(frame: Frame, crest: Crest, lit: string, shade: string): string {
  const { width, height, random } = frame
  const noise = noiseOf(random)
  let line = ''
  for (let x = 0; x <= width; x += 8) line += `${x === 0 ? 'M' : 'L'}${x},${px(crest(x))}`
  let shadow = line
  for (let x = width; x >= 0; x -= 8) {
    const slope = crest(x + 6) - crest(x - 6)
    const reach = 8 + Math.max(0, slope * 14 + 34) + noise(x / 150, 2) * 90
    shadow += `L${x},${px(crest(x) + reach)}`
  }
  return `<path d="${line}L${width},${height}H0Z" fill="${lit}"/><path d="${shadow}Z" fill="${shade}"/>`
}

/** Sand under a pale disc, a caravan on the middle crest. */
export function dunes(frame: Frame): Scene {
  const { height, width, random, palette, paint, subjectX, side } = frame
  const sunY = random.range(180, 260)
  const sunRadius = random.range(46, 86)
  const tones = [mix(palette.mid, palette.dark, 0.4), palette.warm, palette.light, brightest(palette)]
  const planes: Plane[] = [
    {
      depth: 0,
      svg:
        sky(frame, tones, height * 0.62) +
        glow(frame, subjectX, sunY, sunRadius * 4, brightest(palette), 0.5) +
        disc(subjectX, sunY, sunRadius, palette.spot),
    },
  ]
  const caravan: string[] = []
  for (const [index, level] of [400, 500, 650].entries()) {
    const amplitude = random.range(48, 84)
    const phase = random.range(0, 6)
    const span = random.range(200, 300)
    const crest: Crest = (x) =>
      level + Math.sin(x / span + phase) * amplitude * 0.62 + Math.sin((x / span) * 2.3 + phase * 2) * amplitude * 0.16
    const lit = paint.linear([
      [0, mix(palette.light, palette.warm, 0.15 + index * 0.3)],
      [0.6, mix(palette.warm, palette.mid, 0.3 + index * 0.3)],
      [1, mix(palette.mid, palette.dark, 0.2 + index * 0.35)],
    ])
    const shade = paint.linear([
      [0, mix(palette.mid, palette.dark, 0.15 + index * 0.28), 0.85],
      [1, mix(palette.mid, palette.dark, 0.1 + index * 0.3), 0],
    ])
    let svg = dune(frame, crest, lit, shade)
    if (index === 1) {
      for (let step = 0; step < 6; step += 1) {
        const x = subjectX - 112 + step * 44
        const name = step === (side > 0 ? 0 : 5) ? 'swordsman' : 'robe'
        caravan.push(figure(name, x, crest(x) + 3, 52 - (step % 3) * 4, darken(palette.deep, 0.3)))
      }
      svg += caravan.join('')
    }
    planes.push({ depth: 0.3 + index * 0.3, svg })
  }
  planes.push({
    depth: 1,
    svg:
      ridge(frame, { y: 850, amplitude: 46, waves: 0.9, octaves: 2, fill: mix(palette.dark, palette.deep, 0.7) }) +
      haze(frame, 640, 260, palette.deep, 0.5),
  })
  const subjects = [boxAround(subjectX, sunY, sunRadius * 2, sunRadius * 2), boxAround(subjectX, 484, 290, 130)]
  return { planes, subjects, fall: width > height ? 0.5 : 0.6 }
}

/** One bright coat between pines, snow falling. */
export function pines(frame: Frame): Scene {
  const { height, width, random, palette, paint, subjectX, wide } = frame
  const fade = paint.linear([
    [0, palette.mid],
    [0.5, palette.warm],
    [1, palette.light],
  ])
  const planes: Plane[] = [
    { depth: 0, svg: band(frame, fade) + glow(frame, subjectX, 430, 420, brightest(palette), 0.55) },
  ]
  for (let row = 0; row < 5; row += 1) {
    const count = (wide ? 26 : 10) - row * (wide ? 3 : 1)
    let trees = ''
    for (let index = 0; index < count; index += 1) {
      const x = random.range(0, width)
      const foot = 570 + row * 66 + random.range(0, 20)
      const tall = 190 + row * 96 + random.range(0, 90)
      if (row > 2 && Math.abs(x - subjectX) < tall * 0.3) continue
      trees += pinePath(random, x, foot, tall)
    }
    const mist = haze(frame, 430 + row * 64, 190, palette.light, 0.5 - row * 0.06)
    planes.push({
      depth: 0.15 + row * 0.16,
      svg: `<path d="${trees}" fill="${mix(palette.warm, palette.deep, row / 4)}"/>${mist}`,
    })
  }
  const feet = 842
  const snow = paint.linear([
    [0, mix(palette.light, '#ffffff', 0.5)],
    [1, mix(palette.light, palette.warm, 0.55)],
  ])
  const ground =
    `<path d="M0,782Q${px(width * 0.3)},750 ${px(width * 0.6)},786T${width},770V${height}H0Z" fill="${snow}"/>` +
    `<path d="M${px(subjectX)},${feet - 2}L${px(subjectX + 190)},${feet + 30}L${px(subjectX + 60)},${feet + 4}Z" fill="${palette.mid}" opacity="${fine(0.5)}"/>` +
    figure('dress', subjectX, feet, 132, accentOf(palette))
  planes.push({ depth: 0.9, svg: ground })
  const flakes = motes(frame, wide ? 300 : 170, '#ffffff', {
    x: width / 2,
    reach: width / 2,
    top: 0,
    bottom: height,
    radius: 5,
    opacity: 0.85,
  })
  planes.push({ depth: 1, svg: flakes })
  return { planes, subjects: [figureBox('dress', subjectX, feet, 132)], fall: 0.52 }
}
