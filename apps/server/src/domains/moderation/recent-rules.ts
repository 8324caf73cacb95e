import type { CommentKind, TextKind } from '@yunmu/contract'
import { foldText, plainForm } from './fold-text.ts'

/** What somebody said a moment ago. */
export interface RecentText {
  /** Whether it is the text that is looked at now. */
  same: boolean
  atMs: number
}

/** How many texts a purse takes in a span of time. */
interface Rate {
  max: number
  perMs: number
}

const minuteMs = 60_000

/** How fast texts may come: of one person, from one address, from its network. Schools and offices share addresses. */
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

/** What is older counts for nothing. */
export const recentRetentionMs = 24 * 3600_000
/** Among so many of the last texts of a person none is the same. */
const distinctTexts = 15
const repeatMs = 3 * minuteMs
/** How many of a person's texts are looked at: as many as can be said in that time. */
export const maxRecentTexts = 50

/** 哈哈哈 and 666 are what danmaku are for: the same again belongs to the next scene, and 打卡 to the next title. */
const shortText = { letters: 6, repeatMs: 30_000 } as const

const isShort = (key: string): boolean => [...key].length <= shortText.letters

/** What a text is known again by: the folded one, runs of a letter cut to two; what has no letters as it is written. */
export function repeatKey(text: string): string {
  const letters = foldText(text).letters.join('')
  return (letters === '' ? plainForm(text).replace(/\s+/gu, '') : letters).replace(/(.)\1{2,}/gu, '$1$1')
}

/** The same for what is the same text: a short comment is another under another title. */
export const textIdentity = (kind: TextKind, key: string, place: { kind: CommentKind; id: number }): string =>
  kind === 'comment' && isShort(key) ? `${key} ${place.kind} ${place.id}` : key

/**
 * Whether a person said this a moment ago. What others say is no matter: a hall laughs together.
 * @param key as of `repeatKey`
 * @param recent the person's last texts of this kind, the newest first
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
