import * as z from 'zod/mini'

/** Names of pages: the specification's route names, and further ones. */
export const seoPages = [
  'Index',
  'Tabs',
  'Nav',
  'Details',
  'Vod',
  'Live',
  'Person',
  'Guide',
  'Match',
  'Competition',
  'Team',
  'Rank',
  'Update',
  'Search',
  'Vip',
  'Download',
  'Ads',
  'Legal',
  'PassWord',
  'UserInfo',
  'UserBack',
  'UserFavorite',
  'UserList',
  'UserRemind',
  'UserAccess',
  'UserComment',
  'UserSub',
  'UserOrder',
] as const
export type SeoPage = (typeof seoPages)[number]

/** Placeholders `{…}` in an entry. Placeholders that a page does not have become empty. */
export const seoPlaceholders = ['site', 'name', 'type', 'year', 'area', 'genre', 'episode', 'q', 'page'] as const
export type SeoPlaceholder = (typeof seoPlaceholders)[number]

/** The operator's metadata of one kind of page. Empty texts use the page's own. */
export const SeoEntry = z.object({
  page: z.enum(seoPages),
  seo_title: z.string(),
  seo_keywords: z.string(),
  seo_description: z.string(),
})
export type SeoEntry = z.output<typeof SeoEntry>
