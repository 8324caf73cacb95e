import { darken, luminance, mix } from './colour.ts'
import { crestFigures, figuresFor, starPath } from './crests/crest-figures.ts'
import { sansFamily, serifFamily } from './fonts.ts'
import { escapeXml, paintFor, type Paint } from './paint.ts'
import { createRandom, type SeededRandom } from './random.ts'

/** Crests of teams and emblems of competitions, 100 × 110 px, readable from 20 px on. */

/** Shields, in a box from 6,6 to 94,104. */
const shields = [
  'M8,11Q30,15 50,6Q70,15 92,11V56Q92,88 50,104Q8,88 8,56Z',
  'M8,8H92V50Q92,84 50,104Q8,84 8,50Z',
  'M10,8Q50,16 90,8Q97,40 88,66Q78,90 50,104Q22,90 12,66Q3,40 10,8Z',
  'M50,6L92,16V58Q92,86 50,104Q8,86 8,58V16Z',
] as const

const disc = 'M50,7A48,48 0 0 1 50,103A48,48 0 0 1 50,7Z'

/** What the second colour covers. */
const divisions = {
  halves: 'M50,0H100V110H50Z',
  bend: 'M0,4V42L72,110H112V80L16,-8Z',
  stripes: 'M22,0H36V110H22ZM64,0H78V110H64Z',
  hoops: 'M0,38H100V54H0ZM0,72H100V88H0Z',
  chevron: 'M0,62L50,28L100,62V88L50,54L0,88Z',
  quarters: 'M50,0H100V54H50ZM0,54H50V110H0Z',
} as const

const names = Object.keys(divisions).filter((name): name is keyof typeof divisions => name in divisions)

const colours = [
  '#c8372d',
  '#1f4f8f',
  '#f2efe6',
  '#17191f',
  '#1f7a52',
  '#e0a526',
  '#6d1f2f',
  '#3b8fc4',
  '#e2702c',
  '#53606f',
]

const light = '#fbf8f0'
const dark = '#14161c'

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour of these that differs most from a ground. */
const mostDifferent = (ground: string, choices: readonly string[]): string =>
  choices.toSorted((one, other) => contrast(other, ground) - contrast(one, ground))[0] ?? light

interface CrestColours {
  /** The field. */
  first: string
  second: string
  /** Of lines and letters on the field. */
  ink: string
}

function coloursOf(random: SeededRandom, given?: readonly [string, string]): CrestColours {
  const drawn = random.pick(colours)
  const first = given?.[0] ?? drawn
  const second = given?.[1] ?? random.pick(colours.filter((colour) => contrast(colour, first) > 1.9))
  const ink = contrast(first, second) >= 2.2 ? second : mostDifferent(first, [light, dark])
  return { first, second, ink }
}

interface Letters {
  text: string
  x: number
  y: number
  size: number
  colour: string
  /** Line around the letters, for grounds of two colours. */
  outline?: string
  family?: string
}

function letters({ text, x, y, size, colour, outline, family = sansFamily }: Letters): string {
  const stroke = outline
    ? ` stroke="${outline}" stroke-width="${(size / 8).toFixed(1)}" stroke-linejoin="round" paint-order="stroke"`
    : ''
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="900" text-anchor="middle" fill="${colour}"${stroke}>${escapeXml(text)}</text>`
}

const placed = (drawing: string, x: number, y: number, scale: number): string =>
  `<g transform="translate(${x},${y}) scale(${scale})">${drawing}</g>`

/**
 * A double line: light outside, dark inside. One of them is seen on a page of either skin, whatever the colours.
 */
const rim = (outline: string, first: string): string =>
  `<path d="${outline}" fill="none" stroke="${light}" stroke-width="7"/><path d="${outline}" fill="none" stroke="${darken(first, 0.62)}" stroke-width="3.5"/>`

/** A light from above, so that flat colours look like enamel. */
const gloss = (paint: Paint): string =>
  `<path d="M0,0H100V110H0Z" fill="${paint.linear([
    [0, '#ffffff', 0.2],
    [0.45, '#ffffff', 0],
    [1, '#000000', 0.22],
  ])}"/>`

function svgOf(paint: Paint, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 110" width="100" height="110">${paint.definitionsFor(body)}${body}</svg>`
}

/** The first characters of a name that stand for it. */
const initials = (name: string, count: number): string => [...name].slice(0, count).join('')

interface Design {
  name: string
  random: SeededRandom
  colours: CrestColours
  paint: Paint
}

/** A shield with the figure below a band with two characters. */
function banded({ name, random, colours: { first, second, ink } }: Design): string {
  const band = contrast(first, second) >= 2.2 ? second : ink
  const figure = crestFigures[random.pick(figuresFor(name))](ink, first)
  const text = letters({
    text: initials(name, 2),
    x: 50,
    y: 31,
    size: 21,
    colour: mostDifferent(band, [first, light, dark]),
  })
  return (
    `<path d="M0,0H100V110H0Z" fill="${first}"/><path d="M0,0H100V37H0Z" fill="${band}"/>` +
    placed(figure, 50, 66, 0.54) +
    text
  )
}

/** A field of two colours with one large character. */
function lettered({ name, random, colours: { first, second } }: Design): string {
  const division = divisions[random.pick(names)]
  const [colour, outline] = luminance(first) > 0.5 ? [dark, light] : [light, darken(first, 0.55)]
  return (
    `<path d="M0,0H100V110H0Z" fill="${first}"/><path d="${division}" fill="${second}"/>` +
    letters({ text: initials(name, 1), x: 50, y: 73, size: 54, colour, outline, family: serifFamily })
  )
}

/** A field with one large figure under stars or a point. */
function figured({ name, random, colours: { first, second, ink } }: Design): string {
  const figure = crestFigures[random.pick(figuresFor(name))](ink, first)
  const base = random.chance(0.5)
    ? `<path d="M0,84H100V110H0Z" fill="${second}"/>`
    : `<path d="M0,0H13V110H0ZM87,0H100V110H87Z" fill="${second}"/>`
  return `<path d="M0,0H100V110H0Z" fill="${first}"/>${base}${placed(figure, 50, 50, 0.66)}`
}

/** A ring around a disc with the figure. */
function ringed({ name, random, colours: { first, second, ink } }: Design): string {
  const inner = contrast(first, second) >= 2.2 ? second : ink
  const figure = crestFigures[random.pick(figuresFor(name))](first, inner)
  const star = random.chance(0.5)
  const marks = [-62, -31, 31, 62]
    .map((turn) => {
      const mark = star
        ? `<path d="${starPath(50, 15.5, 5.2)}" fill="${inner}"/>`
        : `<circle cx="50" cy="15.5" r="2.8" fill="${inner}"/>`
      return `<g transform="rotate(${turn},50,55)">${mark}</g>`
    })
    .join('')
  const text = letters({ text: initials(name, 2), x: 50, y: 96, size: 14, colour: inner })
  return (
    `<path d="M0,0H100V110H0Z" fill="${first}"/><circle cx="50" cy="53" r="33" fill="${inner}"/>` +
    `<path d="M18,81H82V106H18Z" fill="${first}"/>${marks}${placed(figure, 50, 50, 0.44)}${text}`
  )
}

/**
 * A team's crest: the same for the same name and colours.
 * @param given its two colours; without them they follow from the name, too
 */
export function drawCrest(name: string, given?: readonly [string, string]): string {
  const random = createRandom(`crest ${name}`)
  const paint = paintFor(`crest ${name}`)
  const design = { name, random, colours: coloursOf(random, given), paint }
  const round = random.chance(0.4)
  const outline = round ? disc : random.pick(shields)
  const draw = round ? random.pick([ringed, ringed, lettered]) : random.pick([banded, figured, figured, lettered])
  const body = `<g clip-path="${paint.clip(`<path d="${outline}"/>`)}">${draw(design)}${gloss(paint)}</g>`
  return svgOf(paint, body + rim(outline, design.colours.first))
}

/** The emblem of a competition: a cup with a star on a shield with rays, and the first two characters of its name, from which the colours follow. */
export function drawEmblem(name: string): string {
  const random = createRandom(`emblem ${name}`)
  const paint = paintFor(`emblem ${name}`)
  const first = random.pick(['#1b3f8b', '#7a1f3d', '#0f5f56', '#3d2a7a', '#a3321f', '#1d2733'])
  const gold = random.pick(['#f0c24b', '#f2efe6', '#8fd3e8'])
  const outline = 'M50,6L88,20V56Q88,88 50,104Q12,88 12,56V20Z'
  const rays = Array.from(
    { length: 7 },
    (_, at) => `<path d="M50,60L${-30 + at * 26},-10H${-18 + at * 26}Z" fill="${mix(first, '#ffffff', 0.14)}"/>`,
  ).join('')
  const cup =
    'M34,26H66V42Q66,60 53,63V73H63V80H37V73H47V63Q34,60 34,42ZM34,31H25Q25,50 37,53L36,47Q30,44 30,36H34ZM66,31H75Q75,50 63,53L64,47Q70,44 70,36H66Z'
  const body =
    `<g clip-path="${paint.clip(`<path d="${outline}"/>`)}"><path d="M0,0H100V110H0Z" fill="${first}"/>${rays}` +
    `<path d="${cup}" fill="${gold}"/><path d="${starPath(50, 44, 9)}" fill="${first}"/>${gloss(paint)}</g>` +
    letters({ text: initials(name, 2), x: 50, y: 94, size: 13, colour: light })
  return svgOf(paint, body + rim(outline, first))
}
