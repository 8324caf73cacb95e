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

/** The colour itself, or mixed with as much white as the minimum luminance requires. 24-bit RGB. */
export function readableColor(color: number): number {
  const lights = lightsOf(color)
  const luminance = sumOf(lights)
  if (luminance >= minLuminance) return color
  const white = (minLuminance - luminance) / (1 - luminance)
  return lights.reduce((rgb, light) => rgb * 256 + Math.ceil(toValue(light + (1 - light) * white) * 255), 0)
}

/** Opacity of the edge of white and pale text, around which a darker one looks heavy. */
const minEdgeAlpha = 0.62
/** Minimum contrast between text and its edge over a white picture (WCAG 2, large text). */
const minEdgeContrast = 3

/** Opacity of the dark edge of a text: deeper for saturated colours, which contrast less with a bright picture. */
export function edgeAlpha(color: number): number {
  const maxEdgeLight = (sumOf(lightsOf(readableColor(color))) + 0.05) / minEdgeContrast - 0.05
  // The edge is mixed with the white picture below it in sRGB; its own colour counts as black.
  return Math.max(minEdgeAlpha, Math.ceil((1 - toValue(Math.max(0, maxEdgeLight))) * 100) / 100)
}
