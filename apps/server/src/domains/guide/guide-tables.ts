import type { Generated } from 'kysely'

/** The tables of this domain. */
export type GuideTables = {
  programme: {
    id: Generated<number>
    channel_id: number
    start_sec: number
    end_sec: number
    /** Of `guide_source`, or one of `ownSources`. */
    source_id: number
    name: string
    sub: Generated<string>
    intro: Generated<string>
    category: Generated<string>
    img: Generated<string>
  }
  /** Programmes that the operator removed: imports and schedules leave out what has their name and begins in their time. */
  removed_programme: {
    channel_id: number
    start_sec: number
    end_sec: number
    name: string
  }
  guide_source: {
    id: Generated<number>
    /** An http or https URL, or the absolute path of a file. */
    address: string
    /** Priority: if two sources provide a channel, the smaller position wins. */
    position: number
    /** 0: only when the operator asks. */
    every_minutes: number
    shift_minutes: Generated<number>
    /** Time zone of times without one, in minutes east of UTC. */
    zone_minutes: Generated<number>
    next_sec: number
    checked_sec: Generated<number>
    imported_sec: Generated<number>
    /** Why the last import failed; empty if it succeeded. */
    problem: Generated<string>
    channels: Generated<number>
    programmes: Generated<number>
    /** Version of the imported file: the ETag of a URL (RFC 9110, 8.8.3), or size and time of a local file. */
    etag: Generated<string>
    /** Digest of the channels that the file was matched to. */
    matched_with: Generated<string>
  }
  guide_channel: {
    source_id: number
    channel_id: number
    shift_minutes: Generated<number>
    /** The channel's id in this source, set by the operator; may be empty. */
    outside_id: Generated<string>
    /** End of the last programme that the source provides. */
    until_sec: Generated<number>
  }
}

/** Programmes that belong to no imported source: entered by hand, or made by schedules of the station's own films. */
export const ownSources = { schedule: 0, hand: -1 } as const
