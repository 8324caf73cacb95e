import sharp from 'sharp'
import { create } from 'svg-captcha'

/** A random integer from 0 up to but not including `below`. */
export type RandomInt = (below: number) => number

/**
 * Letters that stay apart when they are slanted and crossed by lines, one of each group that does not: E of E and F, H of
 * H, K, M and N, R of P and R, T of T, Y and 7, U of U and V. Digits look like letters then (4 and A, 3 and 9).
 */
const alphabet = 'ACEHRTUWX'
const width = 224
const height = 88
const glyphSize = 80

export function captchaText(length: number, randomInt: RandomInt): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/**
 * Draws the text as a PNG of 224 × 88. Each glyph is rotated, slanted and scaled at random, lines cross the picture,
 * the whole is distorted along two waves, and noise is added anywhere: nothing that hides the glyphs reveals their
 * positions. Needs no installed font.
 */
export async function drawCaptcha(text: string, randomInt: RandomInt): Promise<Buffer> {
  const randomBetween = (from: number, to: number): number => from + ((to - from) * randomInt(1000)) / 999
  const { data } = await sharp(Buffer.from(captchaSvg(text, randomBetween)))
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const distorted = distort(data, randomBetween)
  addNoise(distorted, randomInt)
  return sharp(distorted, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 64, effort: 4 })
    .toBuffer()
}

type RandomBetween = (from: number, to: number) => number

function captchaSvg(text: string, randomBetween: RandomBetween): string {
  const background = `hsl(${randomBetween(0, 360)} 30% ${randomBetween(90, 96)}%)`
  const pitch = (width - 24) / text.length
  const glyphs = Array.from(text, (character, at) => {
    const x = 12 + pitch * (at + 0.5) + randomBetween(-5, 5)
    const y = height / 2 + randomBetween(-5, 5)
    const transform = `rotate(${randomBetween(-20, 20)}) skewX(${randomBetween(-14, 14)}) scale(${randomBetween(0.85, 1.15)} ${randomBetween(0.85, 1.15)})`
    const colour = strokeColour(randomBetween)
    const stroke = `stroke="${colour}" stroke-width="${randomBetween(2, 3.5)}"`
    return `<path transform="translate(${x} ${y}) ${transform}" fill="${colour}" ${stroke} d="${outline(character)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${background}"/>${strokes(2, randomBetween)}${glyphs.join('')}${strokes(2, randomBetween)}</svg>`
}

const strokeColour = (randomBetween: RandomBetween): string =>
  `hsl(${randomBetween(0, 360)} ${randomBetween(40, 80)}% ${randomBetween(20, 36)}%)`

function strokes(count: number, randomBetween: RandomBetween): string {
  const point = (from: number, to: number): string => `${randomBetween(from, to)} ${randomBetween(0, height)}`
  const stroke = (): string =>
    `<path fill="none" stroke="${strokeColour(randomBetween)}" stroke-width="${randomBetween(1, 2.2)}"
      d="M${point(0, 30)} C${point(40, 100)} ${point(120, 180)} ${point(width - 30, width)}"/>`
  return Array.from({ length: count }, stroke).join('')
}

/** The outline of a character centred at 0, 0. */
function outline(character: string): string {
  const size = glyphSize
  // The view box is two units wide, which centres the glyph at our origin.
  const { data } = create({ size: 1, charPreset: character, noise: 0, width: 2, height: 0, fontSize: size })
  const path = / d="([^"]+)"/.exec(data)?.[1]
  if (path === undefined) throw new Error(`no outline of ${character}`)
  return path
}

/** Moves every pixel along two waves. */
function distort(from: Buffer, randomBetween: RandomBetween): Buffer {
  const to = Buffer.alloc(from.length, 255)
  const wave = (amplitude: number, wavelength: number) => {
    const [size, length, phase] = [
      randomBetween(amplitude * 0.6, amplitude),
      randomBetween(wavelength * 0.8, wavelength * 1.2),
      randomBetween(0, 2 * Math.PI),
    ]
    return (at: number): number => Math.round(size * Math.sin((2 * Math.PI * at) / length + phase))
  }
  const down = wave(6, 120)
  const across = wave(5, 60)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(width - 1, Math.max(0, x + across(y)))
      const fromY = Math.min(height - 1, Math.max(0, y + down(x)))
      from.copy(to, (y * width + x) * 3, (fromY * width + fromX) * 3, (fromY * width + fromX) * 3 + 3)
    }
  }
  return to
}

function addNoise(pixels: Buffer, randomInt: RandomInt): void {
  for (let speck = 0; speck < 700; speck++) {
    const at = randomInt(width * height) * 3
    const shade = randomInt(256)
    for (let channel = 0; channel < 3; channel++) pixels[at + channel] = (shade + randomInt(90)) % 256
  }
}
