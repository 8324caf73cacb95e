import { hashText } from './random.ts'

/** Offset 0..1, colour, opacity (1 when left out). */
export type Stop = readonly [offset: number, colour: string, opacity?: number]
/** x1, y1, x2, y2 as shares of the painted shape. */
export type Direction = readonly [number, number, number, number]

/** SVG definitions. Each method returns a `url(#…)` for an attribute. */
export interface Paint {
  linear(stops: readonly Stop[], direction?: Direction): string
  radial(stops: readonly Stop[]): string
  blur(deviation: number): string
  clip(shapes: string): string
  /** The definitions that a drawing refers to, as `<defs>`; empty if there are none. */
  definitionsFor(svg: string): string
}

/** Formats a number with one decimal. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Formats an opacity or scale with two decimals. */
export function fine(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Escapes text for an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function stopList(stops: readonly Stop[]): string {
  return stops
    .map(([offset, colour, opacity]) => {
      const faded = opacity === undefined ? '' : ` stop-opacity="${fine(opacity)}"`
      return `<stop offset="${fine(offset)}" stop-color="${colour}"${faded}/>`
    })
    .join('')
}

/** Ids contain a hash of the name, so that several pictures can be in one document. */
export function paintFor(name: string): Paint {
  const prefix = `a${hashText(name).toString(36)}`
  const definitions = new Map<string, string>()
  const define = (element: (id: string) => string): string => {
    const id = `${prefix}_${definitions.size.toString(36)}`
    definitions.set(id, element(id))
    return `url(#${id})`
  }
  return {
    linear: (stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
      define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopList(stops)}</linearGradient>`,
      ),
    radial: (stops) => define((id) => `<radialGradient id="${id}">${stopList(stops)}</radialGradient>`),
    blur: (deviation) =>
      define(
        (id) =>
          `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
      ),
    clip: (shapes) => define((id) => `<clipPath id="${id}">${shapes}</clipPath>`),
    definitionsFor: (svg) => {
      const used = [...definitions].filter(([id]) => svg.includes(`url(#${id})`)).map(([, element]) => element)
      return used.length === 0 ? '' : `<defs>${used.join('')}</defs>`
    },
  }
}
