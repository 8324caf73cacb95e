import type { FeedLine, MatchEvent, ReminderChoices, Side, SportKey, StandingsRules } from '@yunmu/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { StoredCourse } from './course-rules.ts'
import type { Moment } from './reminders/reminder-rules.ts'

/** A record that a source told, by its own id. */
interface Told {
  id: GeneratedAlways<number>
  source: string
  source_id: string
  seq: number
}

/** A part of a broadcast, Unix milliseconds. */
export interface Span {
  fromMs: number
  untilMs: number
}

type Json<Value extends object | null> = JSONColumnType<Value, string, string>

/** Tables that only this domain reads and writes. Times are Unix seconds unless stated otherwise. */
export type MatchesTables = {
  competition: Told & { sport: SportKey; name: string; short: string }
  season: Told & { competition_id: number; name: string; position: number }
  stage: Told & { season_id: number; name: string; position: number; rules: Json<StandingsRules | null> }
  venue: Told & { name: string; city: string }
  team: Told & {
    sport: SportKey
    name: string
    short: string
    /** `#rrggbb`; empty for one drawn from the name. */
    colour: string
    colour2: string
    venue_id: number | null
  }
  player: Told & { team_id: number; name: string; number: number | null; position: string }
  match: Told & {
    sport: SportKey
    competition_id: number
    season_id: number | null
    stage_id: number | null
    group_name: string
    round: string
    home_id: number
    away_id: number
    venue_id: number | null
    kickoff_sec: number
    /** That of `course`, for indexes. */
    state: 'upcoming' | 'live' | 'over'
    course: Json<StoredCourse>
    /** When an event was told last, Unix milliseconds; 0 for never. */
    told_ms: ColumnType<number, number | undefined>
  }
  /** Every version of every event. */
  match_event: {
    match_id: number
    event_id: string
    seq: number
    digest: string
    version: Json<MatchEvent>
    received_ms: number
  }
  match_lineup: { match_id: number; side: Side; seq: number; lineup: Json<LineupRecord> }
  match_statistics: {
    match_id: number
    seq: number
    figures: Json<Extract<FeedLine, { record: 'statistics' }>['values']>
  }
  match_stream: {
    match_id: number
    number: number
    name: string
    anchor: string
    /** A channel of the station, or one that only this match shows. */
    channel_id: number
    plate: boolean
    /** Addresses of a stream that is no channel of the station, in the order of failover; else empty. */
    sources: Generated<string[]>
  }
  /** The version of the streams of a match. */
  match_streams: { match_id: number; seq: number }
  /** Recordings of streams. */
  match_recording: {
    match_id: number
    /** Of the stream. */
    number: number
    channel_id: number
    from_sec: number
    /** Null while the match is not over. */
    until_sec: number | null
    /** Those of the match that this row follows from. */
    told_ms: number
    state: 'upcoming' | 'live' | 'over'
    /** The end is certain, and what was recorded is counted. */
    settled: boolean
    /** Only the highlights are kept. */
    expired: boolean
    available_ms: number
    /** In order, without overlap. */
    highlights: Json<Span[]>
    highlights_ms: number
  }
  sports_follow: { user_id: number; kind: FollowKind; ref_id: number; created_at: number }
  /** What followers of a match are told of, by its start at that time. */
  match_reminder: {
    match_id: number
    moment: Moment
    /** That the reminder is about; empty for none. */
    event_id: ColumnType<string, string | undefined>
    /** Of the start; 0 for what does not depend on it. */
    kickoff_sec: number
    state: 'sending' | 'sent' | 'dropped'
    created_at: number
    after_user_id: ColumnType<number, number | undefined>
  }
  /** Who was told. */
  match_reminder_user: {
    match_id: number
    moment: Moment
    event_id: ColumnType<string, string | undefined>
    kickoff_sec: number
    user_id: number
  }
  /** What users want to be reminded of; those who chose nothing have no row. */
  match_reminder_choice: ReminderChoices & { user_id: number }
  /** Versions of the events of calendars. */
  match_calendar: { match_id: number; digest: string; sequence: number; changed_sec: number }
  /** Secret addresses of calendars; the serial number grows with each renewal. */
  calendar_key: { user_id: number; serial: number; created_at: number }
  match_vote: { match_id: number; user_id: number; side: Side }
  /** Tokens of programs that feed matches; each is a source of its own. */
  feed_token: {
    id: GeneratedAlways<number>
    source: string
    token_hash: Buffer
    created_at: number
    used_at: ColumnType<number, number | undefined>
  }
}

export type FollowKind = 'team' | 'competition'
export type LineupRecord = Pick<Extract<FeedLine, { record: 'lineup' }>, 'formation' | 'coach' | 'players'>
