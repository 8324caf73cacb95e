import { useTexts } from '../../lib/text/texts.ts'
import { Field } from '../../ui/forms/field.tsx'
import { accountTexts } from './account-texts.ts'
import type { AccountForm } from './use-account-form.ts'

/** By what an account is known here: its name or its e-mail. */
export function AccountField({ form }: { form: AccountForm }) {
  const texts = useTexts(accountTexts)
  return (
    <Field
      {...form.field('account', { validate: (value) => String(value).trim() !== '' || texts.accountNeeded })}
      label={texts.account}
      placeholder={texts.accountHint}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** The password that the account has. */
export function PasswordField({ form }: { form: AccountForm }) {
  const texts = useTexts(accountTexts)
  return (
    <Field
      {...form.field('password', { required: texts.passwordNeeded })}
      label={texts.password}
      type="password"
      autoComplete="current-password"
    />
  )
}
