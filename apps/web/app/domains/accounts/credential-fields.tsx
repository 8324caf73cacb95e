import { useTexts } from '../../lib/text/texts.ts'
import { Field } from '../../ui/forms/field.tsx'
import { accountTexts } from './account-texts.ts'
import type { AccountForm } from './use-account-form.ts'

/** Name or e-mail of an existing account. */
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

/** Current password. */
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
