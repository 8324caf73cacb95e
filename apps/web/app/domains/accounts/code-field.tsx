import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { Field } from '../../ui/forms/field.tsx'
import styles from './account-form.module.css'
import { isEmail, secondsLeft } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import type { AccountField, AccountValues } from './account-values.ts'
import type { AccountForm } from './use-account-form.ts'
import type { Captcha } from './use-captcha.ts'

/** Which call sends the code. */
type CodeCall = 'emailRegister' | 'emailForget'

interface CodeFieldProps {
  form: AccountForm
  captcha: Captcha
  call: CodeCall
}

/** Until when no other code may be asked for, in milliseconds, by call and address: longer than a dialog is open. */
const pauses = new Map<string, number>()

/** Seconds until another code may be asked for. */
function usePause(key: string): { left: number; begin: (forSec: number) => void } {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const left = secondsLeft(pauses.get(key) ?? 0, nowMs)
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNowMs(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  return {
    left,
    begin(forSec) {
      pauses.set(key, Date.now() + forSec * 1000)
      setNowMs(Date.now())
    },
  }
}

/**
 * Six digits that arrive by e-mail, and the button that has them sent. The picture that was read for them stays: the
 * server takes it once more, with the form.
 */
export function CodeField({ form, captcha, call }: CodeFieldProps) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const values = useFormContext<AccountValues>()
  const isBusy = useRef(false)
  /** The picture that a code was sent for: it brings no other. */
  const sentFor = useRef('')
  const email = values.watch('email').trim()
  const pause = usePause(`${call} ${email}`)

  const missing = (): [AccountField, string] | null => {
    if (email === '') return ['email', texts.emailForCode]
    if (!isEmail(email)) return ['email', texts.emailWrong]
    return values.getValues('captcha').trim() === '' ? ['captcha', texts.captchaNeeded] : null
  }
  const send = async (): Promise<void> => {
    if (captcha.id !== '' && captcha.id === sentFor.current) {
      captcha.renew()
      values.setValue('captcha', '')
    }
    const [field, message] = missing() ?? []
    if (field) {
      values.setError(field, { type: 'form', message: message ?? '' })
      values.setFocus(field)
      return
    }
    values.clearErrors()
    try {
      const given = { to: email, captcha: values.getValues('captcha').trim(), captcha_id: captcha.id }
      const { again } = await callOnce(call, given, script)
      pause.begin(again)
      sentFor.current = captcha.id
      showToast({ text: texts.codeSent, kind: 'done' })
      values.setFocus('code')
    } catch (err) {
      if (err instanceof RefusedError && err.refusal === 'CodeTooSoon') pause.begin(err.retryAfterSec)
      form.fail(err, captcha)
    }
  }
  const press = (): void => {
    if (isBusy.current) return
    isBusy.current = true
    void send().finally(() => {
      isBusy.current = false
    })
  }
  return (
    <Field
      {...form.field('code', { required: texts.codeNeeded })}
      label={texts.code}
      placeholder={texts.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      trailing={
        <button type="button" className={styles.send} disabled={pause.left > 0} onClick={press}>
          {pause.left > 0 ? texts.sendAgainIn(pause.left) : texts.sendCode}
        </button>
      }
    />
  )
}
