/** Relative luminance between which a colour is seen on the grounds of both skins. */
const darkest = 0.09
const lightest = 0.6
/** How much white or black is mixed in at a time. */
const step = 0.05

/** Relative luminance of a channel (WCAG 2.2). */
const linear = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

function luminanceOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/**
 * A team's colour for bars and marks: black is lightened and white darkened until they are seen on a dark and on a light page.
 * @param colour `#rrggbb`
 */
export function barColour(colour: string): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const mixed = (to: number): number[] => channels.map((value) => value + (to - value) * step)
  while (luminanceOf(channels) < darkest) channels = mixed(1)
  while (luminanceOf(channels) > lightest) channels = mixed(0)
  return `#${channels
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
