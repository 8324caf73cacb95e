import * as z from 'zod/mini'
import { storableText } from '../../core/fields.ts'

/** Ids that a source gives: short and printable. */
export const sourceId = z.string().check(z.regex(/^[^\p{C}\p{Z}]{1,100}$/u))

/** The largest time that a date can have. */
const maxMs = 8_640_000_000_000_000

export const Side = z.enum(['home', 'away'])
export type Side = z.output<typeof Side>

/** What a source may say about a match as a whole. `live` means that play goes on, for example after an interruption. */
export const ToldStatus = z.enum(['scheduled', 'delayed', 'postponed', 'cancelled', 'live', 'suspended', 'abandoned'])
export type ToldStatus = z.output<typeof ToldStatus>

/** The largest integer of a score or of points. */
const count = z.int().check(z.minimum(0), z.maximum(10_000))
const words = z._default(storableText(200), '')

const common = {
  /** The source's own id, unique within the match. */
  id: sourceId,
  /** Grows with each correction of the same id; the version with the largest counts. */
  seq: z._default(z.int().check(z.minimum(0)), 0),
  /** When it happened, Unix milliseconds. */
  wallMs: z.int().check(z.minimum(0), z.maximum(maxMs)),
  /** It did not happen. */
  retracted: z._default(z.boolean(), false),
  /** Key of the period; null outside of play. */
  period: z._default(z.nullable(storableText(10)), null),
  /** Seconds since the start of the period, by its clock; null if unknown. */
  atSec: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(86_400))), null),
}

/** An event of a match, as a source tells it. Which keys of periods, scores and incidents exist: see `sports`. */
export const MatchEvent = z.discriminatedUnion('type', [
  /** A period starts, with its clock at `atSec` (0 if null). After an interruption: `clock`. */
  z.object({ type: z.literal('start'), ...common }),
  /** A period ends. */
  z.object({ type: z.literal('end'), ...common }),
  /** The clock of the period is set to `atSec` and runs or stands still. */
  z.object({ type: z.literal('clock'), ...common, running: z.boolean() }),
  /** The match is over. `winner` is for decisions other than by the score. */
  z.object({ type: z.literal('final'), ...common, winner: z._default(z.nullable(Side), null) }),
  z.object({ type: z.literal('status'), ...common, status: ToldStatus, text: words }),
  /** The score of the period at this moment; without a period that of the match. */
  z.object({ type: z.literal('score'), ...common, home: count, away: count }),
  /** A score of one side; its points are added. */
  z.object({
    type: z.literal('tally'),
    ...common,
    side: Side,
    kind: storableText(30),
    /** For kinds whose points differ. */
    points: z._default(z.nullable(count), null),
    player: words,
    assist: words,
  }),
  z.object({
    type: z.literal('incident'),
    ...common,
    side: z._default(z.nullable(Side), null),
    kind: storableText(30),
    /** The player concerned; of a substitution, who leaves. */
    player: words,
    /** Of a substitution, who comes. */
    other: words,
    text: words,
  }),
])
export type MatchEvent = z.output<typeof MatchEvent>
