import type { ReactNode } from 'react'
import styles from './message.module.css'

/** One sentence at the place of what is not there, and one thing to do about it. */
export function Message({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.message}>
      <p>{text}</p>
      {children}
    </div>
  )
}
