import type { Reply } from '@yunmu/contract'
import { commentBounds } from '@yunmu/contract/comment-bounds'
import { useRef, useState } from 'react'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useCaptcha, type Captcha } from '../../lib/captcha/use-captcha.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { lengthOf } from '../../lib/text/text-length.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { captchaTexts } from '../../ui/forms/captcha-texts.ts'
import type { CommentSubject } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { useDraft } from './drafts.ts'

export interface CommentForm {
  text: string
  write: (text: string) => void
  /** For users who write much in a short time. */
  captcha: Captcha
  typedCaptcha: string
  typeCaptcha: (typed: string) => void
  /** Asks whether a captcha is needed, once per comment. */
  checkCaptcha: () => void
  /** Error and the field it belongs to. */
  error: { at: 'text' | 'captcha'; message: string } | null
  isPending: boolean
  send: () => void
}

interface CommentFormInput {
  subject: CommentSubject
  /** Id of the comment being replied to, 0 for none. */
  replyTo: number
  onSent: (written: Reply) => void
  focus: (at: 'text' | 'captcha') => void
}

/** State of a comment form. The draft is kept until the server has accepted the comment. */
export function useCommentForm({ subject, replyTo, onSent, focus }: CommentFormInput): CommentForm {
  const script = useScript()
  const texts = useTexts(commentTexts)
  const { needed } = useTexts(captchaTexts)
  const captcha = useCaptcha(() => callOnce('commentCaptcha', {}, script))
  const isCaptchaChecked = useRef(false)
  const [typedCaptcha, typeCaptcha] = useState('')
  const [text, setDraft] = useDraft(subject, replyTo)
  const [error, setError] = useState<CommentForm['error']>(null)
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)

  const write = (next: string): void => {
    setDraft(next)
    setError(null)
  }
  const showError = (at: 'text' | 'captcha', message: string): void => {
    setError({ at, message })
    // A pending form's field is read-only, and the captcha field may not be rendered yet.
    requestAnimationFrame(() => focus(at))
  }
  const submit = async (): Promise<void> => {
    const solved = captcha.state === 'none' ? {} : await captcha.fields(typedCaptcha)
    const { comment } = await callOnce(
      'commentCommit',
      { ...subject, content: text, ...(replyTo !== 0 && { replyTo }), ...solved },
      script,
    )
    write('')
    typeCaptcha('')
    captcha.reset()
    isCaptchaChecked.current = false
    onSent(comment)
  }
  const handleError = (err: unknown): void => {
    const isKnown = err instanceof RefusedError || err instanceof UnreachableError
    const refusal = err instanceof RefusedError ? err.refusal : ''
    const isAboutCaptcha = refusal.startsWith('Captcha')
    typeCaptcha('')
    if (refusal === 'CaptchaByPicture') captcha.proof.choose(false)
    if (refusal === 'CaptchaNeeded') captcha.demand()
    else if (captcha.state !== 'none') captcha.renew()
    // Unknown errors are shown as well before they are rethrown.
    showError(isAboutCaptcha ? 'captcha' : 'text', isKnown && err.message !== '' ? err.message : texts.notSent)
    if (!isKnown) throw err
  }
  const send = (): void => {
    if (isBusy.current) return
    const { max } = commentBounds.text
    if (lengthOf(text) < commentBounds.text.min) return showError('text', texts.nothingWritten)
    if (lengthOf(text) > max) return showError('text', texts.tooLong(max))
    const isTyped = captcha.state !== 'none' && !captcha.proof.isChosen
    if (isTyped && typedCaptcha.trim() === '') return showError('captcha', needed)
    isBusy.current = true
    setPending(true)
    setError(null)
    void submit()
      .catch(handleError)
      .finally(() => {
        isBusy.current = false
        setPending(false)
      })
  }
  const checkCaptcha = (): void => {
    if (isCaptchaChecked.current) return
    isCaptchaChecked.current = true
    captcha.check()
  }
  return { text, write, captcha, typedCaptcha, typeCaptcha, checkCaptcha, error, isPending, send }
}
