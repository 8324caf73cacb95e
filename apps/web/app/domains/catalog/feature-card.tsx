import { Link } from '../../ui/link.tsx'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { usePictures } from '../../lib/picture.ts'
import styles from './feature-card.module.css'

export type Feature = NonNullable<ReplyFrom<'indexVodData'>['plate']>

/** A wide picture with a heading of preset lines that links to a list. */
export function FeatureCard({ kicker, head, line, href, img }: Feature) {
  const pictures = usePictures()
  return (
    <Link to={href} className={styles.plate}>
      <img
        {...pictures(img, 'wide')}
        sizes="(max-width: 599px) 94vw, (max-width: 1199px) 38vw, 580px"
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className={styles.words}>
        <span className={styles.kicker}>{kicker}</span>
        <span className={styles.head}>
          {head.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </span>
        <span className={styles.line}>{line}</span>
      </span>
    </Link>
  )
}
