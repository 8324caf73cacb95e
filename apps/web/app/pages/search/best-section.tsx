import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './best-section.module.css'

interface BestSectionProps {
  id: string
  heading: string
  /** Link to all that was found of this kind; null if all is shown. */
  all: { to: string; text: string } | null
  children: ReactNode
}

/** What was found of one kind, above the found titles. */
export function BestSection({ id, heading, all, children }: BestSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.line}>
        <h2 id={id}>{heading}</h2>
        {all && (
          <Link to={all.to} preventScrollReset className={styles.more}>
            {all.text}
            <span className="unseen">{heading}</span>
            <Icon name="next" size={14} />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

/** Cards side by side, as many as fit. */
export function BestCards({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <ul className={`${styles.cards} ${className}`}>{children}</ul>
}
