import type { ReactNode } from 'react'
import { SectionHeader } from './section-header.tsx'
import styles from './section.module.css'

interface SectionProps {
  heading: string
  /** Content beside the heading, such as chips. */
  aside?: ReactNode
  more?: { to: string; text: string } | undefined
  /** Kind of its single row: reserves the section's height before it renders. */
  shape: 'poster' | 'still' | 'plated'
  children: ReactNode
}

/** A section with a heading and a link to the full list. */
export function Section({ heading, aside, more, shape, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={heading} data-shape={shape}>
      <SectionHeader heading={heading} aside={aside} more={more} />
      {children}
    </section>
  )
}
