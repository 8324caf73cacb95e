import type { HistoryItem } from '@yunmu/contract'
import { Link } from '../../../ui/link.tsx'
import { itemUrl } from '../../../domains/library/history-item.ts'
import { isBroadcast } from '../../../domains/library/history-rules.ts'
import { Remaining } from '../../../domains/library/remaining.tsx'
import { useItemSpoiler } from '../../../domains/library/use-item-spoiler.ts'
import { timeOfDayText, episodeText } from '../../../domains/library/item-texts.ts'
import { libraryTexts } from '../../../domains/library/library-texts.ts'
import { usePictures } from '../../../lib/picture.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { isFinished } from '../../../lib/watching/watch-record-rules.ts'
import { clockText } from '../../../player/chrome/seek/clock-text.ts'
import { Icon } from '../../../ui/icons/icons.tsx'
import styles from './history-card.module.css'
import { historyTexts } from './history-texts.ts'
import { useSwipeToRemove } from './use-swipe-to-remove.ts'

interface CardProps {
  item: HistoryItem
  nowSec: number
  /** Null outside of management mode. */
  isChosen: boolean | null
  toggle: () => void
  remove: () => void
}

/** A title of the history with a still and its progress. Swiping left removes it. */
export function HistoryCard({ item, nowSec, isChosen, toggle, remove }: CardProps) {
  const texts = useTexts(historyTexts)
  const swipe = useSwipeToRemove(remove)
  const isManaged = isChosen !== null
  return (
    <li
      className={styles.card}
      data-finished={(!isBroadcast(item) && isFinished(item)) || undefined}
      data-managed={isManaged || undefined}
      {...(isManaged ? {} : swipe)}
    >
      <CardContent item={item} nowSec={nowSec} isStatic={isManaged} />
      {isManaged ? (
        <label className={styles.check}>
          <input type="checkbox" checked={isChosen} onChange={toggle} aria-label={texts.choose(item.name)} />
          <span aria-hidden="true">{isChosen && <Icon name="check" size={18} />}</span>
        </label>
      ) : (
        <button type="button" className={styles.remove} aria-label={texts.remove(item.name)} onClick={remove}>
          <Icon name="trash" size={18} />
        </button>
      )}
    </li>
  )
}

function CardContent({ item, nowSec, isStatic }: { item: HistoryItem; nowSec: number; isStatic: boolean }) {
  const words = useTexts(libraryTexts)
  const pictures = usePictures()
  const url = itemUrl(item)
  const spoiler = useItemSpoiler(item)
  const name = [item.name, episodeText(item, words)].filter((word) => word !== '').join('　')
  const content = (
    <>
      <span className={styles.frame}>
        {item.still !== '' && (
          <img
            {...pictures(item.still, 'wide')}
            sizes="(max-width: 599px) 144px, (max-width: 1199px) 44vw, 304px"
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        )}
        {item.type === 'live' && <span className={styles.live}>{words.live}</span>}
        {item.type === 'match' && <span className={styles.match}>{words.match}</span>}
        {item.fresh && <span className={styles.fresh}>{words.fresh}</span>}
        <span className={styles.fall}>
          {item.duration > 0 && <span data-spoiler={spoiler}>{clockText(item.duration)}</span>}
        </span>
        <span className={styles.bar} data-spoiler={spoiler}>
          <span style={{ width: `${item.percent}%` }} />
        </span>
        {url !== null && !isStatic && (
          <span className={styles.play}>
            <Icon name="play" />
          </span>
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.line}>
          <span>{item.gone ? words.gone : <Remaining item={item} />}</span>
          <span>{timeOfDayText(item.time, nowSec, words)}</span>
        </span>
      </span>
    </>
  )
  if (url === null || isStatic) return <div className={styles.link}>{content}</div>
  return (
    <Link to={url} className={styles.link} draggable={false}>
      {content}
    </Link>
  )
}
