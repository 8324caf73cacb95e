import { danmakuBounds } from '@yunmu/contract'
import { createStore } from 'zustand'
import { serverNowSec } from '../../../lib/boot/boot.ts'
import { RefusedError, UnreachableError } from '../../../lib/calls/call-errors.ts'
import { reactionTo } from '../../../lib/session/session-rules.ts'
import { lengthOf } from '../../../lib/text/text-length.ts'
import type { DanmakuRoom } from '../danmaku-room.ts'
import type { SendStyle } from './send-style.ts'

/** Text being written. All send fields share it, so that it survives switching to full screen. */
interface SendState {
  text: string
  isPending: boolean
  /** Error or refusal message; empty if there is none. */
  problem: string
  /** Seconds until the next danmaku may be sent; 0 for now. */
  waitSec: number
  /** Until when the user is muted, Unix seconds; 0 if not. */
  mutedUntilSec: number
  /** Number of danmaku sent from this page. */
  sent: number
}

const emptyState: SendState = { text: '', isPending: false, problem: '', waitSec: 0, mutedUntilSec: 0, sent: 0 }

export const sending = createStore<SendState>()(() => emptyState)

/** User who typed the text; 0 before that. */
let authorId = 0

/** Sets the signed-in user. Text and restrictions of another user are cleared. */
export function setAuthor(userId: number): void {
  if (authorId !== 0 && authorId !== userId) {
    clearInterval(countdownTimer)
    clearTimeout(unmuteTimer)
    sending.setState(emptyState)
  }
  authorId = userId
}

/** Sets the text and the reason why it cannot be sent; empty if it can. */
export const typeText = (text: string, problem = ''): void => sending.setState({ text, problem })

/** Hides the message and keeps the text. */
export const hideProblem = (): void => sending.setState({ problem: '' })

let countdownTimer: ReturnType<typeof setInterval> | undefined
let unmuteTimer: ReturnType<typeof setTimeout> | undefined
/** Upper bound of `setTimeout`. */
const maxTimerMs = 2 ** 31 - 1

function startCountdown(sec: number): void {
  const endMs = Date.now() + sec * 1000
  const update = (): void => {
    const waitSec = Math.max(0, Math.ceil((endMs - Date.now()) / 1000))
    if (waitSec !== sending.getState().waitSec) sending.setState({ waitSec })
    if (waitSec === 0) clearInterval(countdownTimer)
  }
  clearInterval(countdownTimer)
  countdownTimer = setInterval(update, 250)
  update()
}

/** Whether a text has a valid length. */
export const isSendable = (text: string): boolean => {
  const length = lengthOf(text)
  return length >= danmakuBounds.text.min && length <= danmakuBounds.text.max
}

/** Sends the text. Returns whether it was accepted; otherwise the text stays, with the reason. */
export async function sendText(room: Pick<DanmakuRoom, 'send'>, style: SendStyle): Promise<boolean> {
  const { text, isPending, waitSec } = sending.getState()
  if (isPending || !isSendable(text) || waitSec > 0) return false
  const author = authorId
  sending.setState({ isPending: true, problem: '' })
  try {
    await room.send(text.trim(), style)
    if (author !== authorId) return false
    const isSame = sending.getState().text === text
    sending.setState(({ sent }) => ({ sent: sent + 1, ...(isSame && { text: '' }) }))
    startCountdown(danmakuBounds.pauseSec)
    return true
  } catch (err) {
    if (author === authorId) showError(err)
    return false
  } finally {
    if (author === authorId) sending.setState({ isPending: false })
  }
}

function showError(err: unknown): void {
  if (err instanceof UnreachableError) sending.setState({ problem: err.message })
  else if (err instanceof RefusedError) showRefusal(err)
  else throw err
}

function showRefusal({ code, refusal, message, retryAfterSec }: RefusedError): void {
  if (refusal === 'Muted') return setMuted(retryAfterSec)
  if (refusal === 'DanmakuTooSoon') startCountdown(retryAfterSec)
  // Session refusals are handled where calls are made.
  sending.setState({ problem: reactionTo(code) === 'warn' ? message : '' })
}

/** Disables the field until the mute ends. */
function setMuted(sec: number): void {
  sending.setState({ mutedUntilSec: serverNowSec() + sec })
  clearTimeout(unmuteTimer)
  unmuteTimer = setTimeout(() => sending.setState({ mutedUntilSec: 0 }), Math.min(sec * 1000, maxTimerMs))
}
