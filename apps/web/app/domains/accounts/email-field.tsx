import { useTexts } from '../../lib/text/texts.ts'
import { Field } from '../../ui/forms/field.tsx'
import { isEmail } from './account-rules.ts'
import { accountTexts } from './account-texts.ts'
import type { AccountForm } from './use-account-form.ts'

/** E-mail address. `autoComplete` is `username` where it names an existing account. */
export function EmailField({
  form,
  autoComplete = 'email',
}: {
  form: AccountForm
  autoComplete?: 'email' | 'username'
}) {
  const texts = useTexts(accountTexts)
  const check = (value: string): string | true => {
    if (value.trim() === '') return texts.emailNeeded
    return isEmail(value) || texts.emailWrong
  }
  return (
    <Field
      {...form.field('email', { validate: (value) => check(String(value)) })}
      label={texts.email}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
