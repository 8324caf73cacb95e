import { use, useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { CallCacheContext, callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { forgetPlay } from '../../player/core/play-query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { PasswordAddress } from './password-address.ts'
import styles from './password-page.module.css'
import { passwordTexts } from './password-texts.ts'

/** One attempt at a time. The right password leads back to the player page. */
export function PasswordForm({ address }: { address: PasswordAddress }) {
  const texts = useTexts(passwordTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  useEffect(() => field.current?.focus(), [])

  const attempt = async (password: string): Promise<void> => {
    try {
      await callOnce('playPassword', { ...address.asked, password }, script)
      if (cache) forgetPlay(cache)
      await navigate(address.to, { replace: true })
    } catch (err) {
      if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
      setError(err.message)
      setPending(false)
      field.current?.select()
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const password = field.current?.value ?? ''
    if (isPending) return
    if (password === '') {
      setError(texts.needed)
      field.current?.focus()
      return
    }
    setError(undefined)
    setPending(true)
    void attempt(password)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={texts.label}
        placeholder={texts.needed}
        error={error}
        type="password"
        name="play-password"
        autoComplete="off"
        readOnly={isPending}
        trailing={
          <Button type="submit" variant="primary" pending={isPending}>
            {texts.submit}
          </Button>
        }
      />
      <p className={styles.hint}>
        {texts.hint.map((sentence) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </p>
    </form>
  )
}
