import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { EpisodeCell } from './episode-cell.tsx'
import { EpisodePanel, type EpisodePanelProps } from './episode-panel.tsx'
import { headingOf, isDated, isSerial, sourceOf } from './episode-rules.ts'
import styles from './episode-strip.module.css'
import { mediaTexts } from './media-texts.ts'

/** For narrow pages: episodes in one row, by number or name, and all episodes in a bottom sheet. */
export function EpisodeStrip(props: EpisodePanelProps) {
  const { detail, level, lineId, progress, urlOf } = props
  const texts = useTexts(mediaTexts)
  const strip = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  const source = sourceOf(detail.sources, lineId)
  const episodes = source?.episodes ?? []
  const isNumbered = isSerial(detail) && !isDated(episodes)
  const at = episodes.findIndex((episode) => episode.level === level)
  useEffect(() => {
    // Scrolls so that the current episode is the second from the left.
    const cells = [...(strip.current?.children ?? [])].filter((cell) => cell instanceof HTMLElement)
    const [first, before] = [cells[0], cells[Math.max(0, at - 1)]]
    if (strip.current && first && before) strip.current.scrollLeft = before.offsetLeft - first.offsetLeft
  }, [at])
  if (episodes.length === 0) return <p className={styles.empty}>{texts.noSource}</p>
  return (
    <section className={styles.strip} aria-label={texts.episodes}>
      <div className={styles.head}>
        <h2>{headingOf(detail, texts)}</h2>
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {source?.name}
          {isSerial(detail) && <span>{texts.all(detail.totalEpisodes || episodes.length)}</span>}
          <Icon name="next" size={14} />
        </button>
      </div>
      <ul ref={strip} className={styles.list} data-named={!isNumbered || undefined}>
        {episodes.map((episode) => (
          <li key={episode.level}>
            <EpisodeCell
              episode={episode}
              label={isNumbered ? String(episode.level) : episode.name}
              to={urlOf({ level: episode.level, lineId })}
              isCurrent={episode.level === level}
              progress={progress.get(episode.level)}
            />
          </li>
        ))}
      </ul>
      {isOpen && <Sheet {...props} close={() => setOpen(false)} />}
    </section>
  )
}

function Sheet({ close, ...props }: EpisodePanelProps & { close: () => void }) {
  const texts = useTexts(mediaTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  const { level, lineId } = props
  const opened = useRef(`${level} ${lineId}`)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    // Selecting an episode or source closes the sheet.
    if (opened.current !== `${level} ${lineId}`) close()
  }, [level, lineId, close])
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={texts.episodes} onClose={close}>
      <form method="dialog" className={styles.close}>
        <button type="submit" aria-label={texts.close}>
          <Icon name="close" />
        </button>
      </form>
      <EpisodePanel {...props} />
    </dialog>
  )
}
