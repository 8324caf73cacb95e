import type { Episode } from '@yunmu/contract'
import { Link } from 'react-router'
import { useTexts } from '../../lib/text/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './episode-cell.module.css'
import type { Progress } from './progress.ts'
import { canOpen } from './episode-rules.ts'
import { mediaTexts } from './media-texts.ts'

interface EpisodeCellProps {
  episode: Episode
  /** What stands in it: a number, or a day. */
  face: string
  to: string
  isCurrent: boolean
  progress: Progress | undefined
}

/** An episode as a number in a grid. What has not aired is no link. */
export function EpisodeCell({ episode, face, to, isCurrent, progress }: EpisodeCellProps) {
  const texts = useTexts(mediaTexts)
  if (!canOpen(episode)) {
    return (
      <span className={classNames(styles.cell, styles.coming)}>
        {face}
        <span className="unseen">{texts.coming}</span>
      </span>
    )
  }
  return (
    <Link
      to={to}
      className={styles.cell}
      aria-current={isCurrent ? 'true' : undefined}
      data-finished={progress?.isFinished || undefined}
      data-state={episode.state}
      title={episode.name}
    >
      {face}
      {progress && (
        <>
          <span className={styles.bar} style={{ width: `${progress.isFinished ? 100 : progress.percent}%` }} />
          <span className="unseen">
            {progress.isFinished ? texts.finished : texts.watchedShare(Math.round(progress.percent))}
          </span>
        </>
      )}
      {episode.vip && <span className={styles.vip}>{texts.vip}</span>}
      {episode.state === 'pending' && <span className="unseen">{texts.preparing}</span>}
    </Link>
  )
}
