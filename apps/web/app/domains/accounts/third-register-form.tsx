import { callOnce } from '../../lib/calls/call-query.ts'
import { closeDialog, openDialog, type Ticket } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { signIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { AccountCaptchaField } from './account-captcha-field.tsx'
import { AccountForm, DialogLink } from './account-form.tsx'
import { AgreementNote } from './agreement-note.tsx'
import { accountTexts } from './account-texts.ts'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import { ticketInput } from './third-party-return.ts'
import { useAccountCaptcha } from './use-account-captcha.ts'
import { useAccountForm } from './use-account-form.ts'

const fields = ['email', 'captcha', 'code'] as const

/** Registers a user authenticated by another site, and signs in. */
export function ThirdRegisterForm({ ticket }: { ticket: Ticket }) {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const captcha = useAccountCaptcha('register')
  const form = useAccountForm({
    fields,
    initialFocus: 'email',
    async send({ email, code }) {
      const input = { ...ticketInput(ticket), email: email.trim(), code: code.trim() }
      signIn(await callOnce('userThirdRegister', input, script))
      showToast({ text: texts.registered, kind: 'done' })
      closeDialog()
    },
  })
  return (
    <AccountForm
      form={form}
      submitLabel={texts.thirdRegister}
      pendingLabel={texts.registering}
      above={<AgreementNote />}
      below={
        <>
          <span>
            {texts.haveAccount}
            <DialogLink onPress={() => void openDialog('thirdBind', ticket)}>{texts.bindInstead}</DialogLink>
          </span>
          <DialogLink isMuted onPress={() => void openDialog('login')}>
            {texts.backToLogin}
          </DialogLink>
        </>
      }
    >
      <EmailField form={form} />
      <AccountCaptchaField form={form} captcha={captcha} isOptional />
      <CodeField form={form} captcha={captcha} call="emailRegister" />
    </AccountForm>
  )
}
