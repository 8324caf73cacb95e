import type { Episode } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { clockText } from '../../player/chrome/seek/clock-text.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import type { Progress } from './progress.ts'
import { canOpen, isBareNumber } from './episode-rules.ts'
import { dayText, episodeTitle } from './episode-title.ts'
import styles from './episode-row.module.css'
import { mediaTexts } from './media-texts.ts'

interface EpisodeRowProps {
  episode: Episode
  isNumbered: boolean
  to: string
  isCurrent: boolean
  /** Whether the current episode is loaded, and whether it is playing. */
  isOpen: boolean
  isPlaying: boolean
  progress: Progress | undefined
}

/** An episode in the panel, styled by its state. */
export function EpisodeRow(props: EpisodeRowProps) {
  const { episode, to, isCurrent, isOpen, isPlaying, progress } = props
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
      <EpisodeText {...props} />
      {episode.vip && <span className={styles.vip}>{texts.vip}</span>}
      {isCurrent && isOpen && <span className={styles.bars} data-moving={isPlaying || undefined} />}
    </Link>
  )
}

function EpisodeText({ episode, isNumbered, isCurrent, isOpen, progress }: EpisodeRowProps) {
  const texts = useTexts(mediaTexts)
  const { level, name, state, duration } = episode
  const statusText = (): string => {
    // The progress bar shows the position; the stored progress lags behind.
    if (isCurrent && isOpen) return texts.playing
    if (state === 'pending') return texts.preparing
    if (state === 'broken') return texts.broken
    if (progress) return progress.isFinished ? texts.finished : texts.watchedTo(clockText(progress.currentTime))
    return duration > 0 ? clockText(duration) : ''
  }
  return (
    <span className={styles.words}>
      <span className={styles.name}>
        {isNumbered && !isBareNumber(name, level) && <span className={styles.number}>{level}</span>}
        {isNumbered && isBareNumber(name, level) ? texts.episode(level) : name}
      </span>
      <span className={styles.line}>{statusText()}</span>
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
