import type { HistoryItem } from '@yunmu/contract'
import { itemUrl } from '../../../domains/library/history-item.ts'
import { itemKey } from '../../../domains/library/history-rules.ts'
import { Remaining } from '../../../domains/library/remaining.tsx'
import { useItemSpoiler } from '../../../domains/library/use-item-spoiler.ts'
import { episodeText } from '../../../domains/library/item-texts.ts'
import { libraryTexts } from '../../../domains/library/library-texts.ts'
import { usePictures } from '../../../lib/picture.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { historyUrl } from '../../../lib/urls.ts'
import { useSignedIn } from '../../../lib/session/session.ts'
import { Icon } from '../../../ui/icons/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { SectionHeader } from '../../../ui/titles/section-header.tsx'
import styles from './resume-row.module.css'
import { watchedTexts } from './watched-texts.ts'

interface ResumeRowProps {
  items: readonly HistoryItem[]
  remove: (item: HistoryItem) => void
}

/** Stills of the titles to resume. */
export function ResumeRow({ items, remove }: ResumeRowProps) {
  const texts = useTexts(watchedTexts)
  const words = useTexts(libraryTexts)
  const isIn = useSignedIn()
  return (
    <section aria-label={texts.goOn}>
      <SectionHeader heading={texts.goOn} more={isIn ? { to: historyUrl, text: words.wholeHistory } : undefined} />
      <ul className={styles.stills}>
        {items.map((item) => (
          <li key={itemKey(item)} className={styles.still}>
            <Still item={item} />
            <button
              type="button"
              className={styles.remove}
              aria-label={texts.remove(item.name)}
              onClick={() => remove(item)}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Still({ item }: { item: HistoryItem }) {
  const texts = useTexts(watchedTexts)
  const words = useTexts(libraryTexts)
  const pictures = usePictures()
  const spoiler = useItemSpoiler(item)
  const episode = episodeText(item, words)
  return (
    <Link to={itemUrl(item) ?? ''} className={styles.link}>
      <span className={styles.frame}>
        {item.still !== '' && (
          <img
            {...pictures(item.still, 'wide')}
            sizes="(width < 600px) 232px, (width < 1200px) 24vw, 19vw"
            alt=""
            decoding="async"
          />
        )}
        {item.fresh && <span className={styles.fresh}>{texts.fresh}</span>}
        <span className={styles.bar} data-spoiler={spoiler}>
          <span style={{ width: `${item.percent}%` }} />
        </span>
        <span className={styles.play}>
          <Icon name="play" />
        </span>
      </span>
      <span className={styles.name}>{item.name}</span>
      <span className={styles.line}>
        {episode !== '' && `${episode}　`}
        {item.fresh ? texts.hasFresh : item.currentTime === 0 ? texts.unseen : <Remaining item={item} />}
      </span>
    </Link>
  )
}
