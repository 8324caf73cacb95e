import type { LineFault } from '@yunmu/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** `linear`: a schedule of the station's own films. `recorded`: recorded from a source. */
export type StreamKind = 'linear' | 'recorded'

/** The tables of this domain. */
export type LiveTables = {
  channel_group: { id: Generated<number>; name: string; overseas: boolean; position: number }
  channel_tag: { id: Generated<number>; type: string; name: string; position: number }
  channel: {
    id: Generated<number>
    /** Who created it, and its permanent id there. */
    origin: string
    number: number
    name: string
    aliases: Generated<string[]>
    /** Its id in XMLTV guides (`tvg-id`); may be empty. */
    guide_id: Generated<string>
    /** Null for a channel that only one match shows. */
    group_id: number | null
    /** The match that alone shows it; null for a channel of the station. */
    match_id: ColumnType<number | null, number | null | undefined>
    /** Only for overseas channels. */
    tag_id: number | null
    logo: Generated<string>
    replay_days: Generated<number>
    dvr_sec: Generated<number>
    demo: Generated<boolean>
    /** What lists and the demonstration programme do not overwrite: columns, and `lines`. */
    locked_fields: Generated<string[]>
    /** Not shown to visitors. */
    hidden: Generated<boolean>
    /** Plays for VIPs only. */
    vip: Generated<boolean>
    created_at: number
  }
  stream: {
    id: Generated<number>
    channel_id: number
    /** Its number within the channel, from 1. */
    position: number
    name: string
    kind: StreamKind
    on_demand: Generated<boolean>
    quality: Generated<string>
    saving: Generated<boolean>
    /** Target duration of a schedule in whole seconds; never decreases. 0 for recordings. */
    target_sec: Generated<number>
    /** Neither shown nor recorded. */
    disabled: Generated<boolean>
  }
  stream_source: {
    stream_id: number
    position: number
    address: string
    user_agent: Generated<string>
    /** How catch-up URLs are built; `catchup_days` 0 if the source has no catch-up. */
    catchup_type: Generated<string>
    catchup_days: Generated<number>
    catchup_source: Generated<string>
  }
  linear_item: {
    stream_id: number
    start_ms: number
    asset_id: number
    each_ms: number
    each_rows: number
    each_runs: number
    repeats: number
    seq_base: number
    disc_base: number
  }
  stream_report: { stream_id: number; network: string; fault: LineFault; reported_at: number }
  channel_watch: { day: ColumnType<Date, string, string>; channel_id: number; watched_sec: number }
  channel_list: {
    id: GeneratedAlways<number>
    address: string
    /** 0 only by command. */
    every_minutes: number
    /** How its channels are saved, as JSON. */
    settings: ColumnType<unknown, string, string>
    /** Addresses that so many runs did not find are left out. */
    hide_after_runs: number
    /** When it is due, Unix seconds. */
    next_sec: number
    /** How often it was run. */
    runs: Generated<number>
    ran_sec: ColumnType<number | null, null | undefined, number>
    /** Of the last run, as JSON. */
    report: ColumnType<unknown, null | undefined, string>
  }
  live_export_key: { user_id: number; serial: number; open: boolean; created_at: number }
}
