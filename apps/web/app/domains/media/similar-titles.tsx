import type { TitleCard } from '@yunmu/contract'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { Link } from '../../ui/link.tsx'
import { usePictures } from '../../lib/picture.ts'
import { detailsUrl } from '../../lib/urls.ts'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import styles from './similar-titles.module.css'

const maxTitles = 5

/** A vertical list of similar titles. */
export const SimilarTitles = import.meta.env.SSR
  ? shareMarkup(Titles, ({ heading, titles }) => (titles.length === 0 ? null : [heading, titles]))
  : Titles

function Titles({ heading, titles }: { heading: string; titles: readonly TitleCard[] }) {
  const pictures = usePictures()
  if (titles.length === 0) return null
  return (
    <section aria-label={heading}>
      <h2 className={styles.head}>{heading}</h2>
      <ul className={styles.list}>
        {titles.slice(0, maxTitles).map((title) => (
          <li key={title.id}>
            <Link to={detailsUrl(title)} className={styles.title}>
              <img {...pictures(title.img, 'poster')} sizes="76px" alt="" loading="lazy" decoding="async" />
              <span className={styles.words}>
                <span className={styles.name}>
                  {title.name}
                  {title.locked && <LockSign />}
                </span>
                <span className={styles.line}>{title.genres.slice(0, 2).join(' · ')}</span>
                <span className={styles.line}>{title.remarks}</span>
              </span>
              {title.score > 0 && <span className={styles.score}>{title.score.toFixed(1)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
