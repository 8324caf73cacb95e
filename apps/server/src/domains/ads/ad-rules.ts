import { adAnchors, imageAdType, type AdPlatform } from '@yunmu/contract'
import { isLink } from '@yunmu/urls'
import type { Ad } from './ads-store.ts'

/** An advertisement as entered by the operator: exactly one of picture, HTML, text, video and VAST tag. */
export interface AdInput {
  /** Name of its place on the pages. */
  anchor: string
  platform: AdPlatform | null
  /** Address that the picture, text or video links to; empty for no link. */
  uri: string
  /** The picture, or null. */
  img: string | null
  html: string | null
  /** A line of text. */
  words?: string | null
  /** Address of a stored video. */
  video?: string | null
  /** Address of a VAST document. */
  tag?: string | null
  /** What the operator calls it. */
  name?: string
  /** Unix seconds; null is not limited. */
  startsAt?: number | null
  endsAt?: number | null
  /** 1 to 1000; default 1. */
  weight?: number
  /** Ids of top-level categories; empty for everywhere. */
  categories?: readonly number[]
  /** How often a visitor sees it a day; 0 for no limit. */
  dailyCap?: number
  /** Length of a video. */
  seconds?: number
  skipAfterSec?: number
}

/** Why an advertisement is invalid. */
export type AdRefusal =
  | 'AnchorInvalid'
  | 'NothingToShow'
  | 'HtmlTooLong'
  | 'WordsTooLong'
  | 'UriInvalid'
  | 'TagInvalid'
  | 'SlotUnfit'
  | 'TimesInvalid'
  | 'NumberInvalid'

/** Any other type than a picture's means raw HTML to clients of `indexAnchorCheck`; this is the one that we send. */
const htmlAdType = 2
const videoAdType = 3
export const vastAdType = 4
const textAdType = 5

const maxHtmlLength = 20_000
const maxWordsLength = 40
/** Nobody waits longer for a film. */
export const maxVideoSec = 120

/** Validates an advertisement. */
export function parseAd(input: AdInput): Omit<Ad, 'id'> | AdRefusal {
  const { anchor, platform, uri, img, html, words = null, video = null, tag = null } = input
  if (!/^[A-Za-z][A-Za-z0-9_]{0,19}$/.test(anchor)) return 'AnchorInvalid'
  const contents = [img, html, words, video, tag].filter((content) => content !== null)
  if (contents.length !== 1 || contents[0]?.trim() === '') return 'NothingToShow'
  if (html !== null && html.length > maxHtmlLength) return 'HtmlTooLong'
  if (words !== null && words.length > maxWordsLength) return 'WordsTooLong'
  if (uri !== '' && !isLink(uri)) return 'UriInvalid'
  if (tag !== null && !/^https?:\/\/[^\s]{3,2000}$/.test(tag)) return 'TagInvalid'
  if ((anchor === adAnchors.beforeFilm) !== (video !== null || tag !== null)) return 'SlotUnfit'
  if ((anchor === adAnchors.text) !== (words !== null)) return 'SlotUnfit'
  const plan = parsePlan(input)
  if (typeof plan === 'string') return plan
  return {
    ...plan,
    anchor,
    platform,
    uri: html === null && tag === null ? uri : '',
    type: typeOf(input),
    img: img ?? '',
    html: html ?? '',
    words: words?.trim() ?? '',
    source: video ?? tag ?? '',
  }
}

function typeOf({ img, html, video = null, tag = null }: AdInput): number {
  if (img !== null) return imageAdType
  if (html !== null) return htmlAdType
  if (video !== null) return videoAdType
  return tag === null ? textAdType : vastAdType
}

const isWholeBetween = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to

/** When and how often it is shown. */
function parsePlan({
  name = '',
  startsAt = null,
  endsAt = null,
  weight = 1,
  categories = [],
  dailyCap = 0,
  seconds = 15,
  skipAfterSec = 5,
}: AdInput) {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) return 'TimesInvalid'
  const areValid =
    isWholeBetween(weight, 1, 1000) &&
    isWholeBetween(dailyCap, 0, 1000) &&
    isWholeBetween(seconds, 1, maxVideoSec) &&
    isWholeBetween(skipAfterSec, 0, maxVideoSec)
  if (!areValid) return 'NumberInvalid'
  return { name, startsAt, endsAt, weight, categories: [...new Set(categories)], dailyCap, seconds, skipAfterSec }
}
