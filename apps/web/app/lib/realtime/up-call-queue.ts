import type { ServerFrame } from '@yunmu/contract'
import { realtimeBounds } from '@yunmu/contract'

/** Reply code, 0 for success. Null if the connection ended without a reply. */
export type UpReply = number | null

/**
 * Replies arrive with the next beat at the latest. A connection silent for one and a half beats is not used for calls.
 */
const replyTimeoutMs = realtimeBounds.beatSec * 1500

/** Calls sent over the connection that await their reply, in order. */
export interface UpQueue {
  /** Whether the oldest pending call is recent enough that its reply may still arrive. */
  isResponsive(nowMs: number): boolean
  /** Registers a call sent now. Resolves with its reply code. */
  add(nowMs: number): Promise<UpReply>
  settle(frame: Extract<ServerFrame, { taken: number }>): void
  /** The connection ended: resolves all pending calls with null. */
  clear(): void
}

export function createUpQueue(): UpQueue {
  let pending: { sentMs: number; settle: (reply: UpReply) => void }[] = []
  return {
    isResponsive: (nowMs) => nowMs - (pending[0]?.sentMs ?? nowMs) < replyTimeoutMs,
    add: (sentMs) => new Promise((settle) => void pending.push({ sentMs, settle })),
    settle({ taken, notTaken }) {
      for (const { settle } of pending.splice(0, taken)) settle(0)
      if (notTaken !== undefined) pending.shift()?.settle(notTaken)
    },
    clear() {
      for (const { settle } of pending) settle(null)
      pending = []
    },
  }
}
