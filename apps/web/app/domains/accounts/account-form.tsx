import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import styles from './account-form.module.css'
import type { AccountForm as Form } from './use-account-form.ts'

interface AccountFormProps {
  form: Form
  children: ReactNode
  /** Label of the submit button, and its label while the form is being sent. */
  submitLabel: string
  pendingLabel: string
  /** Content between the fields and the button. */
  above?: ReactNode
  /** Links to other dialogs, below the button. */
  below?: ReactNode
}

/** Layout of a form in an account dialog. Enter in any field submits it. */
export function AccountForm({ form, children, submitLabel, pendingLabel, above, below }: AccountFormProps) {
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <div className={styles.fields}>{children}</div>
      {above}
      {form.error !== undefined && (
        <div className={styles.error}>
          <ErrorMessage>{form.error}</ErrorMessage>
        </div>
      )}
      <Button type="submit" variant="primary" className={styles.act} pending={form.isPending}>
        {form.isPending ? pendingLabel : submitLabel}
      </Button>
      {below && <div className={styles.below}>{below}</div>}
    </form>
  )
}

/** A button styled as a link that opens another dialog. */
export function DialogLink({
  children,
  onPress,
  isMuted = false,
}: {
  children: ReactNode
  onPress: () => void
  isMuted?: boolean
}) {
  return (
    <button type="button" className={styles.way} data-quiet={isMuted || undefined} onClick={onPress}>
      {children}
    </button>
  )
}
