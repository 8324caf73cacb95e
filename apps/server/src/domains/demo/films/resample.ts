import type { RowRuns, Run } from './runs.ts'

/** A plane of samples, multiplied by their opacity, and that opacity. */
export interface Source {
  /** Four samples a word: the width is a multiple of four. */
  words: Uint32Array
  alphaWords: Uint32Array
  rows: readonly RowRuns[]
  width: number
  height: number
}

/** The part of a source that fills the frame: its corner and its size in pixels of the source, with fractions. */
export interface View {
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

/** Places of the target in pixels of the source: whole part, and weight of the next one (0 to 256). */
interface Places {
  whole: Int32Array
  part: Int32Array
}

function placesOf(options: { start: number; extent: number; sourceSize: number; targetSize: number }): Places {
  const { start, extent, sourceSize, targetSize } = options
  const whole = new Int32Array(targetSize)
  const part = new Int32Array(targetSize)
  for (let index = 0; index < targetSize; index++) {
    const at = start + ((index + 0.5) * extent) / targetSize - 0.5
    const held = Math.min(sourceSize - 1.002, Math.max(0, at))
    whole[index] = Math.floor(held)
    part[index] = Math.round((held - Math.floor(held)) * 256)
  }
  return { whole, part }
}

interface Placed {
  source: Source
  columns: Places
  rows: Places
}

/** Memory that is used again for every row: four samples a word. */
const mixedSamples = new Uint32Array(1024)
const mixedAlpha = new Uint32Array(1024)
const samplesOfRow = new Uint8Array(mixedSamples.buffer)
const alphaOfRow = new Uint8Array(mixedAlpha.buffer)

/**
 * Lays sources over each other into the target, each through its own view. The first covers everything. Bilinear to
 * the 256th of a pixel: slow movement must not jump from pixel to pixel. What a solid row hides is not computed.
 */
export function compose(layers: readonly { source: Source; view: View }[], target: Target): void {
  const placed = layers.map(({ source, view }): Placed => {
    const across = { start: view.x, extent: view.width, sourceSize: source.width, targetSize: target.width }
    const down = { start: view.y, extent: view.height, sourceSize: source.height, targetSize: target.height }
    return { source, columns: placesOf(across), rows: placesOf(down) }
  })
  for (let y = 0; y < target.height; y++) {
    let first = placed.length - 1
    while (first > 0 && !isSolid(placed[first], y)) first--
    for (let at = first; at < placed.length; at++) {
      const layer = placed[at]
      if (layer) layRow(layer, y, target)
    }
  }
}

const isSolid = (layer: Placed | undefined, y: number): boolean =>
  layer?.source.rows[layer.rows.whole[y] ?? 0]?.isSolid === true

function layRow({ source, columns, rows }: Placed, y: number, target: Target): void {
  const whole = rows.whole[y] ?? 0
  const part = rows.part[y] ?? 0
  for (const run of source.rows[whole]?.runs ?? []) {
    mixRows(source.words, source.width, whole, part, run, mixedSamples)
    if (!run.isOpaque) mixRows(source.alphaWords, source.width, whole, part, run, mixedAlpha)
    const lay = run.isOpaque ? copyRun : blendRun
    lay(columns, run, target.samples, y * target.width)
  }
}

/** Two rows mixed over a run, four samples at a time: each has sixteen bits of its own while it is multiplied. */
function mixRows(words: Uint32Array, width: number, row: number, part: number, run: Run, mixed: Uint32Array): void {
  const upper = (row * width) >> 2
  const lower = upper + (width >> 2)
  const rest = 256 - part
  const end = (run.to >> 2) + 1
  for (let x = run.from >> 2; x < end; x++) {
    const one = words[upper + x] ?? 0
    const two = words[lower + x] ?? 0
    const even = (Math.imul(one & 0xff00ff, rest) + Math.imul(two & 0xff00ff, part) + 0x800080) | 0
    const odd = (Math.imul((one >>> 8) & 0xff00ff, rest) + Math.imul((two >>> 8) & 0xff00ff, part) + 0x800080) | 0
    mixed[x] = ((even >>> 8) & 0xff00ff) | (odd & 0xff00ff00)
  }
}

/** The first target column whose cell is `cell` or further. */
function columnAt(whole: Int32Array, cell: number): number {
  let [low, high] = [0, whole.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((whole[middle] ?? 0) < cell) low = middle + 1
    else high = middle
  }
  return low
}

function copyRun({ whole, part }: Places, run: Run, samples: Uint8Array, start: number): void {
  const end = columnAt(whole, run.to)
  for (let x = columnAt(whole, run.from); x < end; x++) {
    const at = whole[x] ?? 0
    const weight = part[x] ?? 0
    samples[start + x] = ((samplesOfRow[at] ?? 0) * (256 - weight) + (samplesOfRow[at + 1] ?? 0) * weight + 128) >> 8
  }
}

function blendRun({ whole, part }: Places, run: Run, samples: Uint8Array, start: number): void {
  const end = columnAt(whole, run.to)
  for (let x = columnAt(whole, run.from); x < end; x++) {
    const at = whole[x] ?? 0
    const weight = part[x] ?? 0
    const opacity = ((alphaOfRow[at] ?? 0) * (256 - weight) + (alphaOfRow[at + 1] ?? 0) * weight + 128) >> 8
    const value = (samplesOfRow[at] ?? 0) * (256 - weight) + (samplesOfRow[at + 1] ?? 0) * weight
    // 255 × 257 is 65,535: what lies below counts in the same 65,536ths as the value.
    samples[start + x] = (value * 256 + (samples[start + x] ?? 0) * (255 - opacity) * 257 + 0x8000) >> 16
  }
}
