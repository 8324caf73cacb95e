import type { Source, SrtOptions } from '../failover/source-rules.ts'

/** An input for ffmpeg: a source with resolved host names and secrets. */
export type Input =
  /** The station's ingest or a remote RTMP server, at a checked IP address. `tcUrl` keeps the server's host name. */
  | { readonly kind: 'rtmp'; readonly url: string; readonly tcUrl: string }
  /** Through the local proxy, because ffmpeg resolves names and follows redirects without egress checks. */
  | { readonly kind: 'hls' | 'http'; readonly url: string }
  /** The operator's own server, without a proxy. */
  | { readonly kind: 'own-http'; readonly url: string }
  /** A past programme, which has an end, through the local proxy. */
  | { readonly kind: 'past-hls' | 'past-http'; readonly url: string; readonly durationSec: number }
  | Extract<Source, { kind: 'srt-listen' | 'srt-call' | 'udp' | 'file' }>

/** AAC is copied; other codecs are encoded to AAC, because browsers may not play them. */
export type AudioMode = 'copy' | 'encode'

/** File names in a run's folder. */
export const indexFile = 'index.m3u8'
export const initFile = 'init.mp4'
export const segmentFile = (num: number): string => `${String(num).padStart(6, '0')}.m4s`

/** Target segment duration. Segments are longer if the source's key frames are further apart. */
const segmentSec = 2

/**
 * Number of segments in ffmpeg's playlist of a run. The file is rewritten with each segment, so it must be bounded; at two
 * seconds per segment it covers half an hour without a recorder.
 */
const maxListedSegments = 900

/** Speed of fetching past programmes, as a multiple of real time; bounded to spare the source. */
const catchupReadRate = '4'

const microseconds = (sec: number): string => String(sec * 1_000_000)

const srtAddress = (host: string, port: number, mode: 'listener' | 'caller', options: SrtOptions): string => {
  const query = new URLSearchParams({ mode, timeout: microseconds(10) })
  if (options.latencyMs > 0) query.set('latency', microseconds(options.latencyMs / 1000))
  if (options.streamId !== '') query.set('streamid', options.streamId)
  if (options.passphrase !== '') query.set('passphrase', options.passphrase)
  // SRT does not decode a plus to a blank.
  return `srt://${host}:${port}?${query.toString().replaceAll('+', '%20')}`
}

/** Restricts protocols and containers to those of the source's kind, so that a crafted playlist cannot open anything else. */
const whitelist = (protocols: string, formats: string): string[] => [
  '-protocol_whitelist',
  protocols,
  '-format_whitelist',
  formats,
]

function inputArgs(input: Input): string[] {
  switch (input.kind) {
    case 'rtmp':
      return [...whitelist('rtmp,tcp', 'flv'), '-rtmp_tcurl', input.tcUrl, '-i', input.url]
    case 'hls':
      // Starts at the newest segment: earlier ones were recorded by the previous run or are given up.
      return [...whitelist('http,tcp,crypto', 'hls,mpegts,mov,aac'), '-live_start_index', '-1', '-i', input.url]
    case 'http':
    case 'own-http':
      return [...whitelist('http,tcp', 'mpegts,flv'), '-rw_timeout', microseconds(10), '-i', input.url]
    case 'past-hls':
      // A playlist without an end is recorded from its first segment.
      return [
        ...whitelist('http,tcp,crypto', 'hls,mpegts,mov,aac'),
        '-live_start_index',
        '0',
        '-readrate',
        catchupReadRate,
        '-i',
        input.url,
      ]
    case 'past-http':
      return [
        ...whitelist('http,tcp', 'mpegts,flv'),
        '-rw_timeout',
        microseconds(10),
        '-readrate',
        catchupReadRate,
        '-i',
        input.url,
      ]
    case 'srt-listen':
      return [...whitelist('srt', 'mpegts'), '-i', srtAddress(input.host, input.port, 'listener', input.options)]
    case 'srt-call':
      return [...whitelist('srt', 'mpegts'), '-i', srtAddress(input.host, input.port, 'caller', input.options)]
    case 'udp':
      return [...whitelist('udp,rtp', 'mpegts,rtp'), '-timeout', microseconds(5), '-i', input.url]
    case 'file':
      return [
        ...whitelist('file', 'mov,matroska,mpegts,avi,flv'),
        '-re',
        '-stream_loop',
        '-1',
        '-i',
        `file:${input.path}`,
      ]
  }
}

const audioArgs: Record<AudioMode, readonly string[]> = {
  // MPEG-TS carries AAC with ADTS headers, which fMP4 does not allow. The filter does nothing for RTMP.
  copy: ['-c:a', 'copy', '-bsf:a', 'aac_adtstoasc'],
  encode: ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
}

/**
 * Arguments for recording an input into the working directory: two-second fMP4 segments and a playlist, each written
 * atomically.
 */
export function recordArgs(input: Input, audio: AudioMode): string[] {
  return [
    '-hide_banner',
    '-nostdin',
    '-loglevel',
    'warning',
    ...inputArgs(input),
    ...('durationSec' in input ? ['-t', String(input.durationSec)] : []),
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    '-c:v',
    'copy',
    ...audioArgs[audio],
    '-f',
    'hls',
    '-hls_time',
    String(segmentSec),
    '-hls_list_size',
    String(maxListedSegments),
    '-hls_segment_type',
    'fmp4',
    '-hls_fmp4_init_filename',
    initFile,
    '-start_number',
    '1',
    '-hls_flags',
    'independent_segments+temp_file+omit_endlist',
    '-hls_segment_filename',
    '%06d.m4s',
    indexFile,
  ]
}

/**
 * Environment variables for ffmpeg. Inputs through the local proxy get it as their HTTP proxy, so that every other URL in
 * a stream also reaches the proxy, which refuses it.
 */
export function recordEnv(input: Input): Record<string, string> {
  switch (input.kind) {
    case 'hls':
    case 'http':
    case 'past-hls':
    case 'past-http':
      return { http_proxy: new URL(input.url).origin, no_proxy: '' }
    default:
      return {}
  }
}

/** Whether ffmpeg's error output means that the audio cannot be copied. */
export const needsAudioEncoding = (stderrTail: string): boolean =>
  /not supported by the bitstream filter|Error initializing bitstream filter: aac_adtstoasc/i.test(stderrTail)
