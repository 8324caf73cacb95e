import type { RowSpans, Span } from './opacity-spans.ts'

/** One plane of samples (premultiplied by alpha) and its alpha. */
export interface Source {
  /** Four samples per word; the width must be a multiple of four. */
  words: Uint32Array
  alphaWords: Uint32Array
  rows: readonly RowSpans[]
  width: number
  height: number
}

/** The part of a source that fills the target: corner and size in (fractional) pixels of the source. */
export interface Viewport {
  x: number
  y: number
  width: number
  height: number
}

export interface Target {
  samples: Uint8Array
  width: number
  height: number
}

/** For each target pixel its position in the source: the pixel index, and the weight of the next pixel (0 to 256). */
interface SamplePositions {
  whole: Int32Array
  fraction: Int32Array
}

function samplePositions(options: {
  start: number
  extent: number
  sourceSize: number
  targetSize: number
}): SamplePositions {
  const { start, extent, sourceSize, targetSize } = options
  const whole = new Int32Array(targetSize)
  const fraction = new Int32Array(targetSize)
  for (let index = 0; index < targetSize; index++) {
    const at = start + ((index + 0.5) * extent) / targetSize - 0.5
    const clamped = Math.min(sourceSize - 1.002, Math.max(0, at))
    whole[index] = Math.floor(clamped)
    fraction[index] = Math.round((clamped - Math.floor(clamped)) * 256)
  }
  return { whole, fraction }
}

interface PositionedSource {
  source: Source
  columns: SamplePositions
  rows: SamplePositions
}

/** Scratch buffers reused for every row: four samples per word. */
const rowSampleWords = new Uint32Array(1024)
const rowAlphaWords = new Uint32Array(1024)
const rowSamples = new Uint8Array(rowSampleWords.buffer)
const rowAlpha = new Uint8Array(rowAlphaWords.buffer)

/**
 * Composites the sources into the target, back to front, each through its own viewport. The first source must be fully
 * opaque. Sampling is bilinear in 1/256 pixel, because slow movement must not jump from pixel to pixel. Rows hidden by
 * an opaque row in front are skipped.
 */
export function composite(layers: readonly { source: Source; view: Viewport }[], target: Target): void {
  const positioned = layers.map(({ source, view }): PositionedSource => {
    const across = { start: view.x, extent: view.width, sourceSize: source.width, targetSize: target.width }
    const down = { start: view.y, extent: view.height, sourceSize: source.height, targetSize: target.height }
    return { source, columns: samplePositions(across), rows: samplePositions(down) }
  })
  for (let y = 0; y < target.height; y++) {
    let first = positioned.length - 1
    while (first > 0 && !isSolid(positioned[first], y)) first--
    for (let at = first; at < positioned.length; at++) {
      const layer = positioned[at]
      if (layer) compositeRow(layer, y, target)
    }
  }
}

const isSolid = (layer: PositionedSource | undefined, y: number): boolean =>
  layer?.source.rows[layer.rows.whole[y] ?? 0]?.isSolid === true

function compositeRow({ source, columns, rows }: PositionedSource, y: number, target: Target): void {
  const whole = rows.whole[y] ?? 0
  const fraction = rows.fraction[y] ?? 0
  for (const span of source.rows[whole]?.spans ?? []) {
    interpolateRows(source.words, source.width, whole, fraction, span, rowSampleWords)
    if (!span.isOpaque) interpolateRows(source.alphaWords, source.width, whole, fraction, span, rowAlphaWords)
    const write = span.isOpaque ? copySpan : blendSpan
    write(columns, span, target.samples, y * target.width)
  }
}

/** Interpolates two rows over a span, four samples at a time: each sample has 16 bits during the multiplication. */
function interpolateRows(
  words: Uint32Array,
  width: number,
  row: number,
  fraction: number,
  span: Span,
  mixed: Uint32Array,
): void {
  const upper = (row * width) >> 2
  const lower = upper + (width >> 2)
  const rest = 256 - fraction
  const end = (span.to >> 2) + 1
  for (let x = span.from >> 2; x < end; x++) {
    const one = words[upper + x] ?? 0
    const two = words[lower + x] ?? 0
    const even = (Math.imul(one & 0xff00ff, rest) + Math.imul(two & 0xff00ff, fraction) + 0x800080) | 0
    const odd = (Math.imul((one >>> 8) & 0xff00ff, rest) + Math.imul((two >>> 8) & 0xff00ff, fraction) + 0x800080) | 0
    mixed[x] = ((even >>> 8) & 0xff00ff) | (odd & 0xff00ff00)
  }
}

/** The first target column that samples source cell `cell` or a later one (binary search). */
function firstColumnFrom(whole: Int32Array, cell: number): number {
  let [low, high] = [0, whole.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((whole[middle] ?? 0) < cell) low = middle + 1
    else high = middle
  }
  return low
}

function copySpan({ whole, fraction }: SamplePositions, span: Span, samples: Uint8Array, start: number): void {
  const end = firstColumnFrom(whole, span.to)
  for (let x = firstColumnFrom(whole, span.from); x < end; x++) {
    const at = whole[x] ?? 0
    const weight = fraction[x] ?? 0
    samples[start + x] = ((rowSamples[at] ?? 0) * (256 - weight) + (rowSamples[at + 1] ?? 0) * weight + 128) >> 8
  }
}

function blendSpan({ whole, fraction }: SamplePositions, span: Span, samples: Uint8Array, start: number): void {
  const end = firstColumnFrom(whole, span.to)
  for (let x = firstColumnFrom(whole, span.from); x < end; x++) {
    const at = whole[x] ?? 0
    const weight = fraction[x] ?? 0
    const opacity = ((rowAlpha[at] ?? 0) * (256 - weight) + (rowAlpha[at + 1] ?? 0) * weight + 128) >> 8
    const value = (rowSamples[at] ?? 0) * (256 - weight) + (rowSamples[at + 1] ?? 0) * weight
    // 255 × 257 = 65,535: scales the background to the same 1/65,536 units as the value.
    samples[start + x] = (value * 256 + (samples[start + x] ?? 0) * (255 - opacity) * 257 + 0x8000) >> 16
  }
}
