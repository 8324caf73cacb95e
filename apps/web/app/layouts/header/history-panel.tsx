import type { HistoryItem } from '@yunmu/contract'
import { watchHistoryDropdown } from '@yunmu/contract/constants'
import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { itemUrl } from '../../domains/library/history-item.ts'
import { isBroadcast, isTitle, itemKey } from '../../domains/library/history-rules.ts'
import { ageText, episodeText } from '../../domains/library/item-texts.ts'
import { libraryTexts } from '../../domains/library/library-texts.ts'
import { useItemSpoiler } from '../../domains/library/use-item-spoiler.ts'
import { useLastWatched } from '../../domains/library/use-last-watched.ts'
import { useNextEpisode } from '../../domains/media/use-next-episode.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { usePictures } from '../../lib/picture.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { historyUrl } from '../../lib/urls.ts'
import { isFinished } from '../../lib/watching/watch-record-rules.ts'
import { clockText } from '../../player/chrome/seek/clock-text.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './history-panel.module.css'
import { historyPanelTexts } from './history-panel-texts.ts'

/** Recently watched titles: of the user on all devices, or of a visitor in this browser. */
export default function HistoryPanel({ close }: { close: () => void }) {
  const texts = useTexts(historyPanelTexts)
  const words = useTexts(libraryTexts)
  const isIn = useSignedIn()
  const { items } = useLastWatched(watchHistoryDropdown)
  const login = (): void => {
    close()
    void openDialog('login')
  }
  return (
    <>
      {items.length === 0 ? (
        <p className={styles.empty}>{texts.empty}</p>
      ) : (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={itemKey(item)}>
              <HistoryRow item={item} close={close} />
            </li>
          ))}
        </ul>
      )}
      {isIn ? (
        <Link to={historyUrl} className={styles.whole} onClick={close}>
          {words.wholeHistory}
          <Icon name="next" size={16} />
        </Link>
      ) : (
        <button type="button" className={styles.whole} onClick={login}>
          {words.afterLogin}
          <Icon name="next" size={16} />
        </button>
      )}
    </>
  )
}

function HistoryRow({ item, close }: { item: HistoryItem; close: () => void }) {
  const texts = useTexts(historyPanelTexts)
  const words = useTexts(libraryTexts)
  const pictures = usePictures()
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  const ownUrl = itemUrl(item)
  const isOver = !isBroadcast(item) && isFinished(item)
  const next = useNextEpisode(item, { enabled: ownUrl !== null && isOver && isTitle(item) })
  const spoiler = useItemSpoiler(item)
  const url = next?.url ?? ownUrl
  const episode = item.isSerial && item.episode !== '' ? String(item.level) : item.episode
  const details = [episodeText({ ...item, episode }, words)]
  const reached = isBroadcast(item) ? words.live : texts.watchedTo(clockText(item.currentTime))
  details.push(item.gone ? words.gone : isOver ? words.finished : reached)
  const statusText = next ? words.nextEpisode(next.name) : details.filter((part) => part !== '').join(' ')
  const inside = (
    <>
      <span className={styles.frame}>
        {item.still !== '' && <img {...pictures(item.still, 'wide')} sizes="96px" alt="" />}
        <span className={styles.bar} style={{ width: `${item.percent}%` }} data-spoiler={spoiler} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{item.name}</span>
        <span className={styles.left}>{statusText}</span>
        <span className={styles.age}>
          {ageText(item.time, nowSec, words)}
          {item.fresh && <b>{words.fresh}</b>}
        </span>
      </span>
    </>
  )
  if (url === null) return <span className={styles.record}>{inside}</span>
  return (
    <Link to={url} className={styles.record} onClick={close}>
      {inside}
    </Link>
  )
}
