/**
 * Everything that can go wrong while something plays.
 *
 * - `segment`, `playlist`: an address of the stream did not answer, or with nonsense
 * - `expired`: the signature of an address has run out (HTTP 410)
 * - `media`: the decoder would not take it
 * - `unreachable`: the station did not answer when asked for an address
 * - `pending`, `broken`, `vip`, `gone`: the station answered, and gave none
 * - `unsupported`: this browser can play no HLS at all
 */
export type FailureKind =
  | 'segment'
  | 'playlist'
  | 'expired'
  | 'media'
  | 'unreachable'
  | 'pending'
  | 'broken'
  | 'vip'
  | 'gone'
  | 'unsupported'

export interface PlayerFailure {
  kind: FailureKind
  /** Whether nothing more will load unless somebody acts. */
  fatal: boolean
  /** Short, for people who ask for help: `S-503`, `M-bufferAppendError`. */
  code: string
}

const letters: Record<FailureKind, string> = {
  segment: 'S',
  playlist: 'P',
  expired: 'E',
  media: 'M',
  unreachable: 'U',
  pending: 'W',
  broken: 'B',
  vip: 'V',
  gone: 'G',
  unsupported: 'N',
}

/** Whether a code says that the station has nothing there: trying again soon is in vain. */
export const isNothingThere = (code: string): boolean => code === letters.gone || code === `${letters.broken}-404`

/** A failure with its code. `detail` is an HTTP status or the engine's own word. */
export function failureOf(kind: FailureKind, fatal: boolean, detail: string | number = ''): PlayerFailure {
  return { kind, fatal, code: detail === '' ? letters[kind] : `${letters[kind]}-${detail}` }
}
