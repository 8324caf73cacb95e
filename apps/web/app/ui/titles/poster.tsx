import type { TitleCard } from '@yunmu/contract'
import { Link } from '../link.tsx'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, vodUrl } from '../../lib/urls.ts'
import { Icon } from '../icons/icons.tsx'
import { LockSign } from './lock-sign.tsx'
import styles from './poster.module.css'
import { titleTexts } from './title-texts.ts'

interface PosterProps {
  title: TitleCard
  /** `still` is 16:9, for categories that customarily have no poster: variety shows, documentaries. */
  shape?: 'poster' | 'still'
  /** Muted line below the name. */
  secondaryText?: string
  /** Loaded eagerly, but after the page's main picture: for posters visible without scrolling. */
  eager?: boolean
}

const sizes = {
  poster: '(max-width: 599px) 31vw, (max-width: 1199px) 18vw, 190px',
  still: '(max-width: 599px) 46vw, 24vw',
} as const

/**
 * A title as a picture with a caption; shows buttons on hover and focus: play, and 稍后看, which `useLaterButtons` handles.
 * `PosterPreviews` shows frames of titles that are not locked.
 */
export function Poster({ title, shape = 'poster', secondaryText = genreText(title), eager = false }: PosterProps) {
  const texts = useTexts(titleTexts)
  const pictures = usePictures()
  const picture = shape === 'poster' ? pictures(title.img, 'poster') : pictures(title.backdrop, 'wide')
  return (
    <article className={styles.poster} data-shape={shape} data-preview={title.locked ? undefined : title.id}>
      <Link to={detailsUrl(title)} className={styles.link}>
        <span className={styles.name}>{title.name}</span>
        <span className={styles.line}>{secondaryText}</span>
        <span className={styles.frame} data-frame>
          <img
            {...picture}
            sizes={sizes[shape]}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'low' : undefined}
            decoding="async"
          />
          <span className={styles.fall}>
            <span className={styles.remark}>{title.remarks}</span>
            {title.score > 0 && (
              <span className={styles.score}>
                <span className="unseen">{texts.score}</span> {title.score.toFixed(1)}
              </span>
            )}
          </span>
          {title.fresh && <span className={styles.fresh}>{texts.fresh}</span>}
          {title.locked && <LockSign className={styles.lock} />}
          {title.vip && <span className={styles.vip}>VIP</span>}
        </span>
      </Link>
      <span className={styles.over}>
        <Link to={vodUrl({ ...title, level: 1 })} className={styles.play} aria-label={texts.play(title.name)}>
          <Icon name="play" />
        </Link>
        <button type="button" className={styles.later} data-later={title.id} aria-label={texts.later(title.name)}>
          <Icon name="clock" />
        </button>
      </span>
    </article>
  )
}

/** The first two genres of a title. */
const genreText = ({ genres }: Pick<TitleCard, 'genres'>): string => genres.slice(0, 2).join(' · ')
