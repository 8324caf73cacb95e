import { useId, type ReactNode } from 'react'
import styles from './profile.module.css'

/** A part of the personal page under its name. */
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
