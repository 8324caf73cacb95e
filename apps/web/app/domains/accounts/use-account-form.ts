import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFormContext, type RegisterOptions, type UseFormRegisterReturn } from 'react-hook-form'
import { RefusedError, UnreachableError } from '../../lib/calls/call-errors.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { placeOf, usesPictureUp } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import type { AccountField, AccountValues } from './account-values.ts'
import type { Captcha } from './use-captcha.ts'

export type FieldFace = UseFormRegisterReturn & { error: string | undefined; readOnly: boolean }

export interface AccountForm {
  /** What a field of the form needs. */
  field: (name: AccountField, rules?: RegisterOptions<AccountValues>) => FieldFace
  /** What is wrong with the form as a whole. */
  error: string | undefined
  isPending: boolean
  submit: (event: FormEvent) => void
  /** Says what went wrong, at the field that it is about; the picture that was sent is replaced where it was used up. */
  fail: (err: unknown, captcha: Captcha | undefined) => void
}

interface FormParts {
  /** The fields that the form has. */
  fields: readonly AccountField[]
  /** The picture that is sent with the form, where one is. */
  captcha?: Captcha
  /** What has the focus when the form appears. */
  begin: AccountField
  send: (values: AccountValues) => Promise<void>
}

/** A form of the account dialogs: one attempt at a time, and every answer at its place. */
export function useAccountForm({ fields, captcha, begin, send }: FormParts): AccountForm {
  const form = useFormContext<AccountValues>()
  const texts = useTexts(accountTexts)
  const { errors } = form.formState
  // Not that of the form library: while one dialog waits for another to end, only the first is sending.
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const { setFocus, clearErrors, setValue } = form
  useEffect(() => {
    clearErrors()
    setValue('captcha', '')
    setFocus(begin)
    // Only when the form appears: what is typed since is the person's.
  }, [begin, clearErrors, setFocus, setValue])

  const fail: AccountForm['fail'] = (err, sent) => {
    if (!(err instanceof RefusedError || err instanceof UnreachableError)) throw err
    const refusal = err instanceof RefusedError ? err.refusal : ''
    const place = placeOf(refusal, fields)
    const renewed = sent && usesPictureUp(refusal) ? sent : null
    // Where there are two codes to type, the sentence of each stands under its own field.
    const isApart = fields.includes('code')
    const isTold = renewed && place !== 'captcha'
    const message = isTold && !isApart ? texts.captchaRenewed(err.message) : err.message
    form.setError(place ?? 'root', { type: 'server', message })
    if (isTold && isApart) form.setError('captcha', { type: 'server', message: texts.captchaAgain })
    if (renewed) {
      renewed.renew()
      setValue('captcha', '')
    }
    setFocus(renewed ? 'captcha' : (place ?? begin))
  }
  const attempt = form.handleSubmit(
    (values) => send(values).catch((err: unknown) => fail(err, captcha)),
    (wrong) => {
      form.setError('root', { type: 'form', message: texts.fillIn })
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
    fail,
  }
}
