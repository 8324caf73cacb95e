import { useTexts } from '../../lib/texts.ts'
import { Field } from '../../ui/field.tsx'
import styles from './account-form.module.css'
import { accountTexts } from './account-texts.ts'
import type { AccountForm } from './use-account-form.ts'
import type { Captcha } from './use-captcha.ts'

/** The characters of a picture. A press on the picture asks for another. `isOptional` where another act needs it, not the form. */
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
  const { state, picture, renew } = captcha
  const picturePlace = (
    <button
      type="button"
      className={styles.captcha}
      aria-label={state === 'ready' ? texts.captchaRenew : undefined}
      aria-busy={state === 'loading'}
      onClick={renew}
    >
      {state === 'ready' && <img src={picture} alt="" width={112} height={44} />}
      {state === 'loading' && texts.captchaLoading}
      {state === 'failed' && texts.captchaFailed}
    </button>
  )
  return (
    <Field
      {...form.field('captcha', isOptional ? {} : { required: texts.captchaNeeded })}
      label={texts.captcha}
      placeholder={texts.captchaHint}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      beside={picturePlace}
    />
  )
}
