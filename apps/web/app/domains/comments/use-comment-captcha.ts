import { useRef, useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'

export interface CommentCaptcha {
  /** Whether a captcha must be solved. */
  isShown: boolean
  picture: { state: 'loading' | 'failed' | 'ready'; picture: string; renew: () => void }
  typed: string
  type: (typed: string) => void
  /** Checks whether a captcha is needed, once per comment. */
  check: () => void
  /** Loads another captcha; the previous one becomes invalid. */
  renew: () => void
  /** Captcha fields of the call. */
  fields: () => { captcha: string; captcha_id: string } | Record<string, never>
  /** Resets after a comment was accepted: the next one needs its own check. */
  reset: () => void
}

type CaptchaState =
  | { state: 'unknown' | 'none'; id: ''; picture: '' }
  | { state: 'loading' | 'failed' | 'ready'; id: string; picture: string }

const unknown: CaptchaState = { state: 'unknown', id: '', picture: '' }

/** Captcha for new users and for users who comment quickly. */
export function useCommentCaptcha(): CommentCaptcha {
  const script = useScript()
  const [current, setCurrent] = useState<CaptchaState>(unknown)
  const [typed, type] = useState('')
  const requestCount = useRef(0)
  const isRequested = useRef(false)
  const load = (failed: CaptchaState): void => {
    const request = ++requestCount.current
    isRequested.current = true
    const settle = (next: CaptchaState): void => {
      if (request === requestCount.current) setCurrent(next)
    }
    callOnce('commentCaptcha', {}, script).then(
      ({ needed, captchaId, picPath }) =>
        settle(needed ? { state: 'ready', id: captchaId, picture: picPath } : { state: 'none', id: '', picture: '' }),
      () => settle(failed),
    )
  }
  const renew = (): void => {
    type('')
    setCurrent({ state: 'loading', id: '', picture: '' })
    load({ state: 'failed', id: '', picture: '' })
  }
  const { state, id, picture } = current
  const isShown = state !== 'unknown' && state !== 'none'
  return {
    isShown,
    picture: { state: isShown ? state : 'loading', picture, renew },
    typed,
    type,
    check() {
      // If the check fails, the server refuses the comment with `CaptchaNeeded`.
      if (!isRequested.current) load(unknown)
    },
    renew,
    fields: () => (isShown ? { captcha: typed.trim(), captcha_id: id } : {}),
    reset() {
      requestCount.current++
      isRequested.current = false
      type('')
      setCurrent(unknown)
    },
  }
}
