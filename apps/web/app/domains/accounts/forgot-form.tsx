import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { callOnce } from '../../lib/calls/call-query.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { AccountCaptchaField } from './account-captcha-field.tsx'
import { AccountForm, DialogLink } from './account-form.tsx'
import { isEmail } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import type { AccountValues } from './account-values.ts'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { rememberLogin } from './remembered-login.ts'
import { useAccountCaptcha } from './use-account-captcha.ts'
import { useAccountForm } from './use-account-form.ts'

const fields = ['email', 'captcha', 'code', 'newPassword', 'againPassword'] as const

/** Sets a new password with an e-mailed code. */
export function ForgotForm() {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const captcha = useAccountCaptcha('forget')
  const { getValues, setValue } = useFormContext<AccountValues>()
  const form = useAccountForm({
    fields,
    captcha,
    initialFocus: 'email',
    async send({ email, captcha: read, code, newPassword, againPassword }) {
      const input = { email: email.trim(), code: code.trim(), password: newPassword, againPassword }
      const { device } = await callOnce('userForget', { ...input, ...(await captcha.fields(read)) }, script)
      // The device token lets the following login pass even if the account is locked because others guess passwords.
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
      submitLabel={texts.reset}
      pendingLabel={texts.resetting}
      below={
        <>
          <DialogLink isMuted onPress={() => void openDialog('login')}>
            {texts.backToLogin}
          </DialogLink>
          <span>
            {texts.noAccount}
            <DialogLink onPress={() => void openDialog('register')}>{texts.register}</DialogLink>
          </span>
        </>
      }
    >
      <EmailField form={form} autoComplete="username" />
      <AccountCaptchaField form={form} captcha={captcha} />
      <CodeField form={form} captcha={captcha} call="emailForget" />
      <NewPasswordFields form={form} label={texts.changedPassword} />
    </AccountForm>
  )
}
