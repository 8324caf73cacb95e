import type { Reply } from '@yunmu/contract'
import { commentBounds } from '@yunmu/contract/comment-bounds'
import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CaptchaField } from '../../ui/forms/captcha-field.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import styles from './comment-editor.module.css'
import { remainingCharacters, type CommentSubject } from './comment-rules.ts'
import { commentTexts } from './comment-texts.ts'
import { EmojiButton } from './emoji-button.tsx'
import { useCommentForm, type CommentForm } from './use-comment-form.ts'

interface EditorProps {
  subject: CommentSubject
  /** Comment being replied to and its author; null for a new thread. */
  replyTo: { id: number; name: string } | null
  onSent: (written: Reply) => void
  /** Closes the editor; the draft is kept. */
  cancel?: () => void
}

/** Editor for comments. Visitors see a login button. */
export function CommentEditor(props: EditorProps) {
  const texts = useTexts(commentTexts)
  if (useSignedIn()) return <Editor {...props} />
  return (
    <button type="button" className={styles.login} onClick={() => void openDialog('login')}>
      {texts.loginToWrite}
    </button>
  )
}

function Editor({ subject, replyTo, onSent, cancel }: EditorProps) {
  const texts = useTexts(commentTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  const captchaField = useRef<HTMLInputElement>(null)
  const focus = (at: 'text' | 'captcha'): void => (at === 'text' ? field : captchaField).current?.focus()
  const form = useCommentForm({ subject, replyTo: replyTo?.id ?? 0, onSent, focus })
  const errorId = useId()
  const { text, error, isPending } = form
  const isReply = replyTo !== null
  useEffect(() => {
    if (isReply) field.current?.focus()
  }, [field, isReply])
  const onKeyDown = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): void => {
    // Keys used by an input method editor must not submit the form.
    if (nativeEvent.isComposing) return
    if (key === 'Enter' && (ctrlKey || metaKey)) form.send()
    else if (key === 'Escape') cancel?.()
  }
  const insert = (emoji: string): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    const at = selectionStart + emoji.length
    form.checkCaptcha()
    form.write(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd))
    requestAnimationFrame(() => field.current?.setSelectionRange(at, at))
  }
  const isWrong = error?.at === 'text'
  return (
    <form
      className={styles.form}
      data-open={text !== '' || isReply || undefined}
      data-at-foot={!isReply || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.send()
      }}
    >
      <div className={styles.box} data-wrong={isWrong || undefined}>
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={replyTo ? texts.answerTo(replyTo.name) : texts.write}
          placeholder={replyTo ? texts.answerTo(replyTo.name) : texts.hint}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? errorId : undefined}
          readOnly={isPending}
          onChange={({ target }) => form.write(target.value)}
          onFocus={form.checkCaptcha}
          onKeyDown={onKeyDown}
        />
        {!isPending && <EmojiButton choose={insert} />}
        <Tools form={form} {...(cancel && { cancel })} />
      </div>
      {form.captcha.state !== 'none' && <Captcha form={form} field={captchaField} />}
      {isWrong && <ErrorMessage id={errorId}>{error.message}</ErrorMessage>}
    </form>
  )
}

function Tools({ form: { text, isPending }, cancel }: { form: CommentForm; cancel?: () => void }) {
  const texts = useTexts(commentTexts)
  const remaining = remainingCharacters(text)
  return (
    <div className={styles.tools}>
      <span className={styles.keys}>{texts.sendKeys}</span>
      <span className={styles.room} role="status" data-over={(remaining !== null && remaining < 0) || undefined}>
        {remaining !== null && (remaining < 0 ? texts.over(-remaining, commentBounds.text.max) : texts.left(remaining))}
      </span>
      {cancel && (
        <button type="button" className={styles.cancel} onClick={cancel}>
          {texts.cancel}
        </button>
      )}
      <Button type="submit" variant="primary" className={styles.send} pending={isPending}>
        {isPending ? texts.sending : texts.send}
      </Button>
    </div>
  )
}

function Captcha({ form, field }: { form: CommentForm; field: RefObject<HTMLInputElement | null> }) {
  const { captcha, typedCaptcha, typeCaptcha, error, isPending } = form
  return (
    <div className={styles.captcha}>
      <CaptchaField
        ref={field}
        captcha={captcha}
        value={typedCaptcha}
        error={error?.at === 'captcha' ? error.message : undefined}
        readOnly={isPending}
        onChange={({ target }) => typeCaptcha(target.value)}
      />
    </div>
  )
}
