import type { ComponentProps } from 'react'
import styles from './checkbox.module.css'

/** Checkbox with its label. */
export function Checkbox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}
