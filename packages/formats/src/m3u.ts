/** Data of channel lists, in M3U and in the form of `name,address` lines. */

export interface Catchup {
  /** How the address of a past programme is built: `default`, `append`, `shift`, `flussonic`, `xc` and others. */
  readonly type: string
  /** Number of available days; 0 if the list does not say. */
  readonly days: number
  /** The address or a suffix of it, with placeholders for times such as `${(b)yyyyMMddHHmmss}`; or empty. */
  readonly source: string
}

/** One address of a list, with the attributes of its channel. */
export interface ChannelEntry {
  readonly name: string
  readonly url: string
  /** The list's label for this address, such as `线路2`, or empty. */
  readonly label: string
  readonly group: string
  readonly logo: string
  readonly tvgId: string
  readonly tvgName: string
  /** The channel's number, or 0. */
  readonly number: number
  /** Minutes to add to the times of the guide. */
  readonly shiftMinutes: number
  readonly catchup: Catchup | null
  /** User-Agent header for requests to this address, or empty. */
  readonly userAgent: string
}

export interface ChannelList {
  readonly entries: ChannelEntry[]
  /** Addresses of guides that the list refers to. */
  readonly guides: string[]
  /** Number of invalid lines. */
  readonly faults: number
}

/** Why a file is refused as a channel list. */
export type ChannelListProblem = 'size' | 'stream' | 'foreign'

/** A file that is no channel list, or exceeds a limit. */
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
