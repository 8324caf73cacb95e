import * as z from 'zod/mini'
import { TitleCard } from '../catalog/title.ts'
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
export const SearchHit = z.object({
  kind: z.literal('vod'),
  title: TitleCard,
  marks: Marks,
  by: z.nullable(FoundBy),
})
export type SearchHit = z.output<typeof SearchHit>

/**
 * A line of the search box. `title` and `alias` lead to a title: `id` and `pidId` say which. A `person` leads to the
 * search for its text; its `id` and `pidId` are 0. The remark is what stands on the right, such as 电影 2024 or 演员.
 */
export const Suggestion = z.object({
  kind: z.enum(['title', 'alias', 'person']),
  text: z.string(),
  marks: Marks,
  remark: z.string(),
  id: z.int(),
  pidId: z.int(),
})
export type Suggestion = z.output<typeof Suggestion>
