import { useId, type ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Icon } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import styles from './profile.module.css'
import { profileTexts } from './profile-texts.ts'

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

/** What stands in the place of a list that could not be read. */
export function Failed({ retry }: { retry: () => void }) {
  const texts = useTexts(profileTexts)
  return (
    <Message text={texts.failed}>
      <button type="button" onClick={retry}>
        {texts.retry}
        <Icon name="next" size={16} />
      </button>
    </Message>
  )
}
