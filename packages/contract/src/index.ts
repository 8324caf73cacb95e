export { calls, callsByDomain } from './calls.ts'
export * from './core/constants.ts'
export {
  defineCall,
  type Call,
  type Caller,
  type RefusalOf,
  type ReplyOf,
  type Schema,
  type SendOf,
} from './core/define-call.ts'
export type { CallOutcome, MakeCall, PageContext } from './core/page.ts'
export { refusalOf, refusals, replyCode, sentenceOf, type RefusalName, type ReplyCode } from './core/refusals.ts'
export type { Category } from './domains/catalog/category.ts'
export { commonHits } from './domains/catalog/common-hits.ts'
export { indexBanners } from './domains/catalog/index-banners.ts'
export { indexVodDataById } from './domains/catalog/index-vod-data-by-id.ts'
export { indexVodDataList } from './domains/catalog/index-vod-data-list.ts'
export { indexVodDataRank } from './domains/catalog/index-vod-data-rank.ts'
export { indexVodDataTest } from './domains/catalog/index-vod-data-test.ts'
export { indexVodData, type HomeRow } from './domains/catalog/index-vod-data.ts'
export { ListOrder } from './domains/catalog/list-order.ts'
export { Period, type RankedTitle } from './domains/catalog/rank.ts'
export type { Banner, Credit, Episode, Source, TitleCard, TitleDetail } from './domains/catalog/title.ts'
export { vodDetail } from './domains/catalog/vod-detail.ts'
export { vodListType } from './domains/catalog/vod-list-type.ts'
export { vodList } from './domains/catalog/vod-list.ts'
export { vodNewest } from './domains/catalog/vod-newest.ts'
export { vodRandom } from './domains/catalog/vod-random.ts'
export { playToken, type Quality } from './domains/media/play-token.ts'
export { indexData, type SiteData } from './domains/site/index-data.ts'
export { indexNavs, type NavItem } from './domains/site/index-navs.ts'
