import { useEffect, useEffectEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Captcha } from '../../lib/captcha/use-captcha.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { CaptchaField } from '../../ui/forms/captcha-field.tsx'
import { captchaTexts } from '../../ui/forms/captcha-texts.ts'
import type { AccountValues } from './account-values.ts'
import type { AccountForm } from './use-account-form.ts'

interface AccountCaptchaFieldProps {
  form: AccountForm
  captcha: Captcha
  /** Whether only the e-mail code needs it, not the form. */
  isOptional?: boolean
  /** Whether it is what is missing, so that it takes the focus when it appears. */
  takesFocus?: boolean
}

/** Captcha input, while one is demanded. */
export function AccountCaptchaField(props: AccountCaptchaFieldProps) {
  return props.captcha.state === 'none' ? null : <Shown {...props} />
}

function Shown({ form, captcha, isOptional = false, takesFocus = false }: AccountCaptchaFieldProps) {
  const texts = useTexts(captchaTexts)
  const { getFieldState, setFocus } = useFormContext<AccountValues>()
  const focusIfDemanded = useEffectEvent(() => {
    // A refusal that demanded it is shown at this field.
    if (takesFocus || getFieldState('captcha').invalid) setFocus('captcha')
  })
  useEffect(() => focusIfDemanded(), [])
  const isTyped = !isOptional && !captcha.proof.isChosen
  return <CaptchaField captcha={captcha} {...form.field('captcha', isTyped ? { required: texts.needed } : {})} />
}
