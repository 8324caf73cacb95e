import * as z from 'zod/mini'
import { bodyId, storableText, unixSeconds } from '../../core/fields.ts'

/** What every correction answers: its number in the audit log, by which it can be undone. */
export const Corrected = z.object({ entryId: z.int() })

/** Refusals of every correction of a title. `NothingChanged`: it is so already. */
export const titleRefusals = ['NoSuchTitle', 'NothingChanged'] as const

/** Refusals of corrections of channels. `PlaceTaken`: another channel has the name or number. */
export const channelRefusals = ['NoSuchChannel', 'NothingChanged', 'PlaceTaken'] as const

/** A name of a line, person or field. */
export const bodyName = storableText(100).check(z.minLength(1))

/** An episode by title, line and number. */
export const EpisodePlace = z.object({
  titleId: bodyId,
  source: bodyName,
  level: z.int().check(z.minimum(1), z.maximum(99_999)),
})

/** A title as operators find it, whether visitors see it or not. */
export const FoundTitle = z.object({
  id: z.int(),
  name: z.string(),
  year: z.int(),
  category: z.string(),
  published: z.boolean(),
  /** Null if it is not in the bin. */
  deletedSec: z.nullable(unixSeconds),
  /** The title that it became part of. */
  mergedInto: z.nullable(z.int()),
  lockedFields: z.array(z.string()),
})

export const categoryName = storableText(20).check(z.minLength(1))
/** The category's word in addresses. */
export const categoryWord = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/))
/** Values of a filter. */
export const categoryValues = z.array(categoryName).check(z.maxLength(60))

/** A channel as operators find it, whether visitors see it or not. */
export const FoundChannel = z.object({
  id: z.int(),
  number: z.int(),
  name: z.string(),
  group: z.string(),
  hidden: z.boolean(),
  lockedFields: z.array(z.string()),
})

/** The pictures of a title that operators choose. */
export const PictureKind = z.enum(['poster', 'backdrop', 'logo'])
