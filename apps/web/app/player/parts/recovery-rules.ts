import type { PlayerFailure } from '../core/player-failures.ts'

/** What has been tried since playback last was stable. */
export interface RecoveryState {
  /** All lines of the episode in the order of trying. */
  lines: readonly number[]
  lineId: number
  /** Whether it is a live stream. */
  isLive: boolean
  /** Addresses of the line whose film lies elsewhere, by id in the order of trying; empty for one of the station. */
  addresses: readonly number[]
  addressId: number
  /** Addresses that were given up. */
  deadAddresses: readonly number[]
  /** Lines that were given up. */
  exhausted: readonly number[]
  /** Retries of the current line after network failures. */
  retries: number
  rebuilds: number
  renewals: number
  /** How often the server replied that the file is not ready. */
  waits: number
}

export type RecoveryStep =
  /** Retries the same URL. */
  | { do: 'resumeLoading'; afterMs: number }
  /** Requests a URL from the server, the first or a renewed one. */
  | { do: 'requestPlay'; afterMs: number }
  | { do: 'recoverMedia' }
  /** Waits until the network is back, then continues. */
  | { do: 'awaitNetwork' }
  | { do: 'awaitFile'; afterMs: number }
  | { do: 'switchLine'; lineId: number }
  /** Opens another address of the same line. */
  | { do: 'switchAddress'; addressId: number }
  | { do: 'refuse' }
  | { do: 'askPassword' }
  | { do: 'giveWay' }
  | { do: 'giveUp' }

const retryDelaysMs = [500, 1500, 4000]
/** Live: the next line must be reached within five seconds. */
const liveRetryDelaysMs = [300, 900]
/** The last line: a restarted server is back within seconds, so the delays stay short at first. */
const lastLineRetryDelaysMs = [
  300,
  900,
  ...Array<number>(10).fill(1000),
  3000,
  4000,
  6000,
  6000,
  10_000,
  10_000,
  10_000,
]
/** Of another host there is another address to try, or none that would be better in a while. */
const addressRetryDelaysMs = [500]
const fileRetryDelaysMs = [4000, 6000, 9000, 14_000, 20_000, 30_000]
const rebuildLimit = 2
const renewalLimit = 3

export function beginRecovery(lines: readonly number[], lineId: number, isLive = false): RecoveryState {
  const attempts = { exhausted: [], retries: 0, rebuilds: 0, renewals: 0, waits: 0 }
  return { lines, lineId, isLive, addresses: [], addressId: 0, deadAddresses: [], ...attempts }
}

/** Playback has been stable: earlier attempts no longer count. */
export const recoverySucceeded = ({ lines, lineId, isLive, addresses, addressId }: RecoveryState): RecoveryState => ({
  ...beginRecovery(lines, lineId, isLive),
  addresses,
  addressId,
})

/** The server gave the addresses of the line: of those that were not given up the first is tried. */
export function addressesGranted(state: RecoveryState, addresses: readonly number[]): RecoveryState {
  const isLeft = (id: number): boolean => !state.deadAddresses.includes(id)
  const addressId = addresses.find((id) => id === state.addressId && isLeft(id)) ?? addresses.find(isLeft)
  return { ...state, addresses, addressId: addressId ?? addresses[0] ?? 0 }
}

/** Whether another address or line has not been tried yet. */
export const hasAlternative = (state: RecoveryState): boolean => nextLine(state)[1].do !== 'giveUp'

/** The viewer chose a line: all attempts start again. */
export const chosenLine = ({ lines, isLive }: RecoveryState, lineId: number): RecoveryState =>
  beginRecovery(lines, lineId, isLive)

type Decision = readonly [RecoveryState, RecoveryStep]

/** The next address of the line, then the next line, that has not been tried, cyclic. */
function nextLine(state: RecoveryState): Decision {
  const deadAddresses = [...state.deadAddresses, state.addressId]
  const addressId = state.addresses.find((id) => !deadAddresses.includes(id))
  if (addressId !== undefined)
    return [
      { ...state, deadAddresses, addressId, retries: 0, rebuilds: 0 },
      { do: 'switchAddress', addressId },
    ]
  const exhausted = [...state.exhausted, state.lineId]
  const at = state.lines.indexOf(state.lineId)
  const lineId = [...state.lines.slice(at + 1), ...state.lines.slice(0, at)].find((line) => !exhausted.includes(line))
  if (lineId === undefined) return [{ ...state, exhausted }, { do: 'giveUp' }]
  return [
    { ...beginRecovery(state.lines, lineId, state.isLive), exhausted },
    { do: 'switchLine', lineId },
  ]
}

/** Delays before each retry of a line. */
function retryDelaysOf({ lines, lineId, exhausted, isLive, addresses }: RecoveryState): readonly number[] {
  if (addresses.length > 0) return addressRetryDelaysMs
  if (!isLive) return retryDelaysMs
  return lines.some((line) => line !== lineId && !exhausted.includes(line)) ? liveRetryDelaysMs : lastLineRetryDelaysMs
}

/** Retries with growing delays, then switches to the next line. */
function retry(state: RecoveryState, kind: 'resumeLoading' | 'requestPlay'): Decision {
  const afterMs = retryDelaysOf(state)[state.retries]
  if (afterMs === undefined) return nextLine(state)
  return [
    { ...state, retries: state.retries + 1 },
    { do: kind, afterMs },
  ]
}

/**
 * Decides what to do about a failure that stopped loading: retry, renew the URL, switch the line, or give up. Each line
 * is tried at most once until playback is stable again, so that recovery terminates.
 */
export function decideRecovery(state: RecoveryState, { kind }: PlayerFailure, isOnline: boolean): Decision {
  switch (kind) {
    case 'unsupported':
    case 'gone':
      return [state, { do: 'giveUp' }]
    case 'vip':
      return [state, { do: 'refuse' }]
    case 'crowded':
      return [state, { do: 'giveWay' }]
    case 'password':
      // Whoever did not choose this line is not asked for its password.
      return state.exhausted.length > 0 ? nextLine(state) : [state, { do: 'askPassword' }]
    case 'broken':
    case 'stalled':
      return nextLine(state)
    case 'pending': {
      const afterMs = fileRetryDelaysMs[state.waits] ?? 30_000
      return [
        { ...state, waits: state.waits + 1 },
        { do: 'awaitFile', afterMs },
      ]
    }
    case 'expired':
      if (state.renewals >= renewalLimit) return nextLine(state)
      return [
        { ...state, renewals: state.renewals + 1 },
        { do: 'requestPlay', afterMs: 0 },
      ]
    case 'media':
      if (state.rebuilds >= rebuildLimit) return nextLine(state)
      return [{ ...state, rebuilds: state.rebuilds + 1 }, { do: 'recoverMedia' }]
    case 'segment':
    case 'playlist':
      return isOnline ? retry(state, 'resumeLoading') : [state, { do: 'awaitNetwork' }]
    case 'unreachable':
      return isOnline ? retry(state, 'requestPlay') : [state, { do: 'awaitNetwork' }]
  }
}
