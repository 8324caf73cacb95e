import type { TitleCard } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePictures } from '../../lib/picture.ts'
import { detailsUrl } from '../../lib/urls.ts'
import styles from './title-line.module.css'

interface TitleLineProps {
  title: Pick<TitleCard, 'id' | 'pidId' | 'name' | 'img'>
  /** What the line is sorted by. */
  lead: ReactNode
  /** Two muted lines below the name. */
  lines: readonly [ReactNode, ReactNode]
  /** Figures at the end of the line. */
  children?: ReactNode
}

/** The lines of a list that is read downwards: in two columns where there is room. List items go into it. */
export function TitleLines({ from = 1, count, children }: { from?: number; count: number; children: ReactNode }) {
  return (
    <ol className={styles.list} start={from} style={{ '--rows': Math.ceil(count / 2) }}>
      {children}
    </ol>
  )
}

/** A title as a line: where it stands, its picture, what is to be said of it. */
export function TitleLine({ title, lead, lines, children }: TitleLineProps) {
  const pictures = usePictures()
  return (
    <li className={styles.item}>
      <Link to={detailsUrl(title)} className={styles.line}>
        <span className={styles.lead}>{lead}</span>
        <img {...pictures(title.img, 'poster')} sizes="60px" width={60} height={84} alt="" loading="lazy" />
        <span className={styles.words}>
          <span className={styles.name}>{title.name}</span>
          <span>{lines[0]}</span>
          <span>{lines[1]}</span>
        </span>
        {children}
      </Link>
    </li>
  )
}
