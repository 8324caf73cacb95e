import { failureOf, type PlayerFailure } from '../core/player-failures.ts'

/** The relevant fields of an hls.js error. */
export interface HlsErrorFacts {
  type: string
  details: string
  fatal: boolean
  response?: { code?: number } | undefined
}

const goneStatus = 410
const notFoundStatus = 404
const playlistDetails = /^(?:manifest|level|audioTrack|subtitleTrack)/

/** Maps an hls.js error to a failure; null if hls.js handles it itself. */
export function failureOfHlsError({ type, details, fatal, response }: HlsErrorFacts): PlayerFailure | null {
  const status = response?.code ?? 0
  // Handled at the first occurrence, before hls.js tries all other renditions in vain.
  if (status === goneStatus) return failureOf('expired', true, status)
  if (!fatal) return null
  // The manifest does not exist. A playlist that has stopped growing may continue later.
  if (details === 'manifestLoadError' && status === notFoundStatus) return failureOf('broken', true, status)
  if (type === 'networkError' || details === 'levelEmptyError') {
    return failureOf(playlistDetails.test(details) ? 'playlist' : 'segment', true, status || details)
  }
  return failureOf('media', true, details)
}
