import type { Reply } from '@yunmu/contract'
import { commentBounds } from '@yunmu/contract/comment-bounds'
import { useRef, useState } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { lengthOf } from '../../lib/text/text-length.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { CommentPlace } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { useDraft } from './drafts.ts'
import { useCommentCaptcha, type CommentCaptcha } from './use-comment-captcha.ts'

export interface CommentForm {
  text: string
  write: (text: string) => void
  captcha: CommentCaptcha
  /** What is wrong, and with which field. */
  error: { at: 'text' | 'captcha'; message: string } | null
  isPending: boolean
  send: () => void
}

interface FormInput {
  place: CommentPlace
  /** The comment that is answered, 0 for none. */
  replyTo: number
  sent: (written: Reply) => void
  focus: (at: 'text' | 'captcha') => void
}

/** A comment that is being written. What was typed stays until the station has taken it. */
export function useCommentForm({ place, replyTo, sent, focus }: FormInput): CommentForm {
  const script = useScript()
  const texts = useTexts(commentTexts)
  const captcha = useCommentCaptcha()
  const [text, keep] = useDraft(place, replyTo)
  const [error, setError] = useState<CommentForm['error']>(null)
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)

  const write = (next: string): void => {
    keep(next)
    setError(null)
  }
  const fail = (at: 'text' | 'captcha', message: string): void => {
    setError({ at, message })
    // A field that is sending cannot have the focus, and one that comes with the answer is not there yet.
    requestAnimationFrame(() => focus(at))
  }
  const post = async (): Promise<void> => {
    const { comment } = await callOnce(
      'commentCommit',
      { ...place, content: text, ...(replyTo !== 0 && { replyTo }), ...captcha.answer() },
      script,
    )
    write('')
    captcha.settle()
    sent(comment)
  }
  const meet = (err: unknown): void => {
    const isKnown = err instanceof RefusedError || err instanceof UnreachableError
    const refusal = err instanceof RefusedError ? err.refusal : ''
    const isAboutPicture = refusal === 'CaptchaNeeded' || refusal === 'CaptchaWrong'
    if (isAboutPicture || captcha.isShown) captcha.renew()
    // Whatever went wrong, the person is told.
    fail(isAboutPicture ? 'captcha' : 'text', isKnown && err.message !== '' ? err.message : texts.notSent)
    if (!isKnown) throw err
  }
  const send = (): void => {
    if (isBusy.current) return
    const { most } = commentBounds.text
    if (lengthOf(text) < commentBounds.text.least) return fail('text', texts.nothingWritten)
    if (lengthOf(text) > most) return fail('text', texts.tooLong(most))
    if (captcha.isShown && captcha.typed.trim() === '') return fail('captcha', texts.captchaNeeded)
    isBusy.current = true
    setPending(true)
    setError(null)
    void post()
      .catch(meet)
      .finally(() => {
        isBusy.current = false
        setPending(false)
      })
  }
  return { text, write, captcha, error, isPending, send }
}
