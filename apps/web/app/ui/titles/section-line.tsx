import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../icons/icons.tsx'
import styles from './section-line.module.css'

interface SectionLineProps {
  /** Of the head, for what names itself by it. */
  id?: string
  head: string
  /** Words beside the head, such as chips. */
  aside?: ReactNode
  /** Where the whole of it is. */
  more?: { to: string; text: string } | undefined
}

/** The head of a part of a page, with a way to the whole of it. */
export function SectionLine({ id, head, aside, more }: SectionLineProps) {
  return (
    <div className={styles.line}>
      <h2 id={id} className={styles.head}>
        {head}
      </h2>
      {aside && <div className={styles.aside}>{aside}</div>}
      {more && (
        <Link to={more.to} className={styles.more}>
          {more.text}
          <span className="unseen">{head}</span>
          <Icon name="next" size={14} />
        </Link>
      )}
    </div>
  )
}
