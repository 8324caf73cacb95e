import { danmakuBounds } from '@yunmu/contract'
import { createStore } from 'zustand'
import { serverNowSec } from '../../../lib/boot/boot.ts'
import { RefusedError, UnreachableError } from '../../../lib/calls/call-errors.ts'
import { reactionTo } from '../../../lib/session/session-rules.ts'
import { lengthOf } from '../../../lib/text/text-length.ts'
import type { DanmakuRoom } from '../danmaku-room.ts'
import type { SendStyle } from './send-style.ts'

/** What somebody is about to say. Every field of the page shows the same: nothing is lost on the way to full screen. */
interface SendState {
  text: string
  isPending: boolean
  /** Why it was not taken, as the station says it, or why it cannot be; empty where it was, or where that was seen. */
  problem: string
  /** Seconds until another may follow; 0 for now. */
  waitSec: number
  /** Until when the station takes nothing of this person, Unix seconds; 0 for not. */
  mutedUntilSec: number
  /** How many were sent from this page. */
  sent: number
}

const nothing: SendState = { text: '', isPending: false, problem: '', waitSec: 0, mutedUntilSec: 0, sent: 0 }

export const sending = createStore<SendState>()(() => nothing)

/** Who typed what is there; 0 before anybody did. */
let typistId = 0

/** Somebody is signed in. What another person typed, and may not do, is none of theirs. */
export function typeAs(userId: number): void {
  if (typistId !== 0 && typistId !== userId) {
    clearInterval(ticking)
    clearTimeout(unmuting)
    sending.setState(nothing)
  }
  typistId = userId
}

/** What stands in the field, and why that cannot be sent; empty where it can. */
export const typeText = (text: string, problem = ''): void => sending.setState({ text, problem })

/** The viewer goes on to something else: what was wrong is not said any longer, and the text stays. */
export const hideProblem = (): void => sending.setState({ problem: '' })

let ticking: ReturnType<typeof setInterval> | undefined
let unmuting: ReturnType<typeof setTimeout> | undefined
/** Timers can wait no longer. */
const longestTimerMs = 2 ** 31 - 1

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

/** Sends what was typed, and tells whether it was taken. What is not taken stays in the field, with the reason. */
export async function sendText(room: Pick<DanmakuRoom, 'send'>, style: SendStyle): Promise<boolean> {
  const { text, isPending, waitSec } = sending.getState()
  if (isPending || !isSendable(text) || waitSec > 0) return false
  const typist = typistId
  sending.setState({ isPending: true, problem: '' })
  try {
    await room.send(text.trim(), style)
    if (typist !== typistId) return false
    const isSame = sending.getState().text === text
    sending.setState(({ sent }) => ({ sent: sent + 1, ...(isSame && { text: '' }) }))
    wait(danmakuBounds.pauseSec)
    return true
  } catch (err) {
    if (typist === typistId) notTaken(err)
    return false
  } finally {
    if (typist === typistId) sending.setState({ isPending: false })
  }
}

function notTaken(err: unknown): void {
  if (err instanceof UnreachableError) sending.setState({ problem: err.message })
  else if (err instanceof RefusedError) refused(err)
  else throw err
}

function refused({ code, refusal, message, retryAfterSec }: RefusedError): void {
  if (refusal === 'Muted') return muted(retryAfterSec)
  if (refusal === 'DanmakuTooSoon') wait(retryAfterSec)
  // What concerns the session is settled elsewhere.
  sending.setState({ problem: reactionTo(code) === 'warn' ? message : '' })
}

/** The field is back when the time is over. */
function muted(sec: number): void {
  sending.setState({ mutedUntilSec: serverNowSec() + sec })
  clearTimeout(unmuting)
  unmuting = setTimeout(() => sending.setState({ mutedUntilSec: 0 }), Math.min(sec * 1000, longestTimerMs))
}
