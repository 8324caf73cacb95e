/** Constants of the specification's section 9, and further ones of the wire format. */

/** Database ids are positive 31-bit integers. */
export const maxId = 2_147_483_647

export const searchHistoryLimit = 10
export const hotKeywordCount = 6
/** The first ranks of the hot list that are highlighted. */
export const hotKeywordHighlighted = 4

/** Cache lifetime of a reply in the browser in seconds, by the specification's rule in minutes. */
export const cacheRuleSec = { 60: 3600, 10: 600, 5: 300, 1: 60 } as const
export const navListRule = 60
export const categoryListRule = 60
export const hotKeywordRule = 60
export const bulletinRule = 10
export const anchorListRule = 5

export const messageCount = { bulletinCheck: 1, subscribedLive: 5, list: 10, more: 50 } as const
/** Maximum number of current bulletins, newest first. */
export const maxBulletins = 50
export const liveListCount = 12
export const watchHistoryDropdown = 3

export const timeLabelSec = { justNow: 10, today: 24 * 3600, dayBefore: 48 * 3600 } as const

export const scrollThresholdPx = 200
export const progressBarMs = 500

/** Days between the request to delete an account and its deletion. */
export const deletionGraceDays = 30

export const vipGroupId = 3

/** Authority of operators. */
export const operatorAuthority = 1

/** Whether a user is a VIP at a time in Unix seconds: in the VIP group, and the membership has not ended. */
export const isVip = ({ groupId, userEndTime }: { groupId: number; userEndTime: number }, nowSec: number): boolean =>
  groupId === vipGroupId && (userEndTime === 0 || userEndTime > nowSec)
export const plansPerRow = 3
/** Prices are in hundredths. */
export const priceUnit = 100
export const paymentMethod = { confirmFirst: [1, 2], qrPanel: 4 } as const

/** Slot of the home page's advertisement. */
export const homeAnchor = 'ALL1'
/** Requests all slots. */
export const anySlot = 'a'
/** Type of picture advertisements. All others are raw HTML. */
export const imageAdType = 1

export const scriptValues = ['t', 's'] as const
/** `t` traditional, `s` simplified Chinese. */
export type Script = (typeof scriptValues)[number]
export const themeValues = ['w', 'b'] as const
/** `w` light, `b` dark. */
export type Theme = (typeof themeValues)[number]

/** The code that ends minors' mode. */
export const minorsCode = /^\d{6}$/
export const minorsCodeLength = 6

/** Category that is hidden by default. */
export const hiddenTypeEn = 'chengren'
/** Top categories whose titles are `tv` in watch records: 电视剧 and 短剧. */
export const tvPidIds = [1, 6] as const

/** Whether a text is a date of this century, YYYY-MM-DD. */
export function isCalendarDay(word: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(word)) return false
  const midnight = new Date(`${word}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(word)
}

/**
 * Why a request was redirected to the home page: its address means nothing, matches are off (`live_live`), or it is a page of
 * the user area without a login.
 */
export type HomeReason = 'unknownAddress' | 'matchesOff' | 'loginNeeded'

/**
 * Cookie on redirects to the home page, which then shows the reason and removes it: without a query in its address, and
 * without another page in the cache.
 */
export const homeReasonCookie = 'reason'

/** @param address the requested page, to which a login leads back; percent-encoded in the cookie */
export function homeReasonSetCookie(reason: HomeReason, address = ''): string {
  const value = address === '' ? reason : `${reason}:${encodeURIComponent(address)}`
  return `${homeReasonCookie}=${value}; Path=/; Max-Age=60; SameSite=Lax`
}

/** Values for "no filter" in browse addresses and list calls. */
export const anyValue = {
  area: '全部地区',
  year: '全部年份',
  genre: '全部',
  letter: '全部',
  vip: '全部',
  order: '最新',
} as const

/** Interval in seconds of a channel player's watch reports. */
export const watchIntervalSec = 30

/** Maximum number of channels per guide call. */
export const maxGuideChannels = 60

/** Maximum number of works on a person's page. */
export const maxPersonWorks = 200

/** Maximum number of followed channels per user. */
export const maxFollows = 500

/** Maximum number of followed titles, and of programmes to be reminded of, per user. */
export const maxReminders = 200

/** Maximum number of subscribed matches that are not over, per user. */
export const maxMatchSubs = 200
/** Maximum number of followed teams and competitions per user. */
export const maxSportsFollows = 200
/** The streams of a match open this long before its start. */
export const matchOpenBeforeSec = 600

/** Id of 稍后看 among a user's lists of titles. */
export const laterListId = 0
/** Maximum number of own lists per user, besides 稍后看. */
export const maxTitleLists = 20
/** Maximum number of titles in a list. */
export const maxListTitles = 500
/** Characters. */
export const maxListNameLength = 20

/** Totals are counted up to this; larger ones are shown as 999+. */
export const totalCap = 1000
/** Later pages are empty. */
export const maxPage = 500

/** Time signature: `t` is floored to this, and accepted within the tolerance. */
export const signatureStepSec = 300
export const signatureToleranceSec = 600

/** How the streams that an account plays at once are counted. */
export const streamBounds = {
  /** How often a player reports that it plays. */
  staySec: 25,
  /** After so long without a report a stream is over: a browser that crashed frees its place. */
  lifetimeSec: 75,
} as const

/** Levels of trailers and extras begin here: above those of all episodes, which may be days such as 20240501. */
export const firstExtraLevel = 2_000_000_001
