import { frameTime, type ChunkPlan } from './chunk-rules.ts'
import { isHdr, type Rung } from './ladder-rules.ts'
import type { Probed, ProbedAudio, ProbedVideo } from '../ffmpeg/probe.ts'
import { outputOffsetSec } from '../fmp4/align-timestamps.ts'
import { sourceInput } from '../ffmpeg/source-input.ts'

/** Pure: the argument lists of ffmpeg, without its own name. */

/**
 * How long before a chunk decoding starts, so that its first frame is complete. MPEG-TS can be entered between key
 * frames.
 */
const prerollSec = (format: string): number => (format === 'mpegts' ? 12 : 2)

/**
 * Encodes one chunk of a video into one file per rung. The frame rate is made constant, gaps repeat the frame before
 * them, and the last frame is repeated if the video ends early: the chunk has exactly the planned number of frames.
 */
export function chunkArgs(options: {
  file: string
  probed: Probed
  rungs: readonly Rung[]
  plan: ChunkPlan
  chunk: { firstFrame: number; frames: number }
  preset: string
  /** One output file per rung. */
  outputs: readonly string[]
}): string[] {
  const { file, probed, rungs, plan, chunk, preset, outputs } = options
  const { rate, groupFrames } = plan
  const perSec = rate.numerator / rate.denominator
  const firstDecodedFrame = Math.max(0, chunk.firstFrame - Math.ceil(prerollSec(probed.format) * perSec))
  // Half a frame early, so that rounded timestamps fall into their own frame.
  const halfFrame = 0.5 / perSec
  const seek = firstDecodedFrame === 0 ? [] : ['-ss', (frameTime(firstDecodedFrame, rate) - halfFrame).toFixed(6)]
  const constantRate = [
    ...(firstDecodedFrame === 0 ? [`setpts=PTS+${halfFrame.toFixed(6)}/TB`] : []),
    `fps=fps=${rate.numerator}/${rate.denominator}:start_time=0:round=down:eof_action=pass`,
    'tpad=stop_mode=clone:stop=-1',
    `trim=start_frame=${chunk.firstFrame - firstDecodedFrame}:end_frame=${chunk.firstFrame - firstDecodedFrame + chunk.frames}`,
    'setpts=PTS-STARTPTS',
  ]
  const split = rungs.map((_, at) => `[s${at}]`).join('')
  const graph = [
    `[0:${probed.video.index}]${[...pictureFilters(probed.video), ...constantRate].join(',')},split=${rungs.length}${split}`,
    ...rungs.map(
      ({ width, height }, at) => `[s${at}]scale=${width}:${height}:flags=bicubic,setsar=1,format=yuv420p[v${at}]`,
    ),
  ].join(';')
  const groups = ['-g', String(groupFrames), '-keyint_min', String(groupFrames), '-sc_threshold', '0']
  return [
    ...sourceInput(file, seek),
    '-filter_complex',
    graph,
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-threads',
    '2',
    ...rungs.flatMap(({ crf, maxRate }, at) => [
      '-map',
      `[v${at}]`,
      '-c:v',
      'libx264',
      '-preset',
      preset,
      '-profile:v',
      'high',
      ...groups,
      '-crf',
      String(crf),
      '-maxrate',
      String(maxRate),
      '-bufsize',
      String(maxRate * 2),
      '-video_track_timescale',
      String(rate.numerator),
      '-f',
      'mp4',
      `file:${outputs[at] ?? ''}`,
    ]),
  ]
}

/** Filters that come before scaling: deinterlacing and tone mapping. ffmpeg applies the rotation itself. */
function pictureFilters(video: ProbedVideo): string[] {
  const toneMap = 'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable,zscale=t=bt709:m=bt709:r=tv'
  return [...(video.isInterlaced ? ['bwdif=mode=send_frame'] : []), ...(isHdr(video) ? [toneMap] : [])]
}

/**
 * Codec options of an audio track: copied if browsers can play it, else AAC. Gaps become silence. AAC in MPEG-TS has an
 * ADTS header on each frame, which fragmented MP4 may not have (ISO/IEC 14496-3); the filter leaves other AAC
 * unchanged.
 */
export function audioCodecArgs({ codec }: ProbedAudio): string[] {
  if (codec === 'aac') return ['-c', 'copy', '-bsf:a', 'aac_adtstoasc']
  return ['-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']
}

/**
 * Cuts one rendition into segments in `<folder>/`, relative to the working directory: ffmpeg expands patterns in output
 * paths, so the path must contain none.
 */
export function segmentArgs(options: {
  map: string
  codec: readonly string[]
  folder: string
  segmentSec: number
}): string[] {
  const { map, codec, folder, segmentSec } = options
  return [
    '-map',
    map,
    ...codec,
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-output_ts_offset',
    String(outputOffsetSec),
    // Slightly short, so that a rounded time does not move the cut to the next key frame.
    '-f',
    'hls',
    '-hls_time',
    (segmentSec - 0.0001).toFixed(4),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'independent_segments',
    '-hls_fmp4_init_filename',
    'init.mp4',
    '-hls_segment_filename',
    `${folder}/%05d.m4s`,
    `${folder}/index.m3u8`,
  ]
}
