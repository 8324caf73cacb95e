import * as z from 'zod/mini'

/** The pages that an entry can be for: the specification's route names, and those of the pages that it has no name for. */
export const seoPages = [
  'Index',
  'Tabs',
  'Nav',
  'Details',
  'Vod',
  'Live',
  'Guide',
  'Match',
  'Rank',
  'Update',
  'Search',
  'Vip',
  'Download',
  'Ads',
  'PassWord',
  'UserInfo',
  'UserBack',
  'UserFavorite',
  'UserAccess',
  'UserComment',
  'UserSub',
] as const
export type SeoPage = (typeof seoPages)[number]

/** What `{…}` may stand for in an entry. A page that has no such word leaves the place empty. */
export const seoWords = ['site', 'name', 'type', 'year', 'area', 'genre', 'episode', 'q', 'page'] as const
export type SeoWord = (typeof seoWords)[number]

/** What the operator says of one kind of page. A text that is empty is left to the page. */
export const SeoEntry = z.object({
  page: z.enum(seoPages),
  seo_title: z.string(),
  seo_keywords: z.string(),
  seo_description: z.string(),
})
export type SeoEntry = z.output<typeof SeoEntry>
