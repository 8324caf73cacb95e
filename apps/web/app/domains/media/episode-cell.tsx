import type { Episode } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './episode-cell.module.css'
import type { Progress } from './progress.ts'
import { canOpen } from './episode-rules.ts'
import { mediaTexts } from './media-texts.ts'

interface EpisodeCellProps {
  episode: Episode
  /** Number or date shown in the cell. */
  label: string
  to: string
  isCurrent: boolean
  progress: Progress | undefined
}

/** An episode as a cell of a grid. Unaired episodes are not links. */
export function EpisodeCell({ episode, label, to, isCurrent, progress }: EpisodeCellProps) {
  const texts = useTexts(mediaTexts)
  if (!canOpen(episode)) {
    return (
      <span className={classNames(styles.cell, styles.coming)}>
        {label}
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
      {label}
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
