import type { Episode, Source, TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import { EpisodeCell } from '../../domains/media/episode-cell.tsx'
import { canOpen, isDated, isSerial, isWithin, rangesOf, sourceInUrl } from '../../domains/media/episode-rules.ts'
import { momentText } from '../../domains/media/episode-title.ts'
import { mediaTexts } from '../../domains/media/media-texts.ts'
import type { Progress } from '../../domains/media/progress.ts'
import { SourceLinks } from '../../domains/media/source-links.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, vodUrl } from '../../lib/urls.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { detailsTexts } from './details-texts.ts'
import styles from './episodes.module.css'

interface EpisodesProps {
  detail: TitleDetail
  source: Source | undefined
  progress: ReadonlyMap<number, Progress>
}

/** Episode labels of a source: numbers, dates (variety shows), or names (films). */
export function Episodes({ detail, source, progress }: EpisodesProps) {
  const texts = useTexts(detailsTexts)
  const media = useTexts(mediaTexts)
  const [isReversed, setReversed] = useState(false)
  const [picked, setPicked] = useState(0)
  const episodes = source?.episodes ?? []
  const ranges = rangesOf(episodes)
  const range = ranges[picked] ?? ranges[0]
  const inRange = range ? episodes.filter((episode) => isWithin(episode, range)) : []
  const line = sourceInUrl(detail.sources, source?.id)
  const isNumbered = isSerial(detail) && !isDated(episodes)
  const current = [...progress].find(([, { isFinished }]) => !isFinished)?.[0]
  return (
    <section aria-label={media.episodes}>
      <div className={styles.line}>
        <h2 className={styles.head}>{isSerial(detail) ? media.episodes : media.extras}</h2>
        <SourceLinks
          sources={detail.sources}
          chosenId={source?.id ?? 0}
          urlOf={(id) => `${detailsUrl(detail)}?line=${id}`}
        />
        {episodes.length > 1 && (
          <button
            type="button"
            className={styles.order}
            aria-pressed={isReversed}
            onClick={() => setReversed(!isReversed)}
          >
            <PlayerIcon name="order" size={16} />
            {isReversed ? texts.straight : texts.reversed}
          </button>
        )}
      </div>
      {ranges.length > 1 && (
        <div className={styles.ranges}>
          {ranges.map(({ from, to }, index) => (
            <button key={from} type="button" aria-pressed={index === picked} onClick={() => setPicked(index)}>
              {from}–{to}
            </button>
          ))}
        </div>
      )}
      {episodes.length === 0 && <p className={styles.empty}>{media.noSource}</p>}
      <ul className={styles.grid} data-wide={!isNumbered || undefined}>
        {(isReversed ? inRange.toReversed() : inRange).map((episode) => (
          <li key={episode.level}>
            <EpisodeCell
              episode={episode}
              label={isNumbered ? String(episode.level) : episode.name}
              to={vodUrl({ ...detail, level: episode.level, source: line })}
              isCurrent={episode.level === current}
              progress={progress.get(episode.level)}
            />
          </li>
        ))}
      </ul>
      <Schedule detail={detail} episodes={episodes} />
    </section>
  )
}

/** When the next episodes are released. */
function Schedule({ detail, episodes }: { detail: TitleDetail; episodes: readonly Episode[] }) {
  const texts = useTexts(detailsTexts)
  const media = useTexts(mediaTexts)
  const next = episodes.find((episode) => !canOpen(episode) && episode.airAt !== null)
  if (detail.schedule === '' && !next) return null
  return (
    <p className={styles.schedule}>
      {detail.schedule}
      {next && next.airAt !== null && <b>{texts.nextOne(next.level, momentText(next.airAt, media))}</b>}
    </p>
  )
}
