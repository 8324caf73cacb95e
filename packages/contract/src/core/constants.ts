/** Every constant of the specification's section 9 and those that the wire adds, in one place. */

/** Database ids are positive 31-bit integers. */
export const maxId = 2_147_483_647

export const searchHistoryLimit = 10
export const hotKeywordCount = 6
/** The first ranks of the hot list that are highlighted. */
export const hotKeywordHighlighted = 4

/** How long a browser may keep an answer, in seconds, by the specification's rule in minutes. */
export const cacheRuleSec = { 60: 3600, 10: 600, 5: 300, 1: 60 } as const
export const navListRule = 60
export const categoryListRule = 60
export const hotKeywordRule = 60
export const bulletinRule = 10
export const anchorListRule = 5

export const messageCount = { bulletinCheck: 1, subscribedLive: 5, list: 10, more: 50 } as const
/** What stands in its window beyond this many bulletins, the newest first, is not shown. */
export const mostBulletins = 50
export const liveListCount = 12
export const watchHistoryDropdown = 3

export const timeLabelSec = { justNow: 10, today: 24 * 3600, dayBefore: 48 * 3600 } as const

export const scrollThresholdPx = 200
export const progressBarMs = 500

/** From the wish to have an account deleted to the deed. */
export const leaveGraceDays = 30

export const vipGroupId = 3

/** The authority of who runs the station. */
export const operatorAuthority = 1

/** Whether somebody is a VIP at a moment, in Unix seconds: in the VIP group, and not past the end, if there is one. */
export const isVip = ({ groupId, userEndTime }: { groupId: number; userEndTime: number }, nowSec: number): boolean =>
  groupId === vipGroupId && (userEndTime === 0 || userEndTime > nowSec)
export const plansPerRow = 3
/** Prices travel in hundredths. */
export const priceUnit = 100
export const paymentMethod = { confirmFirst: [1, 2], qrPanel: 4 } as const

export const scriptValues = ['t', 's'] as const
/** `t` traditional, `s` simplified Chinese. */
export type Script = (typeof scriptValues)[number]
export const themeValues = ['w', 'b'] as const
/** `w` light, `b` dark. */
export type Theme = (typeof themeValues)[number]

/** The category that never shows by itself. */
export const hiddenTypeEn = 'chengren'
/** Top categories whose titles are `tv` in watch records: 电视剧 and 短剧. */
export const tvPidIds = [1, 6] as const

/** Whether a word is a day of this century, written YYYY-MM-DD. */
export function isCalendarDay(word: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(word)) return false
  const midnight = new Date(`${word}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(word)
}

/** The words that stand for "no filter" in browse addresses and list calls. */
export const anyWord = {
  area: '全部地区',
  year: '全部年份',
  genre: '全部',
  letter: '全部',
  vip: '全部',
  order: '最新',
} as const

/** Seconds between two words of a player that plays a channel. */
export const watchEverySec = 30

/** Channels that one call may ask the guide of. */
export const mostGuideChannels = 60

/** How many channels one person may follow. */
export const mostFollows = 500

/** Totals are counted up to here; what is more reads 999+. */
export const totalCap = 1000
/** Pages deeper than this are empty. */
export const deepestPage = 500

/** Time signature: `t` is floored to this, and accepted within the tolerance. */
export const signatureStepSec = 300
export const signatureToleranceSec = 600
