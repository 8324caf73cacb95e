import * as z from 'zod/mini'
import { TitleCard } from '../catalog/title.ts'
import { Channel } from '../live/channel.ts'
import { searchQuery } from './search-query.ts'

/** A query in a segment or a body: cleaned, refused where nothing is left. */
export const querySegment = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(1000)),
    z.transform((text: string) => searchQuery(text)),
  ),
  z.string().check(z.minLength(1)),
)

/**
 * What of a shown text matched: pairs of first character and the one after the last, in characters (code points, as
 * `[...text]` counts them), so that they hold in either script. Pinyin and initials mark the characters they stand for.
 */
export const Marks = z.array(z.tuple([z.int(), z.int()]))
export type Marks = z.output<typeof Marks>

/** What was found otherwise than by the name of a title. */
export const FoundBy = z.object({ kind: z.enum(['alias', 'person']), text: z.string(), marks: Marks })
export type FoundBy = z.output<typeof FoundBy>

/** A title that was found. Marks are those of its name, and empty where it was found `by` something else. */
export const TitleHit = z.object({
  kind: z.literal('vod'),
  title: TitleCard,
  marks: Marks,
  by: z.nullable(FoundBy),
})
export type TitleHit = z.output<typeof TitleHit>

/** What of a channel matched in the place of its name: another name, its number, or the name of the programme that is on. */
export const ChannelFoundBy = z.object({
  kind: z.enum(['alias', 'number', 'programme']),
  text: z.string(),
  marks: Marks,
})
export type ChannelFoundBy = z.output<typeof ChannelFoundBy>

/** A channel that was found. Marks are those of its name, and empty where it was found `by` something else. */
export const LiveHit = z.object({
  kind: z.literal('live'),
  channel: Channel,
  marks: Marks,
  by: z.nullable(ChannelFoundBy),
})
export type LiveHit = z.output<typeof LiveHit>

/** What was found. */
export const SearchHit = z.discriminatedUnion('kind', [TitleHit, LiveHit])
export type SearchHit = z.output<typeof SearchHit>

/** The remark is what stands on the right, such as 电影 2024, 演员 or 频道. */
const suggested = { text: z.string(), marks: Marks, remark: z.string() }

/**
 * A line of the search box. `title` and `alias` lead to a title: `id` and `pidId` say which. A `person` leads to the
 * search for its text; its `id` and `pidId` are 0. A `channel` leads to the channel's own page, whatever of it matched.
 */
export const Suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['title', 'alias', 'person']), ...suggested, id: z.int(), pidId: z.int() }),
  z.object({
    kind: z.literal('channel'),
    ...suggested,
    channel: z.pick(Channel, { id: true, types: true, group: true, overseas: true }),
  }),
])
export type Suggestion = z.output<typeof Suggestion>
