import type { TitleCard } from '@yunmu/contract'
import { shareMarkup } from '../../lib/boot/shared-markup.tsx'
import { Link } from '../../ui/link.tsx'
import { usePictures } from '../../lib/picture.ts'
import { detailsUrl } from '../../lib/urls.ts'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import styles from './related-titles.module.css'

interface RelatedTitlesProps {
  heading: string
  titles: readonly TitleCard[]
  /** How many of the first are beside the player, if there is room for that: then they are left out here. */
  besidePlayer: number
}

/** Small posters with the score beside the name, so that it does not cover text in the poster. */
export const RelatedTitles = import.meta.env.SSR
  ? shareMarkup(Titles, ({ heading, titles, besidePlayer }) =>
      titles.length === 0 ? null : [heading, titles, besidePlayer],
    )
  : Titles

function Titles({ heading, titles, besidePlayer }: RelatedTitlesProps) {
  const pictures = usePictures()
  if (titles.length === 0) return null
  return (
    <section aria-label={heading}>
      <h2 className={styles.head}>{heading}</h2>
      <ul className={styles.list}>
        {titles.map((title, at) => (
          <li key={title.id} data-beside={at < besidePlayer || undefined}>
            <Link to={detailsUrl(title)} className={styles.title}>
              <span className={styles.frame}>
                <img {...pictures(title.img, 'poster')} sizes="168px" alt="" loading="lazy" decoding="async" />
                {title.locked && <LockSign className={styles.lock} />}
                {title.vip && <span className={styles.vip}>VIP</span>}
              </span>
              <span className={styles.caption}>
                <span className={styles.name}>{title.name}</span>
                {title.score > 0 && <span className={styles.score}>{title.score.toFixed(1)}</span>}
              </span>
              <span className={styles.line}>{title.genres.slice(0, 2).join(' · ') || title.remarks}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
