import type { Generated } from 'kysely'

/** The tables that this domain alone reads and writes. */
export type GuideTables = {
  programme: {
    id: Generated<number>
    channel_id: number
    start_sec: number
    end_sec: number
    /** 0 is written by hand. */
    source_id: number
    name: string
    sub: Generated<string>
    intro: Generated<string>
    category: Generated<string>
    img: Generated<string>
  }
  guide_source: {
    id: Generated<number>
    /** An http or https address, or the absolute path of a file. */
    address: string
    /** Where two sources know a channel, the smaller one is believed. */
    position: number
    /** 0 is never by itself. */
    every_minutes: number
    shift_minutes: Generated<number>
    /** What times without a zone are told in, minutes east of Greenwich. */
    zone_minutes: Generated<number>
    next_sec: number
    checked_sec: Generated<number>
    imported_sec: Generated<number>
    /** Why the last import came to nothing; empty where it did not. */
    problem: Generated<string>
    channels: Generated<number>
    programmes: Generated<number>
    /** What an address said of the file that was imported (RFC 9110, 8.8.3), or what the disk says of one. */
    etag: Generated<string>
    /** A digest of the channels that it was matched to. */
    matched_with: Generated<string>
  }
  guide_channel: {
    source_id: number
    channel_id: number
    shift_minutes: Generated<number>
    /** Its id in this source, where matching would not find it; may be empty. */
    outside_id: Generated<string>
    /** The end of the last programme that the source knows. */
    until_sec: Generated<number>
  }
}
