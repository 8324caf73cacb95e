import type { MatchTeam } from '@yunmu/contract'
import { usePictures } from '../../lib/picture.ts'
import styles from './crest.module.css'

interface CrestProps {
  team: Pick<MatchTeam, 'name' | 'img' | 'colour'>
  /** Largest side length in pixels, for the choice of the picture. The style sheet of the place sets `--crest`. */
  size: number
}

/** A team's crest; without one, its first character on its colour. The name is written next to it. */
export function Crest({ team: { name, img, colour }, size }: CrestProps) {
  const pictures = usePictures()
  if (img === '')
    return (
      <span className={styles.sign} style={{ background: colour || undefined }} aria-hidden="true">
        {[...name][0]}
      </span>
    )
  return (
    <img
      {...pictures(img, 'poster')}
      className={styles.crest}
      sizes={`${size}px`}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}
