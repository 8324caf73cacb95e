import { encode } from 'uqr'
import { breakLines, coverPart } from './poster-rules.ts'

/** Size of the picture in its own units. */
export const posterSize = { width: 300, height: 480 }
/** Pixels for each unit of a saved picture. */
const savedScale = 4

export interface Drawable {
  image: CanvasImageSource
  width: number
  height: number
}

export interface PosterContent {
  /** Null if there is none. */
  picture: Drawable | null
  /** A sentence in large type; empty for a larger picture. */
  line: string
  /** Plate on the picture; empty for none. */
  clock: string
  /** Small type below the sentence. */
  credit: string
  name: string
  facts: string
  siteName: string
  /** Below the code. */
  hint: string
  url: string
}

const ground = '#0a0c12'
const white = '#f4f6fa'
const muted = 'rgb(232 236 243 / 0.72)'
const margin = 22
const innerWidth = posterSize.width - 2 * margin
const code = { size: 76, x: 202, y: 362 }
const nameWidth = code.x - margin - 14
/** Type sizes of the sentence: the first in which it fits. */
const lineSizesPx = [27, 23, 20] as const
const maxLines = 3

/** Loads a picture for drawing. Throws if it cannot be loaded. */
export async function loadDrawable(source: string | HTMLCanvasElement): Promise<Drawable> {
  if (typeof source !== 'string') return { image: source, width: source.width, height: source.height }
  const image = new Image()
  image.src = source
  await image.decode()
  return { image, width: image.naturalWidth, height: image.naturalHeight }
}

/** Draws a picture so that it covers a box. */
export function drawCover(
  context: CanvasRenderingContext2D,
  { image, ...size }: Drawable,
  box: { width: number; height: number },
): void {
  // Of a poster the upper half is shown: its lettering is below.
  const part = coverPart(size, box, { x: 0.5, y: size.height > size.width ? 0.2 : 0.5 })
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, box.width, box.height)
}

interface Fonts {
  serif(sizePx: number): string
  sans(sizePx: number, weight?: number): string
}

function fontsOfPage(): Fonts {
  const style = getComputedStyle(document.documentElement)
  const [display, font] = [style.getPropertyValue('--display'), style.getPropertyValue('--font')]
  return {
    serif: (sizePx) => `700 ${sizePx}px ${display}`,
    sans: (sizePx, weight = 400) => `${weight} ${sizePx}px ${font}`,
  }
}

function drawPicture(context: CanvasRenderingContext2D, { picture, line }: PosterContent): void {
  const height = line === '' ? 330 : 272
  const { width } = posterSize
  context.fillStyle = ground
  context.fillRect(0, 0, width, posterSize.height)
  if (!picture) return
  drawCover(context, picture, { width, height })
  const top = context.createLinearGradient(0, 0, 0, 70)
  top.addColorStop(0, 'rgb(5 7 11 / 0.3)')
  top.addColorStop(1, 'rgb(5 7 11 / 0)')
  context.fillStyle = top
  context.fillRect(0, 0, width, 70)
  const fromY = height * 0.5
  const fall = context.createLinearGradient(0, fromY, 0, height)
  fall.addColorStop(0, 'rgb(10 12 18 / 0)')
  fall.addColorStop(0.75, 'rgb(10 12 18 / 0.86)')
  fall.addColorStop(1, ground)
  context.fillStyle = fall
  // One row more: the edge of the picture must not shine through.
  context.fillRect(0, fromY, width, height - fromY + 1)
}

function drawClock(context: CanvasRenderingContext2D, { clock }: PosterContent, fonts: Fonts): void {
  if (clock === '') return
  context.font = fonts.sans(14, 700)
  const width = context.measureText(clock).width + 14
  const x = posterSize.width - 14 - width
  context.fillStyle = 'rgb(5 7 11 / 0.72)'
  context.beginPath()
  context.roundRect(x, 14, width, 23, 4)
  context.fill()
  context.fillStyle = white
  context.fillText(clock, x + 7, 26)
}

function drawWords(context: CanvasRenderingContext2D, { line, credit }: PosterContent, fonts: Fonts): void {
  context.fillStyle = white
  const fits = (text: string): boolean => context.measureText(text).width <= innerWidth
  let lines: string[] = []
  let lineHeight = 0
  for (const sizePx of lineSizesPx) {
    context.font = fonts.serif(sizePx)
    lines = breakLines(line, maxLines, fits)
    lineHeight = sizePx * 1.37
    if (!lines.at(-1)?.endsWith('…') || line.endsWith('…')) break
  }
  const lastY = credit === '' ? 308 : 290
  for (const [at, text] of lines.entries()) {
    context.fillText(text, margin, lastY - (lines.length - 1 - at) * lineHeight)
  }
  context.font = fonts.sans(12)
  context.fillStyle = muted
  context.fillText(cut(context, credit, innerWidth), margin, 325)
  context.fillStyle = 'rgb(255 255 255 / 0.14)'
  context.fillRect(margin, 346, innerWidth, 1)
}

/** A text with an ellipsis in the place of what does not fit. */
const cut = (context: CanvasRenderingContext2D, text: string, width: number): string =>
  breakLines(text, 1, (part) => context.measureText(part).width <= width)[0] ?? ''

function drawName(context: CanvasRenderingContext2D, { name, facts, siteName }: PosterContent, fonts: Fonts): void {
  const fits = (text: string): boolean => context.measureText(text).width <= nameWidth
  context.fillStyle = white
  context.font = fonts.serif(22)
  const isLong = !fits(name)
  if (isLong) context.font = fonts.serif(17)
  const lines = breakLines(name, 2, fits)
  const firstY = lines.length > 1 ? 380 : isLong ? 392 : 390
  for (const [at, text] of lines.entries()) context.fillText(text, margin, firstY + at * 22)
  context.font = fonts.sans(12)
  context.fillStyle = muted
  context.fillText(cut(context, facts, nameWidth), margin, lines.length > 1 ? 424 : 415)
  drawSite(context, siteName, fonts)
}

/** The product's logo, as in the page's header, and the site's name. */
function drawSite(context: CanvasRenderingContext2D, siteName: string, fonts: Fonts): void {
  context.save()
  context.translate(margin, 440)
  context.scale(16 / 28, 16 / 28)
  context.strokeStyle = white
  context.lineWidth = 2.4
  context.lineCap = context.lineJoin = 'round'
  context.stroke(new Path2D('M2.5 5h23M4 5v19c4-3 6.5-9 6.5-19M24 5v19c-4-3-6.5-9-6.5-19'))
  context.fillStyle = '#ff4d3d'
  context.beginPath()
  context.arc(14, 20.5, 3.5, 0, 2 * Math.PI)
  context.fill()
  context.restore()
  context.font = fonts.serif(15)
  context.fillStyle = white
  context.fillText(cut(context, siteName, nameWidth - 23), margin + 23, 449)
}

/** A QR code (ISO/IEC 18004) on paper, with its quiet zone. */
function drawCode(
  context: CanvasRenderingContext2D,
  { url, hint }: PosterContent,
  { fonts, scale }: { fonts: Fonts; scale: number },
): void {
  const { data, size } = encode(url, { ecc: 'M', border: 2 })
  context.fillStyle = '#fff'
  context.beginPath()
  context.roundRect(code.x, code.y, code.size, code.size, 4)
  context.fill()
  // Whole pixels, so that modules have sharp edges.
  const modulePx = Math.floor((code.size * scale) / size) / scale
  const offset = (code.size - modulePx * size) / 2
  context.fillStyle = '#0b0e14'
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(code.x + offset + x * modulePx, code.y + offset + y * modulePx, modulePx, modulePx)
    }
  }
  context.font = fonts.sans(11)
  context.fillStyle = muted
  context.textAlign = 'center'
  context.fillText(hint, code.x + code.size / 2, code.y + code.size + 15)
  context.textAlign = 'left'
}

/** Loads fonts that the page ships for these texts: a canvas does not wait for them. */
export async function loadFonts({ line, name, siteName, ...others }: Omit<PosterContent, 'picture'>): Promise<void> {
  const { serif, sans } = fontsOfPage()
  await Promise.all([
    document.fonts.load(serif(22), line + name + siteName),
    document.fonts.load(sans(12), Object.values(others).join('')),
  ])
}

/** Draws the poster picture of 300 × 480 units, `scale` pixels each. */
export function drawPoster(canvas: HTMLCanvasElement, content: PosterContent, scale: number): void {
  const fonts = fontsOfPage()
  canvas.width = Math.round(posterSize.width * scale)
  canvas.height = Math.round(posterSize.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no canvas')
  context.scale(scale, scale)
  context.textBaseline = 'middle'
  context.imageSmoothingQuality = 'high'
  drawPicture(context, content)
  drawClock(context, content, fonts)
  drawWords(context, content, fonts)
  drawName(context, content, fonts)
  drawCode(context, content, { fonts, scale })
}

/** The picture in full size, as a file. */
export function posterFile(content: PosterContent, type: 'image/jpeg' | 'image/png', name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  drawPoster(canvas, content, savedScale)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(new File([blob], name, { type })) : reject(new Error('the picture was not encoded'))),
      type,
      0.92,
    )
  })
}
