/**
 * Relative luminance that stands out against the dark edge by seven to one (WCAG 2, AAA), and at which a red is still a
 * red: higher, the colours that everybody may use would be told apart no longer.
 */
const leastLuminance = 0.3

const shifts = [16, 8, 0] as const
const shares = [0.2126, 0.7152, 0.0722] as const

const toLight = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toValue = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

/** Red, green and blue of a colour as light, 0 to 1 each (IEC 61966-2-1). */
const lightsOf = (color: number): number[] => shifts.map((shift) => toLight(((color >> shift) & 0xff) / 255))

const sumOf = (lights: readonly number[]): number =>
  shares.reduce((sum, share, at) => sum + share * (lights[at] ?? 0), 0)

/** Relative luminance (WCAG 2) of a colour, RGB in 24 bits: 0 for black to 1 for white. */
export const luminanceOf = (color: number): number => sumOf(lightsOf(color))

/** The colour that words of a colour are written in, RGB in 24 bits: as it is, or with as much white as its edge needs. */
export function legible(color: number): number {
  const lights = lightsOf(color)
  const luminance = sumOf(lights)
  if (luminance >= leastLuminance) return color
  const white = (leastLuminance - luminance) / (1 - luminance)
  return lights.reduce((rgb, light) => rgb * 256 + Math.ceil(toValue(light + (1 - light) * white) * 255), 0)
}
