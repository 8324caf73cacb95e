import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { ErrorMessage } from './error-message.tsx'
import { fieldTexts } from './field-texts.ts'
import styles from './field.module.css'
import { Icon } from '../icons/icons.tsx'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  /** Error below the field. */
  error?: string | undefined
  /** Rendered to the right of the field. */
  trailing?: ReactNode
}

/** Text input with a label above and an error below. Passwords can be revealed. */
export function Field({ label, error, trailing, type = 'text', ...input }: FieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const texts = useTexts(fieldTexts)
  const isPassword = type === 'password'
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <div className={styles.box} data-wrong={error !== undefined || undefined}>
          <input
            {...input}
            id={id}
            type={isPassword && isShown ? 'text' : type}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : errorId}
          />
          {isPassword && (
            <button
              type="button"
              className={styles.eye}
              aria-label={isShown ? texts.hide(label) : texts.show(label)}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              <Icon name={isShown ? 'eye-off' : 'eye'} />
            </button>
          )}
        </div>
        {trailing}
      </div>
      {error !== undefined && <ErrorMessage id={errorId}>{error}</ErrorMessage>}
    </div>
  )
}
