import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { TitleCard } from './title.ts'

/** A row of the home page: the newest titles of one category. */
export const HomeRow = z.object({
  id: z.int(),
  name: z.string(),
  typeEn: z.string(),
  /** Genres that the row can be filtered by. */
  genres: z.array(z.string()),
  list: z.array(TitleCard),
})
export type HomeRow = z.output<typeof HomeRow>

/** Rows of the home page, one per category with titles. */
export const indexVodData = defineCall({
  name: 'indexVodData',
  summary: 'The title rows of the home page',
  method: 'GET',
  path: '/v1/pub/index/vod/data',
  caller: 'visitor',
  send: z.object({}),
  reply: z.object({
    rows: z.array(HomeRow),
    /** The home page's feature card; null if the station has no titles. */
    plate: z.nullable(
      z.object({ kicker: z.string(), head: z.array(z.string()), line: z.string(), href: z.string(), img: z.string() }),
    ),
  }),
  refusals: [],
})
