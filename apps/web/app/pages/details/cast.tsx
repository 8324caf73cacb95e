import type { TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { personUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './cast.module.css'
import { detailsTexts } from './details-texts.ts'

const initialCount = 12

/** Cast and crew of a title. */
export function Cast({ detail }: { detail: TitleDetail }) {
  const texts = useTexts(detailsTexts)
  const [isOpen, setOpen] = useState(false)
  const credits = [...detail.directors.map((name) => ({ name, role: texts.director })), ...detail.actors]
  const people = credits.map((credit, at) => ({ ...credit, face: detail.faces[at] ?? '' }))
  const base = useSite()?.image_base ?? ''
  if (people.length === 0) return null
  return (
    <section aria-label={texts.cast}>
      <div className={styles.line}>
        <h2 className={styles.head}>{texts.cast}</h2>
        {people.length > initialCount && (
          <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.fewerPeople : texts.allPeople(people.length)}
            <Icon name="next" size={14} />
          </button>
        )}
      </div>
      <ul className={styles.people}>
        {(isOpen ? people : people.slice(0, initialCount)).map(({ name, role, face }) => (
          <li key={`${name}${role}`}>
            <img src={base + face} alt="" width={52} height={52} loading="lazy" />
            <Link to={personUrl(name)} className={styles.name}>
              {name}
            </Link>
            <span className={styles.role}>{role}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
