import type { AnchorItem } from '@yunmu/contract'

/** As the contract names them, which is too much to load for two words. */
export const homeAnchor = 'ALL1'
const imageAdType = 1

export const isPicture = ({ type }: Pick<AnchorItem, 'type'>): boolean => type === imageAdType

/** The advertisement of the home page: the first of its place that has something to show. */
export const homeAdOf = (list: readonly AnchorItem[]): AnchorItem | undefined =>
  list.find((ad) => ad.anchor === homeAnchor && (isPicture(ad) ? ad.img : ad.html) !== '')

/** The document of a frame: links of the advertisement open beside the page, never in its place. */
export const frameOf = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><base target="_blank"><style>html,body{margin:0;overflow:hidden;font:14px/1.5 system-ui,sans-serif}</style>${html}`
