import { legible } from './legible.ts'

/** What a text picture shows. Equal looks share one picture. */
export interface Look {
  text: string
  fontPx: number
  /** RGB in 24 bits. */
  color: number
  /** How often it was said. */
  count: number
  /** Gets a line under it. */
  own: boolean
}

export interface Sprite {
  image: CanvasImageSource
  /** Pixels of the screen; the last two from the upper left of the line of words to that of the picture. */
  width: number
  height: number
  left: number
  top: number
  /** How often what it shows was said. */
  count: number
  /** Of the last frame that showed it. */
  frame: number
  /** Whether it was let go, and cannot be shown any more. */
  isGone: boolean
}

export interface Sprites {
  /** Width of a text, CSS pixels. */
  widthOf(text: string, fontPx: number): number
  /** The picture of a look; null where there is no room for one more. */
  get(look: Look, frame: number): Sprite | null
  /** Pixels of the screen in one of CSS; other pictures than before, if it changes. */
  setRatio(ratio: number): void
  clear(): void
  stats(): { sprites: number; spriteBytes: number }
}

/** What all pictures together may take: so many times the canvas that shows them, and never more than a large screen needs. */
const mostCanvases = 16
const mostBytes = 96 * 1024 * 1024
/** A picture that was not shown for so many frames is let go. They are looked through as often. */
const unseenFrames = 600
/** Baseline under the upper edge of the line, which is as high as the font. */
const ascent = 0.86
/** How far down the tails of letters reach. */
const lowest = 1.08
const countScale = 0.7
/** CSS pixels around the ink for the edge, under it for the shadow, and of the line under one's own. */
const edgePx = 2.25
const shadowPx = 1
const lineGapPx = 3
const linePx = 2

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function createSprites(canvas: HTMLCanvasElement, family: string, accent: string): Sprites {
  const known = new Map<string, Sprite>()
  const paper = createPaper(canvas)
  const measure = createPaper(canvas).pen
  let ratio = 1
  let bytes = 0
  let measured = 0
  let lookedAt = 0

  const fontOf = (fontPx: number): string => `700 ${fontPx}px ${family}`
  const widthOf = (text: string, fontPx: number): number => {
    if (measured !== fontPx) measure.font = fontOf((measured = fontPx))
    return measure.measureText(text).width
  }
  const make = (look: Look): Sprite => drawLook(look, paper, { ratio, accent, fontOf, widthOf })
  const bytesOf = ({ width, height }: Sprite): number => width * height * 4
  const letGo = (key: string, sprite: Sprite): void => {
    known.delete(key)
    bytes -= bytesOf(sprite)
    sprite.isGone = true
    if ('close' in sprite.image) sprite.image.close()
  }
  const isFull = (): boolean => bytes > Math.min(mostBytes, mostCanvases * canvas.width * canvas.height * 4)
  const makeRoom = (frame: number): void => {
    const isDue = frame >= lookedAt + unseenFrames
    if (isDue) lookedAt = frame
    for (const [key, sprite] of known) {
      if (!isDue && !isFull()) return
      if (sprite.frame < frame - (isFull() ? 1 : unseenFrames)) letGo(key, sprite)
    }
  }
  return {
    widthOf,
    get: (look, frame) => {
      const key = `${look.fontPx} ${look.color} ${look.own} ${look.count} ${look.text}`
      let sprite = known.get(key)
      if (!sprite && !isFull()) {
        sprite = make(look)
        sprite.frame = frame
        known.set(key, sprite)
        bytes += bytesOf(sprite)
      }
      makeRoom(frame)
      return sprite ?? null
    },
    setRatio: (value) => {
      if (value === ratio) return
      ratio = value
      for (const [key, sprite] of known) letGo(key, sprite)
    },
    clear: () => {
      for (const [key, sprite] of known) letGo(key, sprite)
    },
    stats: () => ({ sprites: known.size, spriteBytes: bytes }),
  }
}

interface Type {
  ratio: number
  accent: string
  fontOf: (fontPx: number) => string
  widthOf: (text: string, fontPx: number) => number
}

function drawLook(look: Look, paper: Paper, { ratio, accent, fontOf, widthOf }: Type): Sprite {
  const { text, fontPx, own } = look
  const words = widthOf(text, fontPx)
  const pieces = [{ text, x: 0, font: fontOf(fontPx) }]
  let width = words
  if (look.count > 1) {
    const count = { text: ` ×${look.count}`, x: words, font: fontOf(fontPx * countScale) }
    pieces.push(count)
    width += widthOf(count.text, fontPx * countScale)
  }
  const lineTop = fontPx + lineGapPx
  const left = Math.floor(-edgePx * ratio)
  const top = Math.floor(-edgePx * ratio)
  const right = Math.ceil((width + edgePx) * ratio)
  const foot = fontPx * lowest + edgePx + shadowPx
  const bottom = Math.ceil((own ? Math.max(foot, lineTop + linePx) : foot) * ratio)
  const [wide, high] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const image = paper.drawn(wide, high, (pen) => {
    pen.setTransform(ratio, 0, 0, ratio, -left, -top)
    write(pen, look.color, fontPx, pieces)
    pen.fillStyle = accent
    if (own) pen.fillRect(0, lineTop, width, linePx)
  })
  return { image, width: wide, height: high, left, top, count: look.count, frame: 0, isGone: false }
}

interface Piece {
  text: string
  x: number
  font: string
}

/**
 * The edge of all pieces first, so that no word's edge lies on its neighbour's face. The shadow is a wider and fainter edge
 * a pixel lower: a blurred one takes half as long again, for every text anew.
 */
function write(pen: Pen, color: number, fontPx: number, pieces: readonly Piece[]): void {
  const widthPx = fontPx < 18 ? 2 : 2.5
  pen.textBaseline = 'alphabetic'
  pen.lineJoin = 'round'
  const baseline = fontPx * ascent
  pen.font = pieces[0]?.font ?? ''
  const stroke = (lineWidth: number, alpha: number, y: number): void => {
    pen.lineWidth = lineWidth
    pen.strokeStyle = `rgb(4 6 10 / ${alpha})`
    for (const { text, x, font } of pieces) {
      if (pieces.length > 1) pen.font = font
      pen.strokeText(text, x, y)
    }
  }
  stroke(widthPx + 2 * shadowPx, 0.2, baseline + shadowPx)
  stroke(widthPx, 0.62, baseline)
  pen.fillStyle = `#${legible(color).toString(16).padStart(6, '0')}`
  for (const { text, x, font } of pieces) {
    if (pieces.length > 1) pen.font = font
    pen.fillText(text, x, baseline)
  }
}

export interface Paper {
  pen: Pen
  drawn(width: number, height: number, draw: (pen: Pen) => void): CanvasImageSource
}

/** Where texts are drawn and measured: off the screen. A bitmap that nobody can draw on any more is the cheapest to show. */
export function createPaper(canvas: HTMLCanvasElement): Paper {
  if (typeof OffscreenCanvas === 'function') {
    const sheet = new OffscreenCanvas(1, 1)
    const pen = penOf(sheet.getContext('2d'))
    return {
      pen,
      drawn: (width, height, draw) => {
        sheet.width = width
        sheet.height = height
        draw(pen)
        return sheet.transferToImageBitmap()
      },
    }
  }
  const newSheet = (): HTMLCanvasElement => canvas.ownerDocument.createElement('canvas')
  return {
    pen: penOf(newSheet().getContext('2d')),
    drawn: (width, height, draw) => {
      const sheet = newSheet()
      sheet.width = width
      sheet.height = height
      draw(penOf(sheet.getContext('2d')))
      return sheet
    },
  }
}

export function penOf<P extends Pen>(pen: P | null): P {
  if (!pen) throw new Error('this canvas cannot be drawn on')
  return pen
}
