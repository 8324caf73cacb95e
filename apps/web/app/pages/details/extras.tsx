import type { TitleDetail } from '@yunmu/contract'
import { mediaTexts } from '../../domains/media/media-texts.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { vodUrl } from '../../lib/urls.ts'
import { clockText } from '../../player/chrome/seek/clock-text.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './extras.module.css'

/** Trailers and extras of the title, if there are any: no episodes. */
export function Extras({ detail }: { detail: TitleDetail }) {
  const media = useTexts(mediaTexts)
  const pictures = usePictures()
  const extras = detail.extras?.episodes ?? []
  if (extras.length === 0) return null
  return (
    <section aria-label={media.trailersAndExtras}>
      <h2 className={styles.head}>{media.trailersAndExtras}</h2>
      <ul className={styles.list}>
        {extras.map(({ level, name, img, duration }) => (
          <li key={level}>
            <Link to={vodUrl({ ...detail, level, source: undefined })} className={styles.card}>
              <span className={styles.still}>
                <img
                  {...pictures(img, 'wide')}
                  sizes="(width < 600px) 44vw, 220px"
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
                <span className={styles.sign}>
                  <PlayerIcon name="play" size={24} />
                </span>
                {duration > 0 && <span className={styles.clock}>{clockText(duration)}</span>}
              </span>
              <span className={styles.name}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
