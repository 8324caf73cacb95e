import type { ReactNode } from 'react'
import styles from './status-message.module.css'

interface StatusMessageProps {
  text: string
  /** `h1` if it is the page's only content. */
  as?: 'h1' | 'p'
  children?: ReactNode
}

/** One sentence in place of missing content, with one action. */
export function StatusMessage({ text, as: Text = 'p', children }: StatusMessageProps) {
  return (
    <div className={styles.message}>
      <Text>{text}</Text>
      {children}
    </div>
  )
}
