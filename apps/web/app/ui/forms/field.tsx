import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { ErrorLine } from './error-line.tsx'
import { fieldTexts } from './field-texts.ts'
import styles from './field.module.css'
import { Icon } from '../icons/icons.tsx'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string
  /** What is wrong with it, under the field. */
  error?: string | undefined
  /** Stands at the right of the field. */
  beside?: ReactNode
}

/** A line to fill in, with its label above and what is wrong with it below. Passwords can be looked at. */
export function Field({ label, error, beside, type = 'text', ...input }: FieldProps) {
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
        {beside}
      </div>
      {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </div>
  )
}
