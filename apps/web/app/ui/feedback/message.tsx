import type { ReactNode } from 'react'
import styles from './message.module.css'

interface MessageProps {
  text: string
  /** `h1` where it stands for a whole page. */
  as?: 'h1' | 'p'
  children?: ReactNode
}

/** One sentence at the place of what is not there, and one thing to do about it. */
export function Message({ text, as: Text = 'p', children }: MessageProps) {
  return (
    <div className={styles.message}>
      <Text>{text}</Text>
      {children}
    </div>
  )
}
