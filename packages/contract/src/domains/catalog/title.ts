import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** A title in lists. Picture addresses are relative to `image_base`; `?w=180|300|480` selects a width. */
export const TitleCard = z.object({
  id: z.int(),
  pidId: z.int(),
  typeId: z.int(),
  typeName: z.string(),
  name: z.string(),
  img: z.string(),
  /** The wide picture. */
  backdrop: z.string(),
  /** thumbhash in base64; empty if the picture has not been processed yet. */
  thumb: z.string(),
  remarks: z.string(),
  /** 0 to 10 with one decimal; 0 if there are no scores. */
  score: z.number(),
  year: z.int(),
  area: z.string(),
  lang: z.string(),
  genres: z.array(z.string()),
  vip: z.boolean(),
  /** Plays with a password only. */
  locked: z.boolean(),
  /** Published less than a week ago. */
  fresh: z.boolean(),
  hits: z.int(),
  updatedAt: unixSeconds,
})
export type TitleCard = z.output<typeof TitleCard>

/** Additional data of a wide picture. */
const wideArtwork = {
  /** Horizontal position of the subject, 0 to 1, for `object-position`. */
  focus: z.number(),
  /** The picture's darkest dominant colour, `#rrggbb`, for gradients over it. */
  ink: z.string(),
}

/** A title in the hero. */
export const Banner = z.object({
  ...TitleCard.shape,
  ...wideArtwork,
  latin: z.string(),
  intro: z.string(),
  /** 0 if unknown, 1 for films. */
  totalEpisodes: z.int(),
})
export type Banner = z.output<typeof Banner>

export const Episode = z.object({
  /** 1-based position in its source, used in addresses. */
  level: z.int(),
  name: z.string(),
  /** Seconds; 0 if unknown. */
  duration: z.number(),
  vip: z.boolean(),
  /** End of the opening, and start of the ending, in seconds from the start; 0 if there is none. */
  intro: z.number(),
  outro: z.number(),
  img: z.string(),
  /** `ready`: playable; `pending`: being prepared; `coming`: not aired; `broken`: unreadable. */
  state: z.enum(['ready', 'pending', 'coming', 'broken']),
  airAt: z.nullable(unixSeconds),
})
export type Episode = z.output<typeof Episode>

export const Source = z.object({
  id: z.int(),
  name: z.string(),
  /** Plays with a password of its own only. */
  locked: z.boolean(),
  episodes: z.array(Episode),
})
export type Source = z.output<typeof Source>

export const Credit = z.object({ name: z.string(), role: z.string() })
export type Credit = z.output<typeof Credit>

/** All details of a title. */
export const TitleDetail = z.object({
  ...TitleCard.shape,
  ...wideArtwork,
  latin: z.string(),
  /** The title's logo, shown in place of its name; empty for none. Relative to `image_base`. */
  logo: z.string(),
  alias: z.array(z.string()),
  directors: z.array(z.string()),
  actors: z.array(Credit),
  /** Addresses of drawn faces, first of the directors, then of the actors; relative to `image_base`. */
  faces: z.array(z.string()),
  intro: z.string(),
  /** 连载, 完结 or 预告. */
  state: z.string(),
  /** Release schedule as text; empty if the series has ended. */
  schedule: z.string(),
  /** YYYY-MM-DD, or empty. */
  premiere: z.string(),
  totalEpisodes: z.int(),
  seasons: z.array(z.object({ id: z.int(), pidId: z.int(), name: z.string() })),
  sources: z.array(Source),
  /** Trailers and extras: played like a source, and no episodes; null if there are none. Their levels begin at 2,000,000,001. */
  extras: z.nullable(Source),
  favourite: z.boolean(),
  up: z.int(),
  upped: z.boolean(),
  scoreCount: z.int(),
  related: z.array(TitleCard),
})
export type TitleDetail = z.output<typeof TitleDetail>
