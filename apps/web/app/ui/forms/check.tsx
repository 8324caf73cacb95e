import type { ComponentProps } from 'react'
import styles from './check.module.css'

/** A choice that is made or not, with its words. */
export function Check({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}
