import type { Source, SrtOptions } from '../failover/source-rules.ts'

/** What ffmpeg opens: a source whose names are resolved and whose secrets are filled in. */
export type Input =
  /** Our ingest, another's RTMP, at an address that was checked. `tcUrl` keeps the server's name where a number stands. */
  | { readonly kind: 'rtmp'; readonly url: string; readonly tcUrl: string }
  /** Through the local proxy: ffmpeg resolves and redirects by itself, which the station's rules about outside do not allow. */
  | { readonly kind: 'hls' | 'http'; readonly url: string }
  /** The operator's own server, which is asked without a proxy. */
  | { readonly kind: 'own-http'; readonly url: string }
  /** The same for what has an end: a programme of the past. */
  | { readonly kind: 'past-hls' | 'past-http'; readonly url: string; readonly durationSec: number }
  | Extract<Source, { kind: 'srt-listen' | 'srt-call' | 'udp' | 'file' }>

/** AAC is copied; what browsers do not play becomes AAC. */
export type AudioMode = 'copy' | 'encode'

/** The names in a run's folder. */
export const indexFile = 'index.m3u8'
export const initFile = 'init.mp4'
export const segmentFile = (num: number): string => `${String(num).padStart(6, '0')}.m4s`

/** What ffmpeg is asked to cut; a source's own distance of key frames may make segments longer. */
const segmentSec = 2

/**
 * How many segments a run's own list holds. It is written anew with each segment, so it must not grow for ever; at two
 * seconds each it covers half an hour in which nobody reads it.
 */
const maxListedSegments = 900

/** How many times faster than it was on air a programme of the past is fetched: the source has other guests, too. */
const catchupReadRate = '4'

const microseconds = (sec: number): string => String(sec * 1_000_000)

const srtAddress = (host: string, port: number, mode: 'listener' | 'caller', options: SrtOptions): string => {
  const query = new URLSearchParams({ mode, timeout: microseconds(10) })
  if (options.latencyMs > 0) query.set('latency', microseconds(options.latencyMs / 1000))
  if (options.streamId !== '') query.set('streamid', options.streamId)
  if (options.passphrase !== '') query.set('passphrase', options.passphrase)
  // SRT takes its options as they stand: a plus for a blank would be a plus.
  return `srt://${host}:${port}?${query.toString().replaceAll('+', '%20')}`
}

/** Only the protocols and containers of that kind of source: a list of files posing as a picture opens nothing else. */
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
      // From its newest segment on: what lies before was recorded by the run before, or never will be.
      return [...whitelist('http,tcp,crypto', 'hls,mpegts,mov,aac'), '-live_start_index', '-1', '-i', input.url]
    case 'http':
    case 'own-http':
      return [...whitelist('http,tcp', 'mpegts,flv'), '-rw_timeout', microseconds(10), '-i', input.url]
    case 'past-hls':
      // A list that goes on is taken from its first segment.
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
  // MPEG-TS carries AAC with headers that fMP4 does not have; on RTMP the filter changes nothing.
  copy: ['-c:a', 'copy', '-bsf:a', 'aac_adtstoasc'],
  encode: ['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
}

/**
 * The command line that records an input into the folder in which it runs: two-second fMP4 segments and the run's own
 * list, each complete when it appears under its name.
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
 * What ffmpeg's surroundings say beside the command line. What comes through the local proxy can reach that alone: whatever
 * it names past it, ffmpeg asks the proxy for.
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

/** Whether what ffmpeg said at its end means that its audio cannot be copied. */
export const needsAudioEncoding = (stderrTail: string): boolean =>
  /not supported by the bitstream filter|Error initializing bitstream filter: aac_adtstoasc/i.test(stderrTail)
