import { callOnce } from '../../lib/calls/call-query.ts'
import { signIn } from '../../lib/session/session.ts'
import { closeDialog, openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useSite } from '../../lib/site/site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { AccountCaptchaField } from './account-captcha-field.tsx'
import { AccountForm, DialogLink } from './account-form.tsx'
import { AgreementNote } from './agreement-note.tsx'
import styles from './account-form.module.css'
import { accountTexts } from './account-texts.ts'
import { storeCredential } from './browser-credentials.ts'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { rememberLogin } from './remembered-login.ts'
import { useAccountCaptcha } from './use-account-captcha.ts'
import { useAccountForm } from './use-account-form.ts'

const fields = ['email', 'captcha', 'code', 'name', 'newPassword', 'againPassword'] as const

/** Registers with an e-mailed code, and signs in; says so where registration is closed. */
export function RegisterForm() {
  return useSite()?.registration_open === false ? <RegistrationClosed /> : <OpenRegisterForm />
}

function RegistrationClosed() {
  const texts = useTexts(accountTexts)
  return (
    <div className={styles.form}>
      <p>{texts.registrationClosed}</p>
      <Button variant="primary" className={styles.act} onClick={() => void openDialog('login')}>
        {texts.login}
      </Button>
    </div>
  )
}

function OpenRegisterForm() {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const captcha = useAccountCaptcha('register')
  const form = useAccountForm({
    fields,
    captcha,
    initialFocus: 'email',
    async send({ email, captcha: read, code, name, newPassword, againPassword, remember }) {
      const input = {
        username: name.trim(),
        email: email.trim(),
        code: code.trim(),
        password: newPassword,
        againPassword,
      }
      const reply = await callOnce('userRegister', { ...input, ...(await captcha.fields(read)), remember }, script)
      const account = reply.user.userName
      rememberLogin(remember ? { account, device: reply.device } : null)
      if (remember) void storeCredential({ account, password: newPassword })
      signIn(reply)
      showToast({ text: texts.registered, kind: 'done' })
      closeDialog()
    },
  })
  return (
    <AccountForm
      form={form}
      submitLabel={texts.register}
      pendingLabel={texts.registering}
      above={<AgreementNote />}
      below={
        <span>
          {texts.haveAccount}
          <DialogLink onPress={() => void openDialog('login')}>{texts.login}</DialogLink>
        </span>
      }
    >
      <EmailField form={form} />
      <AccountCaptchaField form={form} captcha={captcha} />
      <CodeField form={form} captcha={captcha} call="emailRegister" />
      <Field
        {...form.field('name')}
        label={texts.name}
        placeholder={texts.nameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPasswordFields form={form} label={texts.newPassword} />
    </AccountForm>
  )
}
