import { useFormContext } from 'react-hook-form'
import { callOnce } from '../../lib/calls/call-query.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { Field } from '../../ui/forms/field.tsx'
import { AccountForm, DialogLink } from './account-form.tsx'
import { accountTexts } from './account-texts.ts'
import { emptyValues, type AccountValues } from './account-values.ts'
import { CaptchaField } from './captcha-field.tsx'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useCaptcha } from './use-captcha.ts'

const fields = ['email', 'captcha', 'code', 'name', 'newPassword', 'againPassword'] as const

/** Registers with an e-mailed code, then opens the login dialog. */
export function RegisterForm() {
  const texts = useTexts(accountTexts)
  const script = useScript()
  const captcha = useCaptcha()
  const { reset } = useFormContext<AccountValues>()
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
      const { userName } = await callOnce(
        'userRegister',
        { ...input, captcha: read.trim(), captcha_id: captcha.id },
        script,
      )
      reset({ ...emptyValues, account: userName, remember })
      showToast({ text: texts.registered, kind: 'done' })
      void openDialog('login')
    },
  })
  return (
    <AccountForm
      form={form}
      submitLabel={texts.register}
      pendingLabel={texts.registering}
      below={
        <span>
          {texts.haveAccount}
          <DialogLink onPress={() => void openDialog('login')}>{texts.login}</DialogLink>
        </span>
      }
    >
      <EmailField form={form} />
      <CaptchaField form={form} captcha={captcha} />
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
