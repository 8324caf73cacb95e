import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import styles from './list-header.module.css'

interface ListHeaderProps {
  heading: string
  /** Accessible name of the options. */
  label: string
  options: readonly { text: string; to: string; chosen: boolean }[]
  /** Content at the end of the row. */
  children?: ReactNode
}

/** Header of a list page: its heading and links of which one is selected. */
export function ListHeader({ heading, label, options, children }: ListHeaderProps) {
  return (
    <div className={styles.line}>
      <h1 className={styles.head}>{heading}</h1>
      <nav aria-label={label} className={styles.words}>
        {options.map(({ text, to, chosen }) => (
          <Link key={to} to={to} preventScrollReset aria-current={chosen ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {children && <div className={styles.end}>{children}</div>}
    </div>
  )
}
