import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { caretAfter, codeLength, editCode, groupCode, hasUnknownLetter, readCode } from './code-rules.ts'
import styles from './code-field.module.css'
import { vipDomainTexts } from './vip-domain-texts.ts'

interface CodeFieldProps {
  label: string
  isLabelHidden?: boolean
  hint: string
  /** Its characters without separators. */
  code: string
  setCode: (code: string) => void
  error: string | undefined
  /** Below the field: what the code gives. */
  note?: string | undefined
  action: string
  isActionReady: boolean
  isPending?: boolean
  act: () => void
}

/** A field for a code, shown in groups of four while it is typed or pasted. */
export function CodeField(field: CodeFieldProps) {
  const {
    label,
    isLabelHidden = false,
    hint,
    code,
    setCode,
    error,
    note,
    action,
    isActionReady,
    isPending,
    act,
  } = field
  const texts = useTexts(vipDomainTexts)
  const [hasU, setHasU] = useState(false)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** How many characters of the code are before the caret, after an input in the middle. */
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    const at = caretAfter(code, caret.current)
    input.current?.setSelectionRange(at, at)
    caret.current = null
  }, [code])
  const messageId = `${id}-message`
  const missing = codeLength - code.length
  const shownHint = hasU ? texts.codeNoU : missing > 0 && missing < codeLength && texts.codeShort(missing)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isActionReady) act()
      }}
    >
      <label htmlFor={id} className={isLabelHidden ? 'unseen' : styles.label}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          ref={input}
          id={id}
          className={styles.field}
          value={groupCode(code)}
          placeholder={hint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-wrong={error !== undefined || undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={messageId}
          onChange={({ target, nativeEvent }) => {
            const isDeletion = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')
            const before = readCode(target.value.slice(0, target.selectionStart ?? target.value.length)).length
            const next = editCode(code, target.value, isDeletion)
            caret.current = Math.min(before, next.length)
            setHasU(hasUnknownLetter(target.value))
            setCode(next)
          }}
        />
        <Button type="submit" className={styles.action} disabled={!isActionReady} pending={isPending ?? false}>
          {action}
        </Button>
      </div>
      <div id={messageId} className={styles.message}>
        {error !== undefined && <ErrorMessage>{error}</ErrorMessage>}
        <p role="status" className={styles.note}>
          {error === undefined && (note ?? shownHint)}
        </p>
      </div>
    </form>
  )
}
