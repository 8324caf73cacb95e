/** The operator's settings for recording. */
export interface RecorderSettings {
  /** Address and port of the RTMP ingest. */
  rtmpHost: string
  rtmpPort: number
  /**
   * URL from which pushed streams are pulled if another program accepts the pushes, with `{stream}` for the stream id;
   * empty for the station's own ingest.
   */
  ingestPlay: string
  /** Disk limit of all recordings in gigabytes; 0: all but a reserve. */
  maxGb: number
  /** Maximum number of streams on demand recorded at the same time, and of streams of matches. */
  maxOnDemand: number
}

/**
 * Reads `RTMP_HOST`, `RTMP_PORT`, `INGEST_PLAY`, `LIVE_MAX_GB` and `LIVE_MAX_ON_DEMAND`. Problems are reported in Chinese.
 */
export function readRecorderSettings(
  env: Record<string, string | undefined>,
  isAddress: (text: string) => boolean,
  reportProblem: (sentence: string) => void,
): RecorderSettings {
  const whole = (name: string, fallback: number, max: number): number => {
    const text = env[name] ?? String(fallback)
    const value = Number(text)
    if (/^\d{1,6}$/.test(text) && value <= max) return value
    reportProblem(`${name} 应是 0 到 ${max} 的整数，现在是“${text}”`)
    return fallback
  }
  const rtmpHost = env.RTMP_HOST ?? '127.0.0.1'
  if (!isAddress(rtmpHost)) reportProblem(`RTMP_HOST 应是一个 IP 地址，现在是“${rtmpHost}”`)
  const ingestPlay = env.INGEST_PLAY ?? ''
  if (ingestPlay !== '' && !/^(?:rtmp|srt|http):\/\/[^\s|]+\{stream\}[^\s|]*$/.test(ingestPlay))
    reportProblem('INGEST_PLAY 应是带 {stream} 的地址，例如 rtmp://127.0.0.1:1935/live/{stream}')
  return {
    rtmpHost,
    rtmpPort: whole('RTMP_PORT', 1935, 65_535),
    ingestPlay,
    maxGb: whole('LIVE_MAX_GB', 0, 999_999),
    maxOnDemand: whole('LIVE_MAX_ON_DEMAND', 32, 10_000),
  }
}
