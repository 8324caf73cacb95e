import { useId, type ReactNode } from 'react'
import { SectionLine } from './section-line.tsx'
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
      <SectionLine id={id} head={head} aside={aside} more={more} />
      {children}
    </section>
  )
}
