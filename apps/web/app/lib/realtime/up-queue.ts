import type { ServerFrame } from '@yunmu/contract'
import { realtimeBounds } from '@yunmu/contract'

/** A reply code: 0 for what was taken. Null where the line ended without an answer. */
export type UpAnswer = number | null

/** Answers come with the next beat at the latest: a line that has not answered for one and a half is not relied on. */
const patienceMs = realtimeBounds.beatSec * 1500

/** What a page has sent over its line and awaits the answer to, in its order. */
export interface UpQueue {
  /** Whether what was sent before was answered, or may still be. */
  isRelied(nowMs: number): boolean
  /** Something was sent now. Resolves with what became of it. */
  sent(nowMs: number): Promise<UpAnswer>
  heard(frame: Extract<ServerFrame, { taken: number }>): void
  /** The line ended. */
  lost(): void
}

export function createUpQueue(): UpQueue {
  let waiting: { sentMs: number; settle: (answer: UpAnswer) => void }[] = []
  return {
    isRelied: (nowMs) => nowMs - (waiting[0]?.sentMs ?? nowMs) < patienceMs,
    sent: (sentMs) => new Promise((settle) => void waiting.push({ sentMs, settle })),
    heard({ taken, notTaken }) {
      for (const { settle } of waiting.splice(0, taken)) settle(0)
      if (notTaken !== undefined) waiting.shift()?.settle(notTaken)
    },
    lost() {
      for (const { settle } of waiting) settle(null)
      waiting = []
    },
  }
}
