import { edgeAlpha, readableColor } from './readable-color.ts'

/** What a text bitmap shows. Equal specs share one bitmap. */
export interface SpriteSpec {
  text: string
  fontPx: number
  /** 24-bit RGB. */
  color: number
  /** Number of merged occurrences. */
  count: number
  /** Own danmaku are underlined. */
  own: boolean
}

export interface Sprite {
  image: CanvasImageSource
  /** Screen pixels; `left` and `top` are the offset from the text line to the bitmap. */
  width: number
  height: number
  left: number
  top: number
  /** Displayed number of occurrences. */
  count: number
  /** Last frame that showed it. */
  frame: number
  /** Whether it was evicted and can no longer be drawn. */
  isEvicted: boolean
}

export interface Sprites {
  /** Width of a text in CSS pixels. */
  widthOf(text: string, fontPx: number): number
  /** The bitmap of a spec; null if the memory limit is reached. */
  get(spec: SpriteSpec, frame: number): Sprite | null
  /** Screen pixels per CSS pixel; a change evicts all bitmaps. */
  setRatio(ratio: number): void
  clear(): void
  stats(): { sprites: number; spriteBytes: number }
}

/** Memory limit of all bitmaps: a multiple of the canvas, and an absolute bound for large screens. */
const maxCanvases = 16
const maxBytes = 96 * 1024 * 1024
/** Bitmaps unused for this many frames are evicted; checked at the same interval. */
const maxUnusedFrames = 600
/** Baseline below the top of the line, relative to the font size. */
const ascent = 0.86
/** Descenders, relative to the font size. */
const descent = 1.08
const countScale = 0.7
/** CSS pixels: outline around the text, shadow below it, and the underline of own danmaku. */
const edgePx = 2.25
const shadowPx = 1
const lineGapPx = 3
const linePx = 2

type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

export function createSprites(canvas: HTMLCanvasElement, family: string, accent: string): Sprites {
  const sprites = new Map<string, Sprite>()
  const surface = createSurface(canvas)
  const measure = createSurface(canvas).context
  let ratio = 1
  let bytes = 0
  let measuredFontPx = 0
  let sweptFrame = 0

  const fontOf = (fontPx: number): string => `700 ${fontPx}px ${family}`
  const widthOf = (text: string, fontPx: number): number => {
    if (measuredFontPx !== fontPx) measure.font = fontOf((measuredFontPx = fontPx))
    return measure.measureText(text).width
  }
  const render = (spec: SpriteSpec): Sprite => renderSprite(spec, surface, { ratio, accent, fontOf, widthOf })
  const bytesOf = ({ width, height }: Sprite): number => width * height * 4
  const evict = (key: string, sprite: Sprite): void => {
    sprites.delete(key)
    bytes -= bytesOf(sprite)
    sprite.isEvicted = true
    if ('close' in sprite.image) sprite.image.close()
  }
  const isFull = (): boolean => bytes > Math.min(maxBytes, maxCanvases * canvas.width * canvas.height * 4)
  const sweep = (frame: number): void => {
    const isDue = frame >= sweptFrame + maxUnusedFrames
    if (isDue) sweptFrame = frame
    for (const [key, sprite] of sprites) {
      if (!isDue && !isFull()) return
      if (sprite.frame < frame - (isFull() ? 1 : maxUnusedFrames)) evict(key, sprite)
    }
  }
  return {
    widthOf,
    get: (spec, frame) => {
      const key = `${spec.fontPx} ${spec.color} ${spec.own} ${spec.count} ${spec.text}`
      let sprite = sprites.get(key)
      if (!sprite && !isFull()) {
        sprite = render(spec)
        sprite.frame = frame
        sprites.set(key, sprite)
        bytes += bytesOf(sprite)
      }
      sweep(frame)
      return sprite ?? null
    },
    setRatio: (value) => {
      if (value === ratio) return
      ratio = value
      for (const [key, sprite] of sprites) evict(key, sprite)
    },
    clear: () => {
      for (const [key, sprite] of sprites) evict(key, sprite)
    },
    stats: () => ({ sprites: sprites.size, spriteBytes: bytes }),
  }
}

interface FontContext {
  ratio: number
  accent: string
  fontOf: (fontPx: number) => string
  widthOf: (text: string, fontPx: number) => number
}

function renderSprite(
  spec: SpriteSpec,
  surface: OffscreenSurface,
  { ratio, accent, fontOf, widthOf }: FontContext,
): Sprite {
  const { text, fontPx, own } = spec
  const textWidth = widthOf(text, fontPx)
  const pieces = [{ text, x: 0, font: fontOf(fontPx) }]
  let width = textWidth
  if (spec.count > 1) {
    const count = { text: ` ×${spec.count}`, x: textWidth, font: fontOf(fontPx * countScale) }
    pieces.push(count)
    width += widthOf(count.text, fontPx * countScale)
  }
  const lineTop = fontPx + lineGapPx
  const left = Math.floor(-edgePx * ratio)
  const top = Math.floor(-edgePx * ratio)
  const right = Math.ceil((width + edgePx) * ratio)
  const descentPx = fontPx * descent + edgePx + shadowPx
  const bottom = Math.ceil((own ? Math.max(descentPx, lineTop + linePx) : descentPx) * ratio)
  const [wide, high] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const image = surface.render(wide, high, (context) => {
    context.setTransform(ratio, 0, 0, ratio, -left, -top)
    drawText(context, spec.color, fontPx, pieces)
    context.fillStyle = accent
    if (own) context.fillRect(0, lineTop, width, linePx)
  })
  return { image, width: wide, height: high, left, top, count: spec.count, frame: 0, isEvicted: false }
}

interface Piece {
  text: string
  x: number
  font: string
}

/**
 * Outlines of all pieces first, so that they do not overlap neighbouring text. The shadow is a wider, fainter outline
 * one pixel lower: a blurred shadow takes half as long again per text.
 */
function drawText(context: Context2D, color: number, fontPx: number, pieces: readonly Piece[]): void {
  const widthPx = fontPx < 18 ? 2 : 2.5
  context.textBaseline = 'alphabetic'
  context.lineJoin = 'round'
  const baseline = fontPx * ascent
  context.font = pieces[0]?.font ?? ''
  const stroke = (lineWidth: number, alpha: number, y: number): void => {
    context.lineWidth = lineWidth
    context.strokeStyle = `rgb(4 6 10 / ${alpha})`
    for (const { text, x, font } of pieces) {
      if (pieces.length > 1) context.font = font
      context.strokeText(text, x, y)
    }
  }
  stroke(widthPx + 2 * shadowPx, 0.2, baseline + shadowPx)
  stroke(widthPx, edgeAlpha(color), baseline)
  context.fillStyle = `#${readableColor(color).toString(16).padStart(6, '0')}`
  for (const { text, x, font } of pieces) {
    if (pieces.length > 1) context.font = font
    context.fillText(text, x, baseline)
  }
}

export interface OffscreenSurface {
  context: Context2D
  render(width: number, height: number, draw: (context: Context2D) => void): CanvasImageSource
}

/** Offscreen surface for rendering and measuring text. Immutable bitmaps are the fastest to draw. */
export function createSurface(canvas: HTMLCanvasElement): OffscreenSurface {
  if (typeof OffscreenCanvas === 'function') {
    const surfaceCanvas = new OffscreenCanvas(1, 1)
    const context = requireContext(surfaceCanvas.getContext('2d'))
    return {
      context,
      render: (width, height, draw) => {
        surfaceCanvas.width = width
        surfaceCanvas.height = height
        draw(context)
        return surfaceCanvas.transferToImageBitmap()
      },
    }
  }
  const newCanvas = (): HTMLCanvasElement => canvas.ownerDocument.createElement('canvas')
  return {
    context: requireContext(newCanvas().getContext('2d')),
    render: (width, height, draw) => {
      const surfaceCanvas = newCanvas()
      surfaceCanvas.width = width
      surfaceCanvas.height = height
      draw(requireContext(surfaceCanvas.getContext('2d')))
      return surfaceCanvas
    },
  }
}

export function requireContext<P extends Context2D>(context: P | null): P {
  if (!context) throw new Error('this canvas cannot be drawn on')
  return context
}
