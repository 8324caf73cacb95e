import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './list-head.module.css'

interface ListHeadProps {
  head: string
  /** What the words choose. */
  label: string
  words: readonly { text: string; to: string; chosen: boolean }[]
  /** At the end of the line. */
  children?: ReactNode
}

/** The head of a page of lists: its name, and words of which one is chosen. */
export function ListHead({ head, label, words, children }: ListHeadProps) {
  return (
    <div className={styles.line}>
      <h1 className={styles.head}>{head}</h1>
      <nav aria-label={label} className={styles.words}>
        {words.map(({ text, to, chosen }) => (
          <Link key={to} to={to} preventScrollReset aria-current={chosen ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {children && <div className={styles.end}>{children}</div>}
    </div>
  )
}
