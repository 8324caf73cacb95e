import { watchHistoryDropdown } from '@yunmu/contract/constants'
import { Link } from 'react-router'
import { usePictures } from '../lib/picture.ts'
import { useTexts } from '../lib/texts.ts'
import { vodUrl } from '../lib/urls.ts'
import { useWatchRecords } from '../lib/use-watch-records.ts'
import { latestOfEachTitle, watchPercent } from '../lib/watch-record-rules.ts'
import styles from './history-panel.module.css'
import { shellTexts } from './shell-texts.ts'

/** `21:08`, or `1:02:03`. */
function clockOf(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (number: number): string => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** The last titles that this browser watched, each with where it was left. */
export default function HistoryPanel({ close }: { close: () => void }) {
  const texts = useTexts(shellTexts)
  const pictures = usePictures()
  const records = latestOfEachTitle(useWatchRecords()).filter(({ type }) => type === 'vod')
  if (records.length === 0) return <p className={styles.empty}>{texts.historyEmpty}</p>
  return (
    <ul className={styles.list}>
      {records.slice(0, watchHistoryDropdown).map((record) => {
        const left = clockOf(record.currentTime)
        return (
          <li key={record.id}>
            <Link to={vodUrl(record)} className={styles.record} onClick={close}>
              <span className={styles.frame}>
                <img {...pictures(record.img, 'wide')} sizes="96px" alt="" />
                <span className={styles.bar} style={{ width: `${watchPercent(record)}%` }} />
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{record.name}</span>
                <span className={styles.left}>
                  {record.isLevel ? texts.watchedEpisode(record.level, left) : texts.watchedTo(left)}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
