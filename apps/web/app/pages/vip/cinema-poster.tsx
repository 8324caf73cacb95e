import type { CinemaTitle } from '@yunmu/contract'
import { qualityPlate } from '../../domains/vip/quality-rules.ts'
import { Poster } from '../../ui/titles/poster.tsx'
import styles from './cinema-poster.module.css'

/** What importers remark of films: the lines of the picture, of which the plate says more. */
const isLines = /^\d+[PpKk]$/

/**
 * A poster with what picture and sound have in the place of the sign that a title is for VIPs. Composed around `Poster`,
 * whose code is part of the home page.
 */
export function CinemaPoster({ title }: { title: CinemaTitle }) {
  const { text, isGold } = qualityPlate(title.quality)
  return (
    <div className={styles.tile} data-locked={title.locked || undefined}>
      <Poster title={{ ...title, vip: false, remarks: isLines.test(title.remarks) ? '' : title.remarks }} />
      <span className={styles.plate} data-plate data-gold={isGold || undefined}>
        {text}
      </span>
    </div>
  )
}
