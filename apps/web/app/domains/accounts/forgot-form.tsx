import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { callOnce } from '../../lib/calls/call-query.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { AccountForm, Way } from './account-form.tsx'
import { isEmail } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import type { AccountValues } from './account-values.ts'
import { CaptchaField } from './captcha-field.tsx'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { rememberLogin } from './remembered-login.ts'
import { useAccountForm } from './use-account-form.ts'
import { useCaptcha } from './use-captcha.ts'

const fields = ['email', 'captcha', 'code', 'newPassword', 'againPassword'] as const

/** Sets a new password with a code that is sent by e-mail. */
export function ForgotForm() {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const captcha = useCaptcha()
  const { getValues, setValue } = useFormContext<AccountValues>()
  const form = useAccountForm({
    fields,
    captcha,
    begin: 'email',
    async send({ email, captcha: read, code, newPassword, againPassword }) {
      const given = { email: email.trim(), code: code.trim(), password: newPassword, againPassword }
      const { device } = await callOnce(
        'userForget',
        { ...given, captcha: read.trim(), captcha_id: captcha.id },
        script,
      )
      // The login that follows is let in, however many strangers guess at the account.
      rememberLogin({ account: email.trim(), device })
      setValue('account', email.trim())
      setValue('password', '')
      showToast({ text: texts.resetDone, kind: 'done' })
      void openDialog('login')
    },
  })
  useEffect(() => {
    const { email, account } = getValues()
    if (email === '' && isEmail(account)) setValue('email', account)
  }, [getValues, setValue])
  return (
    <AccountForm
      form={form}
      act={texts.reset}
      acting={texts.resetting}
      below={
        <>
          <Way isQuiet go={() => void openDialog('login')}>
            {texts.backToLogin}
          </Way>
          <span>
            {texts.noAccount}
            <Way go={() => void openDialog('register')}>{texts.register}</Way>
          </span>
        </>
      }
    >
      <EmailField form={form} />
      <CaptchaField form={form} captcha={captcha} />
      <CodeField form={form} captcha={captcha} call="emailForget" />
      <NewPasswordFields form={form} label={texts.changedPassword} />
    </AccountForm>
  )
}
