import { isVipDanmaku, roomName, type Danmaku, type RefusalName } from '@yunmu/contract'
import { danmakuSent } from './danmaku-events.ts'
import type { DanmakuParts, Looked } from './danmaku-needs.ts'
import {
  dailyCap,
  dayStartMs,
  isTextOfDanmaku,
  pauseSec,
  poolOf,
  weightOf,
  type Look,
  type Pool,
} from './danmaku-rules.ts'
import type { Pace } from './danmaku-store.ts'

/** What somebody wants to say, and who that is. */
export interface DanmakuWish extends Pool, Look {
  /** Milliseconds in the pool. */
  atMs: number
  text: string
  sender: { userId: number; vip: boolean; address: string }
}

export type SendRefusal = Extract<
  RefusalName,
  | 'NoSuchTitle'
  | 'NoSuchEpisode'
  | 'NoSuchChannel'
  | 'NoSuchMatch'
  | 'DanmakuInvalid'
  | 'DanmakuTooSoon'
  | 'DanmakuDailyCap'
  | 'DanmakuForVip'
  | 'DanmakuMoment'
  | 'TextRefused'
  | 'TextRepeated'
  | 'Muted'
>

/** Why something was not sent, and after how many seconds it may be tried again. */
export interface Unsent {
  refused: SendRefusal
  retryAfterSec?: number
}

const looksTooSoon = (looked: Extract<Looked, { refused: string }>): Unsent =>
  looked.refused === 'TooSoon' ? { ...looked, refused: 'DanmakuTooSoon' } : { ...looked, refused: looked.refused }

/**
 * Keeps a danmaku and tells those in the room. One that is held for a look comes back as if it had been shown, and nobody
 * is told. What costs more is asked later: a text counts as said once everything else allows it.
 */
export async function sendDanmaku(parts: DanmakuParts, wish: DanmakuWish): Promise<Danmaku | Unsent> {
  const { store, places, clock, events, markOf } = parts
  const nowMs = clock.nowMs()
  const { atMs, mode, color, size, sender } = wish
  const pool = poolOf(wish)
  if (!isTextOfDanmaku(parts.clean(wish.text)) || /[\r\n]/.test(wish.text.trim())) return { refused: 'DanmakuInvalid' }
  if (!sender.vip && isVipDanmaku(wish)) return { refused: 'DanmakuForVip' }
  const span = await places.spanOf(pool, nowMs)
  if (typeof span === 'string') return { refused: span }
  if (atMs < span.fromMs || atMs > span.toMs) return { refused: 'DanmakuMoment' }
  const judge = paceJudge(sender.vip)
  const tooFast = judge(await store.pace(sender.userId, dayStartMs(nowMs)), nowMs)
  if (tooFast) return tooFast
  const looked = await parts.look({
    kind: 'danmaku',
    text: wish.text,
    place: pool,
    nowMs,
    ...sender,
  })
  if ('refused' in looked) return looksTooSoon(looked)
  const { text, state, found } = looked
  const said = await store.saidAround(pool, atMs, text)
  const one = { ...pool, atMs, mode, color, size, text, userId: sender.userId, vip: sender.vip, state, found }
  const weight = weightOf({ text, vip: sender.vip, said })
  const kept = await store.keep({ ...one, weight, sender: markOf(sender.userId) }, clock, judge)
  if ('refused' in kept) return kept.refused
  if (state === 'shown') events.announce(danmakuSent, { room: roomName(pool), danmaku: kept.danmaku })
  return { ...kept.danmaku, mine: true }
}

const paceJudge =
  (isVip: boolean) =>
  ({ lastMs, count }: Pace, nowMs: number): Unsent | null => {
    const retryAfterSec = pauseSec(lastMs, nowMs)
    if (retryAfterSec > 0) return { refused: 'DanmakuTooSoon', retryAfterSec }
    return count >= dailyCap(isVip) ? { refused: 'DanmakuDailyCap' } : null
  }
