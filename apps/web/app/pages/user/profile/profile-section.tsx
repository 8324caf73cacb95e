import { useId, type ReactNode } from 'react'
import styles from './profile.module.css'

/** A section of the profile page with a heading. */
export function ProfileSection({ name, aside, children }: { name: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{name}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
