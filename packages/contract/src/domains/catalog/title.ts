import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** A title as lists show it. Pictures are addresses relative to `image_base`; `?w=180|300|480` chooses a width. */
export const TitleCard = z.object({
  id: z.int(),
  pidId: z.int(),
  typeId: z.int(),
  typeName: z.string(),
  name: z.string(),
  img: z.string(),
  /** The wide picture. */
  backdrop: z.string(),
  /** thumbhash, base64; empty where the picture is not drawn yet. */
  thumb: z.string(),
  remarks: z.string(),
  /** 0 to 10 with one decimal; 0 means that nobody has scored yet. */
  score: z.number(),
  year: z.int(),
  area: z.string(),
  lang: z.string(),
  genres: z.array(z.string()),
  vip: z.boolean(),
  /** On the shelf for less than a week. */
  fresh: z.boolean(),
  hits: z.int(),
  updatedAt: unixSeconds,
})
export type TitleCard = z.output<typeof TitleCard>

/** What a wide picture needs beside its address. */
const wideArtwork = {
  /** Where the subject stands, 0 to 1 of the width: `object-position`. */
  focus: z.number(),
  /** The picture's own deepest colour, `#rrggbb`, for scrims. */
  ink: z.string(),
}

/** A title that fills the head of a page. */
export const Banner = z.object({
  ...TitleCard.shape,
  ...wideArtwork,
  latin: z.string(),
  intro: z.string(),
})
export type Banner = z.output<typeof Banner>

export const Episode = z.object({
  /** 1-based position within its source: the address of the episode. */
  level: z.int(),
  name: z.string(),
  /** Seconds, 0 where it is not known yet. */
  duration: z.number(),
  vip: z.boolean(),
  /** Seconds from the start where the opening ends, and where the ending begins; 0 where there is none. */
  intro: z.number(),
  outro: z.number(),
  img: z.string(),
  /** `ready` plays, `pending` is being prepared, `coming` has not aired, `broken` could not be read. */
  state: z.enum(['ready', 'pending', 'coming', 'broken']),
  airAt: z.nullable(unixSeconds),
})
export type Episode = z.output<typeof Episode>

export const Source = z.object({ id: z.int(), name: z.string(), episodes: z.array(Episode) })
export type Source = z.output<typeof Source>

export const Credit = z.object({ name: z.string(), role: z.string() })
export type Credit = z.output<typeof Credit>

/** A title in full. */
export const TitleDetail = z.object({
  ...TitleCard.shape,
  ...wideArtwork,
  latin: z.string(),
  alias: z.array(z.string()),
  directors: z.array(z.string()),
  actors: z.array(Credit),
  intro: z.string(),
  /** 连载, 完结 or 预告. */
  state: z.string(),
  /** When the next ones come, in words; empty where it is over. */
  schedule: z.string(),
  /** YYYY-MM-DD, or empty. */
  premiere: z.string(),
  totalEpisodes: z.int(),
  seasons: z.array(z.object({ id: z.int(), pidId: z.int(), name: z.string() })),
  sources: z.array(Source),
  favourite: z.boolean(),
  up: z.int(),
  upped: z.boolean(),
  scoreCount: z.int(),
  related: z.array(TitleCard),
})
export type TitleDetail = z.output<typeof TitleDetail>
