import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icons.tsx'
import styles from './section.module.css'

interface SectionProps {
  head: string
  /** Words beside the head, such as chips. */
  aside?: ReactNode
  more?: { to: string; text: string } | undefined
  /** What its one row holds: how high the section will be, before it is drawn. */
  shape: 'poster' | 'still' | 'plated'
  children: ReactNode
}

/** A part of a page under a head, with a way to the whole of it. */
export function Section({ head, aside, more, shape, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id} data-shape={shape}>
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
      {children}
    </section>
  )
}
