import * as z from 'zod/mini'
import { maxId } from '../../core/constants.ts'
import type { ProgramCall } from '../../core/program-call.ts'
import { storableText } from '../../core/fields.ts'
import { MatchEvent, Side, sourceId } from './match-event.ts'
import { SportKey } from './sport-key.ts'
import { StandingsRules } from './standings.ts'

const name = storableText(60).check(z.minLength(1))
const shortName = z._default(storableText(12), '')
const words = z._default(storableText(60), '')
const colour = z._default(z.string().check(z.regex(/^(#[0-9a-fA-F]{6})?$/)), '')
const shirt = z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(999))), null)
const reference = z._default(z.nullable(sourceId), null)
/** Of two versions of a record, the larger counts. Equal ones: the later arrival. */
const order = z._default(z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)), 0)
const seq = z._default(z.int().check(z.minimum(0)), 0)

/** Streams of a match that a source tells. Those that the operator adds have larger numbers. */
export const maxToldStreams = 20
export const maxStreamSources = 8
const sourceAddress = z.string().check(z.minLength(1), z.maxLength(2000))

/** Unix seconds, or ISO 8601 with an offset (`2026-11-27T19:35:00+08:00`). */
const storedMoment = z.int().check(z.minimum(0), z.maximum(4_102_444_800))
const moment = z.union([
  storedMoment,
  z.pipe(
    z.pipe(
      z.iso.datetime({ offset: true }),
      z.transform((text: string) => Math.floor(Date.parse(text) / 1000)),
    ),
    storedMoment,
  ),
])

/**
 * A line of a feed or file. `record` says what it is; ids and references are the source's own. What a line refers to
 * comes before it, or is known from earlier. A line with a known id replaces the record.
 */
export const FeedLine = z.discriminatedUnion('record', [
  z.object({ record: z.literal('competition'), id: sourceId, seq, sport: SportKey, name, short: shortName }),
  /** The current season is the one with the largest `order` of which a match has begun. */
  z.object({
    record: z.literal('season'),
    id: sourceId,
    seq,
    competition: sourceId,
    name,
    order,
  }),
  z.object({
    record: z.literal('stage'),
    id: sourceId,
    seq,
    season: sourceId,
    name,
    order,
    /** Null: no tables. */
    rules: z._default(z.nullable(StandingsRules), null),
  }),
  z.object({ record: z.literal('venue'), id: sourceId, seq, name, city: words }),
  z.object({
    record: z.literal('team'),
    id: sourceId,
    seq,
    sport: SportKey,
    name,
    short: shortName,
    /** First and second colour; drawn from the name if empty. */
    colour,
    colour2: colour,
    venue: reference,
  }),
  z.object({ record: z.literal('player'), id: sourceId, seq, team: sourceId, name, number: shirt, position: words }),
  z.object({
    record: z.literal('match'),
    id: sourceId,
    seq,
    competition: sourceId,
    season: reference,
    stage: reference,
    /** A 组; teams of a group have a table of their own. */
    group: words,
    /** 第 12 轮. */
    round: words,
    home: sourceId,
    away: sourceId,
    kickoff: moment,
    venue: reference,
  }),
  z.object({ record: z.literal('event'), match: sourceId, event: MatchEvent }),
  z.object({
    record: z.literal('lineup'),
    match: sourceId,
    seq,
    side: Side,
    formation: words,
    coach: words,
    players: z
      .array(
        z.object({
          name,
          number: shirt,
          position: words,
          starts: z._default(z.boolean(), true),
          captain: z._default(z.boolean(), false),
        }),
      )
      .check(z.maxLength(60)),
  }),
  z.object({
    record: z.literal('statistics'),
    match: sourceId,
    seq,
    values: z
      .array(
        z.object({
          key: storableText(30),
          home: z.number().check(z.minimum(0), z.maximum(1_000_000)),
          away: z.number().check(z.minimum(0), z.maximum(1_000_000)),
        }),
      )
      .check(z.maxLength(60)),
  }),
  /**
   * All streams of a match, in order: they are numbered from 1. A stream is a channel of the station, by its id, or has
   * `sources` of its own in the order of failover: addresses that are pulled (HTTP, RTMP, SRT, multicast), or `push:` for an
   * encoder. `plate` says that its picture contains a score plate.
   */
  z.object({
    record: z.literal('streams'),
    match: sourceId,
    seq,
    streams: z
      .array(
        z
          .object({
            name,
            anchor: words,
            channel: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(maxId))), null),
            sources: z._default(z.array(sourceAddress).check(z.maxLength(maxStreamSources)), []),
            plate: z._default(z.boolean(), false),
          })
          .check(z.refine(({ channel, sources }) => (channel === null) === sources.length > 0, { path: ['channel'] })),
      )
      .check(z.maxLength(maxToldStreams)),
  }),
])
export type FeedLine = z.output<typeof FeedLine>
/** A line as it is written, with optional fields left out. */
export type FeedLineInput = z.input<typeof FeedLine>

/** Answer for one line. `unchanged`: known already, or older than what is known. */
export const FeedLineAnswer = z.object({
  /** From 1. */
  line: z.int(),
  result: z.enum(['stored', 'unchanged', 'refused']),
  /** What is wrong, in Chinese; empty unless refused. */
  msg: z.string(),
})
export type FeedLineAnswer = z.output<typeof FeedLineAnswer>

/** Reply of the feed. */
export const FeedAnswer = z.object({
  stored: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** The refused lines only. */
  lines: z.array(FeedLineAnswer),
})
export type FeedAnswer = z.output<typeof FeedAnswer>

/** The feed of matches: JSON Lines, or one JSON array. */
export const matchFeed: ProgramCall = {
  name: 'matchFeed',
  summary: 'Takes what a program tells of matches, line by line',
  path: '/feed/matches',
  scope: 'feed',
  command: 'matches token add',
  line: FeedLine,
  maxBodyBytes: 4 * 1024 * 1024,
  reply: FeedAnswer,
}
