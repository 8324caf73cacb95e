import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFormContext, type RegisterOptions, type UseFormRegisterReturn } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import type { Captcha } from '../../lib/captcha/use-captcha.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { fieldOfRefusal, consumesCaptcha } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import type { AccountField, AccountValues } from './account-values.ts'

export type AccountFieldProps = UseFormRegisterReturn & { error: string | undefined; readOnly: boolean }

export interface AccountForm {
  /** Props of a field of the form. */
  field: (name: AccountField, rules?: RegisterOptions<AccountValues>) => AccountFieldProps
  /** Error of the form as a whole. */
  error: string | undefined
  isPending: boolean
  submit: (event: FormEvent) => void
  /** Shows an error at the field it belongs to, and renews the sent captcha if it was consumed. */
  showError: (err: unknown, captcha: Captcha | undefined) => void
}

interface AccountFormOptions {
  fields: readonly AccountField[]
  /** The captcha sent with the form, if there is one. */
  captcha?: Captcha
  /** Field focused when the form opens. */
  initialFocus: AccountField
  send: (values: AccountValues) => Promise<void>
}

/** A form of the account dialogs: one submission at a time, errors shown at their fields. */
export function useAccountForm({ fields, captcha, initialFocus, send }: AccountFormOptions): AccountForm {
  const form = useFormContext<AccountValues>()
  const texts = useTexts(accountTexts)
  const { errors } = form.formState
  // Not the form library's `isSubmitting`: dialogs share one form, and only the submitting one is pending.
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const { setFocus, clearErrors, setValue } = form
  useEffect(() => {
    clearErrors()
    setValue('captcha', '')
    setFocus(initialFocus)
    // Only when the form opens, so that later input is not overwritten.
  }, [initialFocus, clearErrors, setFocus, setValue])

  const showError: AccountForm['showError'] = (err, sentCaptcha) => {
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
    const refusal = err instanceof RefusedError ? err.refusal : ''
    const field = fieldOfRefusal(refusal, fields)
    if (refusal === 'CaptchaNeeded' && sentCaptcha) {
      form.setError('captcha', { type: 'server', message: err.message })
      sentCaptcha.demand()
      // If its field is not there yet, it takes the focus as soon as it is.
      setFocus('captcha')
      return
    }
    if (refusal === 'CaptchaByPicture') sentCaptcha?.proof.choose(false)
    const isConsumed = sentCaptcha !== undefined && consumesCaptcha(refusal)
    // Where none was demanded, none has to be typed anew; after this failure one may be demanded.
    const isRead = isConsumed && sentCaptcha.state !== 'none' && !sentCaptcha.proof.isChosen
    // If the form has two codes, each field shows its own message.
    const hasCodeField = fields.includes('code')
    const needsCaptchaNotice = isRead && field !== 'captcha'
    const message = needsCaptchaNotice && !hasCodeField ? texts.captchaRenewed(err.message) : err.message
    form.setError(field ?? 'root', { type: 'server', message })
    if (needsCaptchaNotice && hasCodeField) form.setError('captcha', { type: 'server', message: texts.captchaAgain })
    if (isConsumed) {
      sentCaptcha.renew()
      setValue('captcha', '')
    }
    setFocus(isRead ? 'captcha' : (field ?? initialFocus))
  }
  const attempt = form.handleSubmit(
    (values) => send(values).catch((err: unknown) => showError(err, captcha)),
    (wrong) => {
      showToast({ text: texts.fillIn, kind: 'error' })
      const first = fields.find((name) => wrong[name])
      if (first) setFocus(first)
    },
  )
  return {
    field: (name, rules = {}) => ({
      ...form.register(name, rules),
      error: errors[name]?.message,
      readOnly: isPending,
    }),
    error: errors.root?.message,
    isPending,
    submit(event) {
      event.preventDefault()
      if (isBusy.current) return
      isBusy.current = true
      setPending(true)
      void attempt().finally(() => {
        isBusy.current = false
        setPending(false)
      })
    },
    showError,
  }
}
