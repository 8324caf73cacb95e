import { isVipDanmaku, roomName, type Danmaku, type danmakuSend, type RefusalOf } from '@yunmu/contract'
import { danmakuSent } from './danmaku-events.ts'
import type { DanmakuParts, ModerationVerdict } from './danmaku-needs.ts'
import {
  dailyCap,
  dayStartMs,
  isValidLength,
  pauseSec,
  poolOf,
  spanOfTimeline,
  weightOf,
  type DanmakuStyle,
  type Pool,
} from './danmaku-rules.ts'
import type { SendRate } from './danmaku-store.ts'

/** A danmaku as submitted, and its sender. */
export interface DanmakuInput extends Pool, DanmakuStyle {
  /** Milliseconds in the pool. */
  atMs: number
  text: string
  sender: { userId: number; vip: boolean; address: string }
}

export type SendRefusal = RefusalOf<typeof danmakuSend>

/** Why a danmaku was not sent, and after how many seconds it may be tried again. */
export interface SendFailure {
  refused: SendRefusal
  retryAfterSec?: number
}

const toSendFailure = (verdict: Extract<ModerationVerdict, { refused: string }>): SendFailure =>
  verdict.refused === 'TooSoon' ? { ...verdict, refused: 'DanmakuTooSoon' } : { ...verdict, refused: verdict.refused }

/**
 * Stores a danmaku and announces it to the room. A held one is returned like a shown one but not announced. Cheap
 * checks come first; the review is last but one, because it counts the text in the sender's rate.
 */
export async function sendDanmaku(parts: DanmakuParts, input: DanmakuInput): Promise<Danmaku | SendFailure> {
  const { store, subjects, clock, events, authorMark } = parts
  const nowMs = clock.nowMs()
  const { atMs, mode, color, size, sender } = input
  const pool = poolOf(input, subjects)
  if (!isValidLength(parts.clean(input.text)) || /[\r\n]/.test(input.text.trim())) return { refused: 'DanmakuInvalid' }
  if (!sender.vip && isVipDanmaku(input)) return { refused: 'DanmakuForVip' }
  const timeline = await subjects.timelineOf(pool, nowMs)
  if (typeof timeline === 'string') return { refused: timeline }
  const span = spanOfTimeline(timeline, nowMs)
  if (atMs < span.fromMs || atMs > span.toMs) return { refused: 'DanmakuMoment' }
  const checkRate = createRateCheck(sender.vip)
  const rateFailure = checkRate(await store.sendRate(sender.userId, dayStartMs(nowMs)), nowMs)
  if (rateFailure) return rateFailure
  const verdict = await parts.review({
    kind: 'danmaku',
    text: input.text,
    place: pool,
    nowMs,
    ...sender,
  })
  if ('refused' in verdict) return toSendFailure(verdict)
  const { text, state, found } = verdict
  const repeats = await store.countSameText(pool, atMs, text)
  const one = { ...pool, atMs, mode, color, size, text, userId: sender.userId, vip: sender.vip, state, found }
  const weight = weightOf({ text, vip: sender.vip, repeats })
  const stored = await store.add({ ...one, weight, sender: authorMark(sender.userId) }, clock, checkRate)
  if ('refused' in stored) return stored.refused
  if (state === 'shown') events.announce(danmakuSent, { room: roomName(pool), danmaku: stored.danmaku })
  return { ...stored.danmaku, mine: true }
}

const createRateCheck =
  (isVip: boolean) =>
  ({ lastMs, count }: SendRate, nowMs: number): SendFailure | null => {
    const retryAfterSec = pauseSec(lastMs, nowMs)
    if (retryAfterSec > 0) return { refused: 'DanmakuTooSoon', retryAfterSec }
    return count >= dailyCap(isVip) ? { refused: 'DanmakuDailyCap' } : null
  }
