import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Icon } from '../icons/icons.tsx'
import styles from './section-header.module.css'

interface SectionHeaderProps {
  /** Id of the heading, for `aria-labelledby`. */
  id?: string
  heading: string
  /** Content beside the heading, such as chips. */
  aside?: ReactNode
  /** Link to the full list. */
  more?: { to: string; text: string } | undefined
}

/** Header of a section, with a link to the full list. */
export function SectionHeader({ id, heading, aside, more }: SectionHeaderProps) {
  return (
    <div className={styles.line}>
      <h2 id={id} className={styles.head}>
        {heading}
      </h2>
      {aside && <div className={styles.aside}>{aside}</div>}
      {more && (
        <Link to={more.to} className={styles.more}>
          {more.text}
          <span className="unseen">{heading}</span>
          <Icon name="next" size={14} />
        </Link>
      )}
    </div>
  )
}
