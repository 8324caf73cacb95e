import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { wordSegment } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** A title that a person took part in. */
export const PersonWork = z.object({
  title: TitleCard,
  directed: z.boolean(),
  acted: z.boolean(),
  /** As in the credits, such as 饰 陆见川; empty if unknown. */
  role: z.string(),
})
export type PersonWork = z.output<typeof PersonWork>

/** A person with the visible works, the newest first, at most `maxPersonWorks`. */
export const personDetail = defineCall({
  name: 'personDetail',
  summary: 'A person with the works',
  method: 'GET',
  path: '/v1/pub/person/:name',
  caller: 'visitor',
  send: z.object({ name: wordSegment }),
  reply: z.object({
    name: z.string(),
    /** In pinyin, upper case; empty if the name is not Chinese. */
    latin: z.string(),
    /** Wide picture, relative to `image_base`. */
    portrait: z.string(),
    works: z.array(PersonWork),
    /** People with whom at least two works are shared, the most frequent first. */
    coworkers: z.array(z.object({ name: z.string(), isDirector: z.boolean(), count: z.int() })),
  }),
  refusals: ['NoSuchPerson'],
})
