import { useRef, useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'

export interface CommentCaptcha {
  /** Whether there is a picture to read. */
  isShown: boolean
  picture: { state: 'loading' | 'failed' | 'ready'; picture: string; renew: () => void }
  typed: string
  type: (typed: string) => void
  /** Finds out whether a picture must be read, once for each comment. */
  ask: () => void
  /** Brings another picture: the one before is good for nothing then. */
  renew: () => void
  /** What goes with the comment. */
  answer: () => { captcha: string; captcha_id: string } | Record<string, never>
  /** The comment was taken: for the next one it is found out anew. */
  settle: () => void
}

type Drawn =
  | { state: 'unknown' | 'none'; id: ''; picture: '' }
  | { state: 'loading' | 'failed' | 'ready'; id: string; picture: string }

const unknown: Drawn = { state: 'unknown', id: '', picture: '' }

/** The picture that new and fast people must read. */
export function useCommentCaptcha(): CommentCaptcha {
  const script = useScript()
  const [drawn, setDrawn] = useState<Drawn>(unknown)
  const [typed, type] = useState('')
  const turn = useRef(0)
  const isAsked = useRef(false)
  const bring = (failed: Drawn): void => {
    const asked = ++turn.current
    isAsked.current = true
    const settle = (next: Drawn): void => {
      if (asked === turn.current) setDrawn(next)
    }
    callOnce('commentCaptcha', {}, script).then(
      ({ needed, captchaId, picPath }) =>
        settle(needed ? { state: 'ready', id: captchaId, picture: picPath } : { state: 'none', id: '', picture: '' }),
      () => settle(failed),
    )
  }
  const renew = (): void => {
    type('')
    setDrawn({ state: 'loading', id: '', picture: '' })
    bring({ state: 'failed', id: '', picture: '' })
  }
  const { state, id, picture } = drawn
  const isShown = state !== 'unknown' && state !== 'none'
  return {
    isShown,
    picture: { state: isShown ? state : 'loading', picture, renew },
    typed,
    type,
    ask() {
      // Where it cannot be found out, the station says so when the comment comes.
      if (!isAsked.current) bring(unknown)
    },
    renew,
    answer: () => (isShown ? { captcha: typed.trim(), captcha_id: id } : {}),
    settle() {
      turn.current++
      isAsked.current = false
      type('')
      setDrawn(unknown)
    },
  }
}
