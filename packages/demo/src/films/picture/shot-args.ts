import { framesPerSec, shotSec, type FilmScript, type Light } from '../film-script.ts'
import type { MovingLayer } from './shot-layers.ts'

/** Pure: the arguments with which ffmpeg composes and encodes a shot. */

/** Gamma over time, as an ffmpeg expression in seconds; null for constant light. Each begins and ends at 1. */
const gammaOf: Readonly<Record<Light, string | null>> = {
  still: null,
  breathing: '1+0.07*sin(2*PI*t/4.8)',
  flashes: '1+0.22*max(0,sin(2*PI*t/1.6))^12+0.14*max(0,sin(2*PI*t/0.96+2))^16',
  lightning: '1+0.75*(between(t,2.3,2.38)+0.6*between(t,2.5,2.7)*(2.7-t)*5)',
  sweep: '1+0.13*sin(2*PI*t/2.4)',
}

/** Movement towards the subject: the picture is enlarged by this share in the course of the shot. */
const zoomShare = 0.11

/** The share of the enlargement at frame `on`. */
const zoomAt = `${zoomShare}*on/${framesPerSec * shotSec}`

/** Crops a share of the picture that grows with every frame, at fractions of pixels. `focus` is 0 to 1. */
function zoomFilter(focus: number): string {
  const left = `W*${zoomAt}*${focus}`
  const right = `W-W*${zoomAt}*${(1 - focus).toFixed(3)}`
  const top = `H*${zoomAt}*0.6`
  const bottom = `H-H*${zoomAt}*0.4`
  const corners = [left, top, right, top, left, bottom, right, bottom]
  const points = corners.map((value, at) => `${at % 2 === 0 ? 'x' : 'y'}${at >> 1}='${value}'`)
  return `perspective=${points.join(':')}:eval=frame:interpolation=linear`
}

/** A video that the shot is written to. */
export interface Rung {
  height: FilmScript['height']
  file: string
}

const encodings = {
  1080: ['-preset', 'superfast', '-crf', '26', '-maxrate', '3600k', '-bufsize', '7200k'],
  720: ['-preset', 'superfast', '-crf', '26', '-maxrate', '1800k', '-bufsize', '3600k'],
  360: ['-preset', 'ultrafast', '-crf', '29', '-maxrate', '600k', '-bufsize', '1200k'],
} as const

export function shotArgs(options: {
  layers: readonly (Omit<MovingLayer, 'frames'> & { file: string; frames: number })[]
  height: number
  light: Light
  /** Horizontal position to zoom to; null for none. */
  zoomTo: number | null
  rungs: readonly Rung[]
}): string[] {
  const { layers, height, light, zoomTo, rungs } = options
  const width = (height * 16) / 9
  const frames = framesPerSec * shotSec
  const inputs = layers.flatMap((layer) => [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-video_size',
    `${layer.width}x${layer.height}`,
    '-framerate',
    String(framesPerSec),
    '-i',
    `file:${layer.file}`,
  ])
  const prepared = layers.map(
    (layer, at) =>
      `[${at}]format=yuva420p,loop=-1:${layer.frames},setpts=N/${framesPerSec}/TB,trim=end_frame=${frames}[l${at}]`,
  )
  const ground = `color=c=black:s=${width}x${height}:r=${framesPerSec},format=yuv420p,trim=end_frame=${frames}[c0]`
  const stacked = layers.map(({ x, y }, at) => `[c${at}][l${at}]overlay=x='${x}':y='${y}':eval=frame[c${at + 1}]`)
  const gamma = gammaOf[light]
  const finish = [
    ...(zoomTo === null ? [] : [zoomFilter(zoomTo)]),
    ...(gamma === null ? [] : [`eq=gamma='${gamma}':eval=frame`]),
    `split=${rungs.length}`,
  ]
  const split = `[c${layers.length}]${finish.join(',')}${rungs.map((_, at) => `[s${at}]`).join('')}`
  const scaled = rungs.map((rung, at) =>
    rung.height === height
      ? `[s${at}]null[v${at}]`
      : `[s${at}]scale=${(rung.height * 16) / 9}:${rung.height}:flags=bilinear[v${at}]`,
  )
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  // One group of frames per shot, and no reordered frames: a segment begins exactly where it says.
  const group = ['-g', String(frames), '-keyint_min', String(frames), '-sc_threshold', '0', '-bf', '0']
  const outputs = rungs.flatMap((rung, at) => [
    '-map',
    `[v${at}]`,
    ...colours,
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    ...encodings[rung.height],
    ...group,
    '-aq-mode',
    '3',
    '-threads',
    '2',
    '-f',
    'mp4',
    `file:${rung.file}`,
  ])
  const graph = [ground, ...prepared, ...stacked, split, ...scaled].join(';')
  const threads = ['-filter_threads', '1', '-filter_complex_threads', '1']
  return [...threads, ...inputs, '-filter_complex', graph, ...outputs]
}
