import type { TitleCard } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { usePictures } from '../../lib/picture.ts'
import { detailsUrl } from '../../lib/urls.ts'
import { LockSign } from '../../ui/titles/lock-sign.tsx'
import styles from './title-list.module.css'

interface TitleListItemProps {
  title: Pick<TitleCard, 'id' | 'pidId' | 'name' | 'img' | 'locked'>
  /** Rank or time by which the list is sorted. */
  leading: ReactNode
  /** Two muted lines below the name. */
  secondaryLines: readonly [ReactNode, ReactNode]
  /** Figures at the end of the row. */
  children?: ReactNode
}

/** A vertical list of titles, in two columns if there is room. Children are list items. */
export function TitleList({ from = 1, count, children }: { from?: number; count: number; children: ReactNode }) {
  return (
    <ol className={styles.list} start={from} style={{ '--rows': Math.ceil(count / 2) }}>
      {children}
    </ol>
  )
}

/** A title in a list: rank or time, picture, name and details. */
export function TitleListItem({ title, leading, secondaryLines, children }: TitleListItemProps) {
  const pictures = usePictures()
  return (
    <li className={styles.item}>
      <Link to={detailsUrl(title)} className={styles.line}>
        <span className={styles.lead}>{leading}</span>
        <img {...pictures(title.img, 'poster')} sizes="60px" width={60} height={84} alt="" loading="lazy" />
        <span className={styles.words}>
          <span className={styles.name}>
            {title.name}
            {title.locked && <LockSign />}
          </span>
          <span>{secondaryLines[0]}</span>
          <span>{secondaryLines[1]}</span>
        </span>
        {children}
      </Link>
    </li>
  )
}
