import { refusalOf, replyCode, refusalMessage } from '@yunmu/contract'
import { dayOf, type Envelope } from '@yunmu/contract/wire'
import type { RefusalError } from '../http/refusal-error.ts'

export function doneEnvelope(data: unknown, nowMs: number): Envelope {
  return { code: replyCode.done, data, msg: '', day: dayOf(nowMs / 1000) }
}

export function refusedEnvelope(err: RefusalError, nowMs: number): { status: number; envelope: Envelope } {
  const { code, status } = refusalOf(err.refusal)
  const msg = refusalMessage(err.refusal, err.retryAfterSec)
  return { status, envelope: { code, data: { refusal: err.refusal, ...err.detail }, msg, day: dayOf(nowMs / 1000) } }
}

/** The message for an unexpected failure. The cause is in the log. */
export function failedEnvelope(nowMs: number): Envelope {
  return { code: replyCode.refused, data: null, msg: '服务器开小差了，请稍后再试', day: dayOf(nowMs / 1000) }
}
