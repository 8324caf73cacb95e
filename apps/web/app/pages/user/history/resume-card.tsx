import type { HistoryItem } from '@yunmu/contract'
import { itemUrl } from '../../../domains/library/history-item.ts'
import { isTitle } from '../../../domains/library/history-rules.ts'
import { useItemSpoiler } from '../../../domains/library/use-item-spoiler.ts'
import { episodeText } from '../../../domains/library/item-texts.ts'
import { libraryTexts } from '../../../domains/library/library-texts.ts'
import { useNextEpisode } from '../../../domains/media/use-next-episode.ts'
import { usePictures } from '../../../lib/picture.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { clockText } from '../../../player/chrome/seek/clock-text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './resume-card.module.css'
import { historyTexts } from './history-texts.ts'

/** The title to resume. */
export function ResumeCard({ item }: { item: HistoryItem }) {
  const texts = useTexts(historyTexts)
  const words = useTexts(libraryTexts)
  const pictures = usePictures()
  const episode = episodeText(item, words)
  const next = useNextEpisode(item, { enabled: isTitle(item) })
  const spoiler = useItemSpoiler(item)
  const url = itemUrl(item)
  return (
    <section className={styles.plate} aria-label={texts.goOn}>
      <div className={styles.still}>
        <img {...pictures(item.still, 'wide')} sizes="(max-width: 599px) 100vw, 384px" alt="" />
      </div>
      <div className={styles.words}>
        <p className={styles.kicker}>{texts.goOn}</p>
        <h2 className={styles.name}>{item.name}</h2>
        <p className={styles.episode}>
          {episode}
          {item.fresh && <b>{words.fresh}</b>}
        </p>
        <div className={styles.place}>
          <span className={styles.bar} data-spoiler={spoiler}>
            <span style={{ width: `${item.percent}%` }} />
          </span>
          <span>
            {clockText(item.currentTime)}
            <span data-spoiler={spoiler}> / {clockText(item.duration)}</span>
          </span>
          <span data-spoiler={spoiler}>{Math.round(item.percent)}%</span>
        </div>
        <div className={styles.ways}>
          {url !== null && (
            <ButtonLink variant="primary" icon="play" to={url} className={styles.way}>
              {texts.play}
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink to={next.url} className={styles.way}>
              {texts.nextEpisode}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  )
}

/** Placeholders of the size of the content. */
export function HistorySkeleton({ hasResumeCard }: { hasResumeCard: boolean }) {
  const texts = useTexts(historyTexts)
  return (
    <div role="status">
      <span className="unseen">{texts.loading}</span>
      {hasResumeCard && <div className={styles.platePlace} />}
      <div className={styles.dayPlace}>
        <span className={styles.datePlace} />
        <div className={styles.cards}>
          {Array.from({ length: 6 }, (_, at) => (
            <span key={at} className={styles.cardPlace} />
          ))}
        </div>
      </div>
    </div>
  )
}
