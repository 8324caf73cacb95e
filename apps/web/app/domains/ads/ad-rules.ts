import type { AnchorItem } from '@yunmu/contract'
import { homeAnchor, imageAdType } from '@yunmu/contract/constants'

export const isPicture = ({ type }: Pick<AnchorItem, 'type'>): boolean => type === imageAdType

/** The home page's advertisement: the first one of its slot with content. */
export const homeAdOf = (list: readonly AnchorItem[]): AnchorItem | undefined =>
  list.find((ad) => ad.anchor === homeAnchor && (isPicture(ad) ? ad.img : ad.html) !== '')

/** HTML document of the frame. `<base target="_blank">` makes links open in a new tab. */
export const frameDocument = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><base target="_blank"><style>html,body{margin:0;overflow:hidden;font:14px/1.5 system-ui,sans-serif}</style>${html}`
