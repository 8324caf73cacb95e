import { useTexts } from '../../lib/text/texts.ts'
import { CaptchaPicture } from '../../ui/forms/captcha-picture.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { accountTexts } from './account-texts.ts'
import type { AccountForm } from './use-account-form.ts'
import type { Captcha } from './use-captcha.ts'

/** Captcha input; a press on the picture loads another. `isOptional` if only the e-mail code needs it, not the form. */
export function CaptchaField({
  form,
  captcha,
  isOptional = false,
}: {
  form: AccountForm
  captcha: Captcha
  isOptional?: boolean
}) {
  const texts = useTexts(accountTexts)
  return (
    <Field
      {...form.field('captcha', isOptional ? {} : { required: texts.captchaNeeded })}
      label={texts.captcha}
      placeholder={texts.captchaHint}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      trailing={<CaptchaPicture {...captcha} />}
    />
  )
}
