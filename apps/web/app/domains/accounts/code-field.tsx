import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { RefusedError } from '../../lib/calls/call-errors.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import type { Captcha } from '../../lib/captcha/use-captcha.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { captchaTexts } from '../../ui/forms/captcha-texts.ts'
import { Field } from '../../ui/forms/field.tsx'
import styles from './account-form.module.css'
import { isEmail, secondsLeft } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import type { AccountField, AccountValues } from './account-values.ts'
import type { AccountForm } from './use-account-form.ts'

/** Call that sends the code. */
type CodeCall = 'emailRegister' | 'emailForget'

interface CodeFieldProps {
  form: AccountForm
  captcha: Captcha
  call: CodeCall
}

/** Times in milliseconds before which no new code may be requested, by call and address. Outlives the dialog. */
const resendAtMs = new Map<string, number>()

/** Seconds until a new code may be requested. */
function useResendDelay(key: string): { waitSec: number; start: (forSec: number) => void } {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const waitSec = secondsLeft(resendAtMs.get(key) ?? 0, nowMs)
  useEffect(() => {
    if (waitSec === 0) return
    const timer = setInterval(() => setNowMs(Date.now()), 250)
    return () => clearInterval(timer)
  }, [waitSec])
  return {
    waitSec,
    start(forSec) {
      resendAtMs.set(key, Date.now() + forSec * 1000)
      setNowMs(Date.now())
    },
  }
}

/**
 * Six-digit e-mail code with a button that sends it. A captcha, if one was demanded, stays after sending: the server
 * accepts it once more, with the form.
 */
export function CodeField({ form, captcha, call }: CodeFieldProps) {
  const texts = useTexts(accountTexts)
  const { needed } = useTexts(captchaTexts)
  const script = useScript()
  const values = useFormContext<AccountValues>()
  const isBusy = useRef(false)
  /** Captcha that a code was already sent for; it cannot be used for another code. */
  const usedCaptchaId = useRef('')
  const email = values.watch('email').trim()
  const resendDelay = useResendDelay(`${call} ${email}`)

  const missingField = (): [AccountField, string] | null => {
    if (!isEmail(email)) return ['email', texts.emailWrong]
    const isTyped = captcha.state !== 'none' && !captcha.proof.isChosen
    return isTyped && values.getValues('captcha').trim() === '' ? ['captcha', needed] : null
  }
  const send = async (): Promise<void> => {
    if (captcha.id !== '' && captcha.id === usedCaptchaId.current) {
      captcha.renew()
      values.setValue('captcha', '')
    }
    if (email === '') {
      showToast({ text: texts.emailForCode, kind: 'warning' })
      values.setFocus('email')
      return
    }
    const [field, message] = missingField() ?? []
    if (field) {
      values.setError(field, { type: 'form', message: message ?? '' })
      values.setFocus(field)
      return
    }
    values.clearErrors()
    try {
      const fields = await captcha.fields(values.getValues('captcha'))
      const { again } = await callOnce(call, { to: email, ...fields }, script)
      resendDelay.start(again)
      usedCaptchaId.current = captcha.id
      showToast({ text: texts.codeSent, kind: 'done' })
      values.setFocus('code')
    } catch (err) {
      if (err instanceof RefusedError && err.refusal === 'CodeTooSoon') resendDelay.start(err.retryAfterSec)
      form.showError(err, captcha)
    }
  }
  const onPress = (): void => {
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
        <button type="button" className={styles.send} disabled={resendDelay.waitSec > 0} onClick={onPress}>
          {resendDelay.waitSec > 0 ? texts.sendAgainIn(resendDelay.waitSec) : texts.sendCode}
        </button>
      }
    />
  )
}
