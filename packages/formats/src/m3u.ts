/** What lists of channels say, in M3U and in the form of `name,address` lines. */

export interface Catchup {
  /** `default`, `append`, `shift`, `flussonic`, `xc` and others: how the address of the past is made. */
  readonly type: string
  /** How many days back; 0 where the list does not say. */
  readonly days: number
  /** The address, or its end, with places for times such as `${(b)yyyyMMddHHmmss}`; or empty. */
  readonly source: string
}

/** One address of a list, with what is said of its channel. */
export interface ChannelEntry {
  readonly name: string
  readonly url: string
  /** What the list calls this address, such as `线路2`, or empty. */
  readonly label: string
  readonly group: string
  readonly logo: string
  readonly tvgId: string
  readonly tvgName: string
  /** The channel's number, or 0. */
  readonly number: number
  /** By how much the guide is to be shifted, minutes. */
  readonly shiftMinutes: number
  readonly catchup: Catchup | null
  /** What is to be sent along when the address is asked for, or empty. */
  readonly userAgent: string
}

export interface ChannelList {
  readonly entries: ChannelEntry[]
  /** Addresses of guides that the list names. */
  readonly guides: string[]
  /** Lines that could not be used. */
  readonly faults: number
}

/** Why a file is not read as a list of channels. */
export type ChannelListProblem = 'size' | 'stream' | 'foreign'

/** A file that is no list of channels, or is larger than one may be. */
export class ChannelListError extends Error {
  override readonly name = 'ChannelListError'
  readonly problem: ChannelListProblem

  constructor(problem: ChannelListProblem) {
    super(`not a readable list of channels: ${problem}`)
    this.problem = problem
  }
}

export const channelListLimits = { bytes: 32 * 1024 * 1024, entries: 100_000, line: 16_384, name: 200 } as const

export const noChannel: ChannelEntry = {
  name: '',
  url: '',
  label: '',
  group: '',
  logo: '',
  tvgId: '',
  tvgName: '',
  number: 0,
  shiftMinutes: 0,
  catchup: null,
  userAgent: '',
}
