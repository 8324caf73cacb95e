import { accountBounds } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { Field } from '../../ui/forms/field.tsx'
import styles from './account-form.module.css'
import { accountTexts } from './account-texts.ts'
import type { AccountForm } from './use-account-form.ts'

const { min, max } = accountBounds.password

/** New password and its repetition. */
export function NewPasswordFields({ form, label }: { form: AccountForm; label: string }) {
  const texts = useTexts(accountTexts)
  const check = (value: string): string | true => {
    if (value === '') return texts.passwordNeeded
    const { length } = [...value]
    return (length >= min && length <= max) || texts.newPasswordLength
  }
  return (
    <div className={styles.pair}>
      <Field
        {...form.field('newPassword', { validate: (value) => check(String(value)) })}
        label={label}
        type="password"
        autoComplete="new-password"
      />
      <Field
        {...form.field('againPassword', {
          validate: (value, { newPassword }) => value === newPassword || texts.againWrong,
        })}
        label={texts.again}
        type="password"
        autoComplete="new-password"
      />
    </div>
  )
}
