import { danmakuBounds } from '@yunmu/contract'
import { createStore } from 'zustand'
import { serverNowSec } from '../../lib/boot.ts'
import { RefusedError, UnreachableError } from '../../lib/call-errors.ts'
import { reactionTo } from '../../lib/session-rules.ts'
import type { DanmakuRoom } from './danmaku-room.ts'
import { lengthOf, type SendStyle } from './send-style.ts'

/** What somebody is about to say. Every field of the page shows the same: nothing is lost on the way to full screen. */
interface SendState {
  text: string
  isPending: boolean
  /** Why it was not taken, as the station says it; empty where it was. */
  problem: string
  /** Seconds until another may follow; 0 for now. */
  waitSec: number
  /** Until when the station takes nothing of this person, Unix seconds; 0 for not. */
  mutedUntilSec: number
  /** How many were sent from this page. */
  sent: number
}

export const sending = createStore<SendState>()(() => ({
  ...{ text: '', isPending: false, problem: '', waitSec: 0, mutedUntilSec: 0, sent: 0 },
}))

export const typeText = (text: string): void => sending.setState({ text, problem: '' })

let ticking: ReturnType<typeof setInterval> | undefined

/** Counts down. */
function wait(sec: number): void {
  const endMs = Date.now() + sec * 1000
  const tell = (): void => {
    const waitSec = Math.max(0, Math.ceil((endMs - Date.now()) / 1000))
    if (waitSec !== sending.getState().waitSec) sending.setState({ waitSec })
    if (waitSec === 0) clearInterval(ticking)
  }
  clearInterval(ticking)
  ticking = setInterval(tell, 250)
  tell()
}

/** Whether a text may be tried to be sent. */
export const isSendable = (text: string): boolean => {
  const length = lengthOf(text)
  return length >= danmakuBounds.text.least && length <= danmakuBounds.text.most
}

/** Sends what was typed. What is not taken stays in the field, with the reason. */
export async function sendText(room: DanmakuRoom, style: SendStyle): Promise<void> {
  const { text, isPending, waitSec } = sending.getState()
  if (isPending || !isSendable(text) || waitSec > 0) return
  sending.setState({ isPending: true, problem: '' })
  try {
    await room.send(text.trim(), style)
    const isSame = sending.getState().text === text
    sending.setState(({ sent }) => ({ sent: sent + 1, ...(isSame && { text: '' }) }))
    wait(danmakuBounds.pauseSec)
  } catch (err) {
    if (err instanceof UnreachableError) sending.setState({ problem: err.message })
    else if (err instanceof RefusedError) refused(err)
    else throw err
  } finally {
    sending.setState({ isPending: false })
  }
}

function refused({ code, refusal, message, retryAfterSec }: RefusedError): void {
  if (refusal === 'Muted') return sending.setState({ mutedUntilSec: serverNowSec() + retryAfterSec })
  if (refusal === 'DanmakuTooSoon') wait(retryAfterSec)
  // What concerns the session is settled elsewhere.
  sending.setState({ problem: reactionTo(code) === 'warn' ? message : '' })
}
