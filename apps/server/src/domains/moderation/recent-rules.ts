import type { CommentKind, TextKind } from '@yunmu/contract'
import { foldText, plainForm } from './fold-text.ts'

/** A recent text of the same user. */
export interface RecentText {
  /** Whether it is the same as the reviewed text. */
  same: boolean
  atMs: number
}

/** Maximum number of texts in a time span. */
interface Rate {
  max: number
  perMs: number
}

const minuteMs = 60_000

/** Rates per user, address and network. Schools and offices share addresses. */
export const textRates: Readonly<Record<TextKind, Readonly<Record<'user' | 'address' | 'network', Rate>>>> = {
  comment: {
    user: { max: 20, perMs: 10 * minuteMs },
    address: { max: 60, perMs: 10 * minuteMs },
    network: { max: 200, perMs: 10 * minuteMs },
  },
  danmaku: {
    user: { max: 15, perMs: minuteMs },
    address: { max: 120, perMs: minuteMs },
    network: { max: 600, perMs: minuteMs },
  },
}

/** Older texts are not considered. */
export const recentRetentionMs = 24 * 3600_000
/** The last texts of a user that must all differ. */
const distinctTexts = 15
const repeatMs = 3 * minuteMs
/** How many of a user's texts are compared: as many as the rates allow in that time. */
export const maxRecentTexts = 50

/** 哈哈哈 and 666 are normal danmaku: repeating one is allowed after a short time, and 打卡 at another title. */
const shortText = { letters: 6, repeatMs: 30_000 } as const

const isShort = (key: string): boolean => [...key].length <= shortText.letters

/**
 * The key that identifies repeated texts: folded, with runs of a letter cut to two; a text without letters as written.
 */
export function repeatKey(text: string): string {
  const letters = foldText(text).letters.join('')
  return (letters === '' ? plainForm(text).replace(/\s+/gu, '') : letters).replace(/(.)\1{2,}/gu, '$1$1')
}

/** What makes two texts the same: a short comment may be repeated at another title. */
export const textIdentity = (kind: TextKind, key: string, place: { kind: CommentKind; id: number }): string =>
  kind === 'comment' && isShort(key) ? `${key} ${place.kind} ${place.id}` : key

/**
 * Whether the user wrote this text recently. Texts of other users do not count, because many viewers react alike.
 * @param key as of `repeatKey`
 * @param recent the user's last texts of this kind, newest first
 */
export function isRepeated(kind: TextKind, key: string, recent: readonly RecentText[], nowMs: number): boolean {
  const isShortDanmaku = kind === 'danmaku' && isShort(key)
  return recent.some(({ same, atMs }, place) => {
    if (!same) return false
    const agoMs = nowMs - atMs
    if (isShortDanmaku) return agoMs < shortText.repeatMs
    return agoMs < repeatMs || (place < distinctTexts && agoMs < recentRetentionMs)
  })
}
