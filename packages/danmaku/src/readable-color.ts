/**
 * Minimum relative luminance: contrast 7:1 against the dark edge (WCAG 2, AAA). Higher values would make the standard
 * colours indistinguishable.
 */
const minLuminance = 0.3

const shifts = [16, 8, 0] as const
const shares = [0.2126, 0.7152, 0.0722] as const

const toLight = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toValue = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

/** Linear light of red, green and blue, 0 to 1 (IEC 61966-2-1). */
const lightsOf = (color: number): number[] => shifts.map((shift) => toLight(((color >> shift) & 0xff) / 255))

const sumOf = (lights: readonly number[]): number =>
  shares.reduce((sum, share, at) => sum + share * (lights[at] ?? 0), 0)

/** Relative luminance (WCAG 2) of a 24-bit RGB colour: 0 for black, 1 for white. */
export const luminanceOf = (color: number): number => sumOf(lightsOf(color))

/** The colour itself, or mixed with as much white as the minimum luminance requires. 24-bit RGB. */
export function readableColor(color: number): number {
  const lights = lightsOf(color)
  const luminance = sumOf(lights)
  if (luminance >= minLuminance) return color
  const white = (minLuminance - luminance) / (1 - luminance)
  return lights.reduce((rgb, light) => rgb * 256 + Math.ceil(toValue(light + (1 - light) * white) * 255), 0)
}
