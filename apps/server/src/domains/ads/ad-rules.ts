import { imageAdType, type AdPlatform } from '@yunmu/contract'
import { isLink } from '@yunmu/urls'
import type { Ad } from './ads-store.ts'

/** An advertisement as entered by the operator. */
export interface AdInput {
  /** Name of its place on the pages. */
  anchor: string
  platform: AdPlatform | null
  /** Address that the picture links to; empty for no link. */
  uri: string
  /** The picture, or null for raw HTML. */
  img: string | null
  html: string | null
}

/** Why an advertisement is invalid. */
export type AdRefusal = 'AnchorInvalid' | 'NothingToShow' | 'HtmlTooLong' | 'UriInvalid'

/** Any other type than a picture's means raw HTML; this is the one that we send. */
const htmlAdType = 2
const maxHtmlLength = 20_000

/** Validates an advertisement: a picture with a link, or HTML. */
export function parseAd({ anchor, platform, uri, img, html }: AdInput): Omit<Ad, 'id'> | AdRefusal {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,19}$/.test(anchor)) return 'AnchorInvalid'
  if ((img === null) === (html === null) || html?.trim() === '') return 'NothingToShow'
  if (html !== null && html.length > maxHtmlLength) return 'HtmlTooLong'
  if (uri !== '' && !isLink(uri)) return 'UriInvalid'
  const common = { anchor, platform, uri: img === null ? '' : uri }
  if (img !== null) return { ...common, type: imageAdType, img, html: '' }
  return { ...common, type: htmlAdType, img: '', html: html ?? '' }
}
