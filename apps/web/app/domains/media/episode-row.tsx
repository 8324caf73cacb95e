import type { Episode } from '@yunmu/contract'
import { Link } from 'react-router'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/texts.ts'
import { clockText } from '../../player/chrome/clock-text.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import type { Progress } from './progress.ts'
import { canOpen, isBareNumber } from './episode-rules.ts'
import { dayText, episodeTitle } from './episode-face.ts'
import styles from './episode-row.module.css'
import { mediaTexts } from './media-texts.ts'

interface EpisodeRowProps {
  episode: Episode
  isNumbered: boolean
  to: string
  isCurrent: boolean
  isPlaying: boolean
  progress: Progress | undefined
}

/** An episode in the panel: past, now or next. */
export function EpisodeRow(props: EpisodeRowProps) {
  const { episode, to, isCurrent, isPlaying, progress } = props
  const texts = useTexts(mediaTexts)
  const pictures = usePictures()
  if (!canOpen(episode)) return <ComingRow {...props} />
  return (
    <Link
      to={to}
      preventScrollReset
      className={styles.row}
      aria-current={isCurrent ? 'true' : undefined}
      data-finished={progress?.isFinished || undefined}
    >
      <span className={styles.still}>
        <img {...pictures(episode.img, 'wide')} sizes="92px" alt="" loading="lazy" decoding="async" />
        <span className={styles.sign}>
          <PlayerIcon name="play" size={20} />
        </span>
        {progress && (
          <span className={styles.bar} style={{ width: `${progress.isFinished ? 100 : progress.percent}%` }} />
        )}
      </span>
      <EpisodeWords {...props} />
      {episode.vip && <span className={styles.vip}>{texts.vip}</span>}
      {isCurrent && (
        <span className={styles.bars} data-moving={isPlaying || undefined}>
          <span className="unseen">{texts.playing}</span>
        </span>
      )}
    </Link>
  )
}

function EpisodeWords({ episode, isNumbered, progress }: EpisodeRowProps) {
  const texts = useTexts(mediaTexts)
  const { level, name, state, duration } = episode
  const line =
    state === 'pending'
      ? texts.preparing
      : state === 'broken'
        ? texts.broken
        : progress?.isFinished
          ? texts.finished
          : progress
            ? texts.watchedTo(clockText(progress.currentTime))
            : duration > 0
              ? clockText(duration)
              : ''
  return (
    <span className={styles.words}>
      <span className={styles.name}>
        {isNumbered && !isBareNumber(name, level) && <span className={styles.number}>{level}</span>}
        {isNumbered && isBareNumber(name, level) ? texts.episode(level) : name}
      </span>
      <span className={styles.line}>{line}</span>
    </span>
  )
}

function ComingRow({ episode, isNumbered }: EpisodeRowProps) {
  const texts = useTexts(mediaTexts)
  return (
    <span className={styles.row} data-coming>
      <span className={styles.day}>{episode.airAt === null ? texts.coming : dayText(episode.airAt, texts)}</span>
      <span className={styles.words}>
        <span className={styles.name}>{episodeTitle(episode, isNumbered, texts)}</span>
        <span className={styles.line}>
          {episode.airAt === null ? texts.coming : texts.comesOn(dayText(episode.airAt, texts))}
        </span>
      </span>
    </span>
  )
}
