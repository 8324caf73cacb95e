import { failureOf, type PlayerFailure } from '../core/player-failures.ts'

/** What matters of an hls.js error. */
export interface HlsErrorFacts {
  type: string
  details: string
  fatal: boolean
  response?: { code?: number } | undefined
}

const gone = 410
const nothingThere = 404
const playlistDetails = /^(?:manifest|level|audioTrack|subtitleTrack)/

/** The failure that an hls.js error is, or null where it deals with it itself. */
export function failureOfHlsError({ type, details, fatal, response }: HlsErrorFacts): PlayerFailure | null {
  const status = response?.code ?? 0
  // At the first of them, before hls.js has tried every other rendition in vain.
  if (status === gone) return failureOf('expired', true, status)
  if (!fatal) return null
  // It cannot even be opened. A list that has only stopped growing may go on.
  if (details === 'manifestLoadError' && status === nothingThere) return failureOf('broken', true, status)
  if (type === 'networkError' || details === 'levelEmptyError') {
    return failureOf(playlistDetails.test(details) ? 'playlist' : 'segment', true, status || details)
  }
  return failureOf('media', true, details)
}
