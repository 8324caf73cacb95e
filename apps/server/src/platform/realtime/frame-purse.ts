import { realtimeBounds } from '@yunmu/contract'

const spanMs = 10_000

/** What a page may still say. */
export interface FramePurse {
  left: number
  /** By the clock that `spend` is given. */
  fullAtMs: number
}

export const fullPurse = (nowMs: number): FramePurse => ({
  left: realtimeBounds.framesPer10Sec,
  fullAtMs: nowMs + spanMs,
})

/** Takes the price of something said. Null where there is not enough left. */
export function spend(purse: FramePurse, nowMs: number, price = 1): FramePurse | null {
  const { left, fullAtMs } = nowMs >= purse.fullAtMs ? fullPurse(nowMs) : purse
  return left < price ? null : { left: left - price, fullAtMs }
}
