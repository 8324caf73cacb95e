/** Colours are `#rrggbb`. */

function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** `share` 0 gives `from`, 1 gives `to`. */
export function mix(from: string, to: string, share: number): string {
  const start = channels(from)
  const end = channels(to)
  const kept = Math.min(1, Math.max(0, share))
  const blend = (index: 0 | 1 | 2): string =>
    Math.round(start[index] + (end[index] - start[index]) * kept)
      .toString(16)
      .padStart(2, '0')
  return `#${blend(0)}${blend(1)}${blend(2)}`
}

export function darken(colour: string, share: number): string {
  return mix(colour, '#000000', share)
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance(colour: string): number {
  const linear = (channel: number): number => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = channels(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Relative luminance between which a colour is seen on the grounds of both skins. */
const darkest = 0.09
const lightest = 0.6
/** How much white or black is mixed in at a time. */
const step = 0.05

/** Lightens black and darkens white until bars and marks of the colour are seen on a dark and on a light page. */
export function onBothGrounds(colour: string): string {
  let shown = colour
  while (luminance(shown) < darkest) shown = mix(shown, '#ffffff', step)
  while (luminance(shown) > lightest) shown = mix(shown, '#000000', step)
  return shown
}
