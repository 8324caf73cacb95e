import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './poster-grid.module.css'

interface PosterGridProps {
  /** Two rows on a phone, one elsewhere; the overflow is hidden. */
  isRow?: boolean
  shape?: 'poster' | 'still'
  /** Rendered before the posters; may be wide. */
  feature?: ReactNode
  /** Dimmed while other posters load. */
  isStale?: boolean
  /** List items. */
  children: ReactNode
}

/** Posters in columns; their number depends on the page's width. */
export function PosterGrid({ isRow = false, shape = 'poster', feature, isStale = false, children }: PosterGridProps) {
  return (
    <div className={styles.box}>
      <ul
        className={classNames(styles.grid, isRow && styles.row, isRow && feature ? styles.plated : '')}
        data-shape={shape}
        data-stale={isStale || undefined}
      >
        {feature && <li className={styles.plate}>{feature}</li>}
        {children}
      </ul>
    </div>
  )
}
