import type { PlayerFailure } from '../core/player-failures.ts'

/** What has been tried since playback last ran well. */
export interface RecoveryState {
  /** Every line of the episode, in the order in which they are tried. */
  lines: readonly number[]
  lineId: number
  /** Whether it goes on without whoever waits. */
  isLive: boolean
  /** Lines given up on. */
  spent: readonly number[]
  /** Tries of the line that plays, after failures of the network. */
  tries: number
  rebuilds: number
  renewals: number
  /** How often the station said that the file is not ready. */
  waits: number
}

export type RecoveryStep =
  /** Asks the same address again. */
  | { do: 'goOn'; afterMs: number }
  /** Asks the station for an address, the first or a fresh one. */
  | { do: 'ask'; afterMs: number }
  | { do: 'rebuild' }
  /** Nothing until the network is back, then on as if nothing had happened. */
  | { do: 'awaitNetwork' }
  | { do: 'awaitFile'; afterMs: number }
  | { do: 'switchLine'; lineId: number }
  | { do: 'refuse' }
  | { do: 'giveUp' }

const triesAfterMs = [500, 1500, 4000]
/** Who watches something live goes to the next line within five seconds, and waits where there is none. */
const liveTriesAfterMs = [300, 900]
/** A station that was killed is back within seconds, and who watches must not wait for the next try much longer than that. */
const lastLineTriesAfterMs = [300, 900, ...Array<number>(10).fill(1000), 3000, 4000, 6000, 6000, 10_000, 10_000, 10_000]
const waitsAfterMs = [4000, 6000, 9000, 14_000, 20_000, 30_000]
const rebuildLimit = 2
const renewalLimit = 3

export function beginRecovery(lines: readonly number[], lineId: number, isLive = false): RecoveryState {
  return { lines, lineId, isLive, spent: [], tries: 0, rebuilds: 0, renewals: 0, waits: 0 }
}

/** Playback has run well for a while: what was tried before does not count any more. */
export const recovered = ({ lines, lineId, isLive }: RecoveryState): RecoveryState =>
  beginRecovery(lines, lineId, isLive)

/** The viewer chose a line: everything may be tried again. */
export const chosenLine = ({ lines, isLive }: RecoveryState, lineId: number): RecoveryState =>
  beginRecovery(lines, lineId, isLive)

type Decision = readonly [RecoveryState, RecoveryStep]

/** The next line that was not tried, from the one that plays onward and around. */
function nextLine(state: RecoveryState): Decision {
  const spent = [...state.spent, state.lineId]
  const at = state.lines.indexOf(state.lineId)
  const lineId = [...state.lines.slice(at + 1), ...state.lines.slice(0, at)].find((line) => !spent.includes(line))
  if (lineId === undefined) return [{ ...state, spent }, { do: 'giveUp' }]
  return [
    { ...beginRecovery(state.lines, lineId, state.isLive), spent },
    { do: 'switchLine', lineId },
  ]
}

/** How long to wait before each further try of a line. */
function patienceOf({ lines, lineId, spent, isLive }: RecoveryState): readonly number[] {
  if (!isLive) return triesAfterMs
  return lines.some((line) => line !== lineId && !spent.includes(line)) ? liveTriesAfterMs : lastLineTriesAfterMs
}

/** Tries again, each time later; then the next line. */
function tryAgain(state: RecoveryState, kind: 'goOn' | 'ask'): Decision {
  const afterMs = patienceOf(state)[state.tries]
  if (afterMs === undefined) return nextLine(state)
  return [
    { ...state, tries: state.tries + 1 },
    { do: kind, afterMs },
  ]
}

/**
 * What to do about a failure that stopped the loading: try again, fetch a fresh address, take the next line, or give up.
 * Every line is tried at most once until playback has run well again, so that it comes to an end.
 */
export function decideRecovery(state: RecoveryState, { kind }: PlayerFailure, isOnline: boolean): Decision {
  switch (kind) {
    case 'unsupported':
    case 'gone':
      return [state, { do: 'giveUp' }]
    case 'vip':
      return [state, { do: 'refuse' }]
    case 'broken':
      return nextLine(state)
    case 'pending': {
      const afterMs = waitsAfterMs[state.waits] ?? 30_000
      return [
        { ...state, waits: state.waits + 1 },
        { do: 'awaitFile', afterMs },
      ]
    }
    case 'expired':
      if (state.renewals >= renewalLimit) return nextLine(state)
      return [
        { ...state, renewals: state.renewals + 1 },
        { do: 'ask', afterMs: 0 },
      ]
    case 'media':
      if (state.rebuilds >= rebuildLimit) return nextLine(state)
      return [{ ...state, rebuilds: state.rebuilds + 1 }, { do: 'rebuild' }]
    case 'segment':
    case 'playlist':
      return isOnline ? tryAgain(state, 'goOn') : [state, { do: 'awaitNetwork' }]
    case 'unreachable':
      return isOnline ? tryAgain(state, 'ask') : [state, { do: 'awaitNetwork' }]
  }
}
