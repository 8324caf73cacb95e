import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { segmentId } from '../../core/fields.ts'
import { Category } from './category.ts'
import { HomeRow } from './index-vod-data.ts'
import { RankedTitle } from './rank.ts'
import { Banner } from './title.ts'

/** Content of a category page: banners, a row per child or genre, ranking. */
export const indexVodDataById = defineCall({
  name: 'indexVodDataById',
  summary: 'The page of one category',
  method: 'GET',
  path: '/v1/pub/index/vod/data/:id',
  caller: 'visitor',
  send: z.object({ id: segmentId }),
  reply: z.object({ category: Category, banners: z.array(Banner), rows: z.array(HomeRow), rank: z.array(RankedTitle) }),
  refusals: ['NoSuchCategory'],
})
