import * as z from 'zod/mini'
import { TitleCard } from '../catalog/title.ts'
import { Channel } from '../live/channel.ts'
import { Competition } from '../matches/competition.ts'
import { Match } from '../matches/match.ts'
import { Team } from '../matches/team.ts'
import { searchQuery } from './search-query.ts'

/** A query in a segment or a body, normalized; refused if empty. */
export const querySegment = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(1000)),
    z.transform((text: string) => searchQuery(text)),
  ),
  z.string().check(z.minLength(1)),
)

/**
 * Matched ranges of a displayed text: pairs of start and end (exclusive) in code points, valid in either script. Pinyin
 * and initials mark the characters they stand for.
 */
export const Marks = z.array(z.tuple([z.int(), z.int()]))
export type Marks = z.output<typeof Marks>

/** Match other than the title's name. */
export const FoundBy = z.object({ kind: z.enum(['alias', 'person']), text: z.string(), marks: Marks })
export type FoundBy = z.output<typeof FoundBy>

/** A found title. Marks are those of its name, and empty if it was found `by` something else. */
export const TitleHit = z.object({
  kind: z.literal('vod'),
  title: TitleCard,
  marks: Marks,
  by: z.nullable(FoundBy),
})
export type TitleHit = z.output<typeof TitleHit>

/** Match other than the channel's name: another name, its number, or the current programme. */
export const ChannelFoundBy = z.object({
  kind: z.enum(['alias', 'number', 'programme']),
  text: z.string(),
  marks: Marks,
})
export type ChannelFoundBy = z.output<typeof ChannelFoundBy>

/** A found channel. Marks are those of its name, and empty if it was found `by` something else. */
export const LiveHit = z.object({
  kind: z.literal('live'),
  channel: Channel,
  marks: Marks,
  by: z.nullable(ChannelFoundBy),
})
export type LiveHit = z.output<typeof LiveHit>

/** A found team. Marks are those of its name, and empty if it was found by its short name. */
export const TeamHit = z.object({ kind: z.literal('team'), team: Team, marks: Marks })
export type TeamHit = z.output<typeof TeamHit>

/** A found competition, as `TeamHit`. */
export const CompetitionHit = z.object({ kind: z.literal('competition'), competition: Competition, marks: Marks })
export type CompetitionHit = z.output<typeof CompetitionHit>

/** A match of what was found, or of both teams that the query names. */
export const MatchHit = z.object({ kind: z.literal('match'), match: Match })
export type MatchHit = z.output<typeof MatchHit>

/** What is found of sports: teams and competitions by their names, then their matches. */
export const SportsHit = z.discriminatedUnion('kind', [TeamHit, CompetitionHit, MatchHit])
export type SportsHit = z.output<typeof SportsHit>

/** A search result. `subscribed` and `followed` in it are false: results are the same for everybody. */
export const SearchHit = z.discriminatedUnion('kind', [TitleHit, LiveHit, TeamHit, CompetitionHit, MatchHit])
export type SearchHit = z.output<typeof SearchHit>

/** `remark` is shown at the right end, such as 电影 2024, 演员 or 频道. */
const suggested = { text: z.string(), marks: Marks, remark: z.string() }

/**
 * A suggestion. `title` and `alias` link to a title by `id` and `pidId`. A `person` links to the person's page;
 * `id` and `pidId` are 0. A `channel` links to the channel's page, a `team`, `competition` or `match` to its own by `id`.
 */
export const Suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['title', 'alias', 'person']), ...suggested, id: z.int(), pidId: z.int() }),
  z.object({
    kind: z.literal('channel'),
    ...suggested,
    channel: z.pick(Channel, { id: true, types: true, group: true, overseas: true }),
  }),
  z.object({ kind: z.enum(['team', 'competition', 'match']), ...suggested, id: z.int() }),
])
export type Suggestion = z.output<typeof Suggestion>
