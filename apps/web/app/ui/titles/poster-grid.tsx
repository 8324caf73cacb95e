import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './poster-grid.module.css'

interface PosterGridProps {
  /** Two lines on a phone and one everywhere else; what does not fit is not shown. */
  isRow?: boolean
  shape?: 'poster' | 'still'
  /** Stands before the posters, some of them wide. */
  plate?: ReactNode
  /** Muted while other posters load. */
  isStale?: boolean
  /** List items. */
  children: ReactNode
}

/** Posters in columns, as many as the page's width asks for. */
export function PosterGrid({ isRow = false, shape = 'poster', plate, isStale = false, children }: PosterGridProps) {
  return (
    <div className={styles.box}>
      <ul
        className={classNames(styles.grid, isRow && styles.row, isRow && plate ? styles.plated : '')}
        data-shape={shape}
        data-stale={isStale || undefined}
      >
        {plate && <li className={styles.plate}>{plate}</li>}
        {children}
      </ul>
    </div>
  )
}
