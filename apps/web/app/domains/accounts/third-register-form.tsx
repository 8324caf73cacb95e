import { callOnce } from '../../lib/calls/call-query.ts'
import { closeDialog, openDialog, type Ticket } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { signIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { AccountForm, Way } from './account-form.tsx'
import { accountTexts } from './account-texts.ts'
import { CaptchaField } from './captcha-field.tsx'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import { sentTicket } from './third-arrival.ts'
import { useAccountForm } from './use-account-form.ts'
import { useCaptcha } from './use-captcha.ts'

const fields = ['email', 'captcha', 'code'] as const

/** Registers somebody whom another site vouches for, and signs in. */
export function ThirdRegisterForm({ ticket }: { ticket: Ticket }) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const captcha = useCaptcha()
  const form = useAccountForm({
    fields,
    begin: 'email',
    async send({ email, code }) {
      const given = { ...sentTicket(ticket), email: email.trim(), code: code.trim() }
      signIn(await callOnce('userThirdRegister', given, script))
      showToast({ text: texts.registered, kind: 'done' })
      closeDialog()
    },
  })
  return (
    <AccountForm
      form={form}
      act={texts.thirdRegister}
      acting={texts.registering}
      below={
        <>
          <span>
            {texts.haveAccount}
            <Way go={() => void openDialog('thirdBind', ticket)}>{texts.bindInstead}</Way>
          </span>
          <Way isQuiet go={() => void openDialog('login')}>
            {texts.backToLogin}
          </Way>
        </>
      }
    >
      <EmailField form={form} />
      <CaptchaField form={form} captcha={captcha} isOptional />
      <CodeField form={form} captcha={captcha} call="emailRegister" />
    </AccountForm>
  )
}
