import { stat } from 'node:fs/promises'
import * as z from 'zod/mini'
import { errorCode } from '../../../../platform/process/error-code.ts'
import { FfmpegError, runFfprobe } from './run-ffmpeg.ts'
import { InvalidMediaError } from '../invalid-media-error.ts'
import { sourceInput } from './source-input.ts'

export interface ProbedVideo {
  index: number
  codec: string
  pixelFormat: string
  level: number
  /** As stored: before rotation and pixel aspect ratio are applied. */
  width: number
  height: number
  /** Pixel width divided by pixel height. */
  pixelAspect: number
  /** Clockwise rotation for display, in degrees. */
  rotation: 0 | 90 | 180 | 270
  /**
   * Frames per second: the mean (`avg_frame_rate`), and the lowest rate that represents all timestamps
   * (`r_frame_rate`).
   */
  frameRate: number
  baseFrameRate: number
  isInterlaced: boolean
  /** Bits per second; 0 if the file does not say. */
  bitRate: number
  /** The transfer function, `smpte2084` and `arib-std-b67` for HDR. */
  transfer: string
}

export interface ProbedAudio {
  index: number
  codec: string
  channels: number
  /** As written in the file. */
  language: string
  title: string
  isDefault: boolean
}

export interface ProbedSubtitle {
  index: number
  codec: string
  language: string
  title: string
  isForced: boolean
}

/** What a video file contains. */
export interface Probed {
  format: string
  bytes: number
  /** Timestamp of its beginning. */
  startSec: number
  /** As the file says; 0 if it does not say. */
  durationSec: number
  bitRate: number
  video: ProbedVideo
  audio: ProbedAudio[]
  subtitles: ProbedSubtitle[]
}

const timeoutSec = 60
const maxOutputChars = 1_000_000
const text = z._default(z.string(), '')
const numeric = z._default(z.union([z.string(), z.number()]), 0)

const Output = z.object({
  format: z.object({ format_name: text, start_time: numeric, duration: numeric, bit_rate: numeric }),
  streams: z.array(
    z.object({
      index: z.int(),
      codec_type: text,
      codec_name: text,
      pix_fmt: text,
      level: z._default(z.int(), 0),
      width: z._default(z.int(), 0),
      height: z._default(z.int(), 0),
      sample_aspect_ratio: text,
      avg_frame_rate: text,
      r_frame_rate: text,
      field_order: text,
      bit_rate: numeric,
      color_transfer: text,
      channels: z._default(z.int(), 0),
      disposition: z._default(z.record(z.string(), z.int()), {}),
      tags: z._default(z.record(z.string(), z.string()), {}),
      side_data_list: z._default(z.array(z.object({ rotation: z.optional(z.number()) })), []),
    }),
  ),
})
type Stream = z.output<typeof Output>['streams'][number]

const entries = [
  'format=format_name,start_time,duration,bit_rate',
  'stream=index,codec_type,codec_name,pix_fmt,level,width,height,sample_aspect_ratio,avg_frame_rate,r_frame_rate,field_order,bit_rate,color_transfer,channels',
  'stream_disposition=default,forced,attached_pic',
  'stream_tags=language,title,rotate',
  'stream_side_data=rotation',
].join(':')

/**
 * Probes a video file without trusting its name or content.
 * @throws InvalidMediaError for a file without a readable video
 */
export async function probe(file: string, signal?: AbortSignal): Promise<Probed> {
  const { size } = await sizeOf(file)
  if (size === 0) throw new InvalidMediaError('文件是空的')
  const output = await runProbe(file, signal)
  const read = Output.safeParse(output)
  if (!read.success) throw new InvalidMediaError('文件里的信息读不懂')
  const { format, streams } = read.data
  const video = streams.find(({ codec_type, disposition }) => codec_type === 'video' && disposition.attached_pic !== 1)
  if (!video) throw new InvalidMediaError('里面没有视频画面')
  return {
    format: format.format_name,
    bytes: size,
    startSec: finite(format.start_time),
    durationSec: finite(format.duration),
    bitRate: finite(format.bit_rate),
    video: videoOf(video),
    audio: streams.filter(({ codec_type, channels }) => codec_type === 'audio' && channels > 0).map(audioOf),
    subtitles: streams.filter(({ codec_type }) => codec_type === 'subtitle').map(subtitleOf),
  }
}

/**
 * The actual duration of a file's video in seconds from the beginning of the file: reads all packets, decodes nothing.
 * @throws InvalidMediaError for a file that cannot be read
 */
export async function measureDuration(file: string, probed: Probed, signal?: AbortSignal): Promise<number> {
  const packets = [
    '-select_streams',
    String(probed.video.index),
    '-show_entries',
    'packet=pts_time,dts_time,duration_time',
  ]
  let endSec = 0
  let rest = ''
  const onOutput = (chunk: string): 'more' => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) endSec = Math.max(endSec, packetEnd(line))
    return 'more'
  }
  try {
    const args = ['-of', 'csv=p=0', ...packets, ...sourceInput(file)]
    await runFfprobe({ args, timeoutSec: timeoutSec + probed.bytes / 5_000_000, onOutput, signal })
  } catch (err) {
    throw err instanceof FfmpegError ? toMediaError(err) : err
  }
  return Math.max(0, endSec - probed.startSec)
}

/** End time of a packet given as `pts,dts,duration` in seconds, each possibly `N/A`. */
function packetEnd(line: string): number {
  const [pts = Number.NaN, dts = Number.NaN, length = Number.NaN] = line
    .split(',')
    .map((field) => Number.parseFloat(field))
  const startSec = Number.isFinite(pts) ? pts : dts
  return Number.isFinite(startSec) ? startSec + (Number.isFinite(length) ? length : 0) : 0
}

async function sizeOf(file: string): Promise<{ size: number }> {
  try {
    return await stat(file)
  } catch (err) {
    throw new InvalidMediaError(errorCode(err) === 'ENOENT' ? '文件不见了' : '文件无法读取', { cause: err })
  }
}

async function runProbe(file: string, signal: AbortSignal | undefined): Promise<unknown> {
  const args = ['-of', 'json', '-show_entries', entries, ...sourceInput(file)]
  try {
    let output = ''
    const onOutput = (chunk: string) => ((output += chunk).length > maxOutputChars ? 'enough' : 'more')
    await runFfprobe({ args, timeoutSec, onOutput, signal })
    return JSON.parse(output)
  } catch (err) {
    if (err instanceof SyntaxError) throw new InvalidMediaError('文件里的信息读不懂', { cause: err })
    if (err instanceof FfmpegError) throw toMediaError(err)
    throw err
  }
}

/** Translates ffmpeg's error output into a reason for the operator. */
export function toMediaError(failure: FfmpegError): Error {
  const { stderrTail } = failure
  const mediaError = (reason: string): InvalidMediaError => new InvalidMediaError(reason, { cause: failure })
  if (failure.isTimeOut) return mediaError('处理超时')
  if (/not on whitelist/i.test(stderrTail)) return mediaError('不是支持的视频格式，例如伪装成视频的播放列表')
  if (/Permission denied/.test(stderrTail)) return mediaError('没有读取权限')
  if (/No space left on device/.test(stderrTail)) return mediaError('磁盘已满')
  return mediaError('文件已损坏，或者不是视频')
}

function videoOf(stream: Stream): ProbedVideo {
  const { index, codec_name, pix_fmt, level, width, height, field_order, color_transfer } = stream
  return {
    index,
    codec: codec_name,
    pixelFormat: pix_fmt,
    level,
    width,
    height,
    pixelAspect: ratio(stream.sample_aspect_ratio, ':') || 1,
    rotation: rotationOf(stream),
    frameRate: ratio(stream.avg_frame_rate, '/'),
    baseFrameRate: ratio(stream.r_frame_rate, '/'),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(field_order),
    bitRate: finite(stream.bit_rate),
    transfer: color_transfer,
  }
}

/** ffprobe reports counter-clockwise degrees, from -180 to 180. */
function rotationOf({ side_data_list, tags }: Stream): ProbedVideo['rotation'] {
  const counterClockwise = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation
  const clockwise = counterClockwise === undefined ? finite(tags.rotate ?? 0) : -counterClockwise
  const quarters = ((Math.round(clockwise / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[quarters] ?? 0
}

function audioOf({ index, codec_name, channels, tags, disposition }: Stream): ProbedAudio {
  const { language = '', title = '' } = tags
  return { index, codec: codec_name, channels, language, title, isDefault: disposition.default === 1 }
}

function subtitleOf({ index, codec_name, tags, disposition }: Stream): ProbedSubtitle {
  const { language = '', title = '' } = tags
  return { index, codec: codec_name, language, title, isForced: disposition.forced === 1 }
}

function finite(value: string | number): number {
  const number = Number(value)
  return Number.isFinite(number) ? number : 0
}

/** Converts `30000/1001` or `4:3` to a number; 0 if invalid. */
function ratio(written: string, separator: string): number {
  const [numerator = '', denominator = ''] = written.split(separator)
  const value = Number(numerator) / Number(denominator)
  return Number.isFinite(value) && value > 0 ? value : 0
}
