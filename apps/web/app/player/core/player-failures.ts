/**
 * Kinds of playback failures.
 *
 * - `segment`, `playlist`: a request of the stream failed or returned invalid data
 * - `stalled`: nothing has arrived for long, from another host
 * - `expired`: the URL's signature has expired (HTTP 410)
 * - `media`: the decoder rejected the data
 * - `unreachable`: the server did not reply to the play request
 * - `pending`, `broken`, `vip`, `password`, `gone`: the server refused the play request
 * - `crowded`: the account plays on too many devices
 * - `unsupported`: this browser cannot play HLS
 */
export type FailureKind =
  | 'segment'
  | 'playlist'
  | 'stalled'
  | 'expired'
  | 'media'
  | 'unreachable'
  | 'pending'
  | 'broken'
  | 'vip'
  | 'password'
  | 'gone'
  | 'crowded'
  | 'unsupported'

export interface PlayerFailure {
  kind: FailureKind
  /** Whether loading has stopped until something is done. */
  fatal: boolean
  /** Short code for support requests: `S-503`, `M-bufferAppendError`. */
  code: string
}

const codeLetters: Record<FailureKind, string> = {
  segment: 'S',
  playlist: 'P',
  stalled: 'D',
  expired: 'E',
  media: 'M',
  unreachable: 'U',
  pending: 'W',
  broken: 'B',
  vip: 'V',
  password: 'L',
  gone: 'G',
  crowded: 'T',
  unsupported: 'N',
}

/** Whether a failure code means that the media does not exist: retrying soon is useless. */
export const isMissing = (code: string): boolean => code === codeLetters.gone || code === `${codeLetters.broken}-404`

/** Creates a failure with its code. `detail` is an HTTP status or the engine's error name. */
export function failureOf(kind: FailureKind, fatal: boolean, detail: string | number = ''): PlayerFailure {
  return { kind, fatal, code: detail === '' ? codeLetters[kind] : `${codeLetters[kind]}-${detail}` }
}
