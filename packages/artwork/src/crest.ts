import { luminance } from './colour.ts'
import { paintFor } from './paint.ts'
import { createRandom } from './random.ts'

/** Shield, disc, hexagon and heater on a ground of 20 × 22. */
const outlines = [
  'M1.5,2.5Q6,3.2 10,1Q14,3.2 18.5,2.5V11.5Q18.5,17.6 10,21.2Q1.5,17.6 1.5,11.5Z',
  'M10,1.6a9.4,9.4 0 1 1 0,18.8a9.4,9.4 0 1 1 0,-18.8Z',
  'M10,0.9L18.9,5.9V16.1L10,21.1L1.1,16.1V5.9Z',
  'M1.4,1.4H18.6V8.6Q18.6,16.4 10,21.3Q1.4,16.4 1.4,8.6Z',
] as const

/** Halves, bend, stripes, chevron and cross: what the second colour covers. */
const divisions = [
  'M10,0H20V22H10Z',
  'M0,0H5L20,16V22H15L0,6Z',
  'M4,0H8V22H4ZM12,0H16V22H12Z',
  'M0,12L10,5L20,12V18L10,11L0,18Z',
  'M8,0H12V9H20V13H12V22H8V13H0V9H8Z',
] as const

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

/**
 * A team's crest, 20 × 22 px. The outline has the surrounding text colour, so that white parts are visible on a light
 * background.
 * @param given its two colours; without them they are drawn, too
 */
export function drawCrest(seed: string, given?: readonly [string, string]): string {
  const random = createRandom(`crest ${seed}`)
  const outline = random.pick(outlines)
  const division = random.pick(divisions)
  const drawn = random.pick(colours)
  const first = given?.[0] ?? drawn
  const contrast = (colour: string): number => {
    const [low = 0, high = 0] = [luminance(first), luminance(colour)].toSorted((one, other) => one - other)
    return (high + 0.05) / (low + 0.05)
  }
  const second = given?.[1] ?? random.pick(colours.filter((colour) => contrast(colour) > 1.9))
  const paint = paintFor(`crest ${seed}`)
  const clip = paint.clip(`<path d="${outline}"/>`)
  const body =
    `<g clip-path="${clip}"><path d="M0,0H20V22H0Z" fill="${first}"/><path d="${division}" fill="${second}"/></g>` +
    `<path d="${outline}" fill="none" stroke="currentColor" stroke-opacity=".28"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 22" width="20" height="22">${paint.definitionsFor(body)}${body}</svg>`
}
