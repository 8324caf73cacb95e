import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import styles from './account-form.module.css'
import type { AccountForm as Form } from './use-account-form.ts'

interface AccountFormProps {
  form: Form
  children: ReactNode
  /** The one thing to do, and what it is called while it is done. */
  act: string
  acting: string
  /** Stands between the fields and the button. */
  above?: ReactNode
  /** Ways to other dialogs, below the button. */
  below?: ReactNode
}

/** The frame of a form in an account dialog: Enter sends it from any field. */
export function AccountForm({ form, children, act, acting, above, below }: AccountFormProps) {
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
        {form.isPending ? acting : act}
      </Button>
      {below && <div className={styles.below}>{below}</div>}
    </form>
  )
}

/** A word that leads to another dialog. */
export function Way({ children, go, isQuiet = false }: { children: ReactNode; go: () => void; isQuiet?: boolean }) {
  return (
    <button type="button" className={styles.way} data-quiet={isQuiet || undefined} onClick={go}>
      {children}
    </button>
  )
}
