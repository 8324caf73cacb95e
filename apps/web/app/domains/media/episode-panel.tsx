import type { TitleDetail } from '@yunmu/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { EpisodeCell } from './episode-cell.tsx'
import styles from './episode-panel.module.css'
import { EpisodeRow } from './episode-row.tsx'
import { canOpen, headingOf, isDated, isSerial, isWithin, rangesOf, sourceOf } from './episode-rules.ts'
import { mediaTexts } from './media-texts.ts'
import type { Progress } from './progress.ts'
import { SourceLinks } from './source-links.tsx'

export interface EpisodePanelProps {
  detail: TitleDetail
  level: number
  lineId: number
  /** Whether the current episode is loaded, and whether it is playing. */
  isOpen: boolean
  isPlaying: boolean
  progress: ReadonlyMap<number, Progress>
  urlOf: (episode: { level: number; lineId: number }) => string
  /** Replaces the default heading. */
  heading?: ReactNode
  /** Shown instead of the episodes, which stay mounted. */
  replacement?: { name: string; body: ReactNode } | null
  /** Below the episodes, scrolling with them. */
  after?: ReactNode
}

const rowHeightPx = 68
/** Number of rows above the current one. */
const rowsAbove = 2

/** All episodes of a source, as a list with stills or a grid of numbers, in either order. */
export function EpisodePanel(props: EpisodePanelProps) {
  const { detail, level, lineId, urlOf, heading, replacement } = props
  const texts = useTexts(mediaTexts)
  const source = sourceOf(detail.sources, lineId)
  const episodes = source?.episodes ?? []
  const [isReversed, setReversed] = useState(false)
  const [isGrid, setGrid] = useState(false)
  const aired = episodes.filter(canOpen).length
  const isNumbered = isSerial(detail) && !isDated(episodes)
  return (
    <section className={styles.panel} aria-label={replacement?.name ?? texts.episodes}>
      <div className={styles.head}>
        {heading ?? <h2>{headingOf(detail, texts)}</h2>}
        <button
          type="button"
          hidden={!!replacement}
          aria-pressed={isReversed}
          aria-label={texts.reversed}
          title={isReversed ? texts.straight : texts.reversed}
          onClick={() => setReversed(!isReversed)}
        >
          <PlayerIcon name="order" size={18} />
        </button>
        {isNumbered && (
          <button
            type="button"
            hidden={!!replacement}
            aria-pressed={isGrid}
            aria-label={texts.asGrid}
            title={isGrid ? texts.asList : texts.asGrid}
            onClick={() => setGrid(!isGrid)}
          >
            <PlayerIcon name={isGrid ? 'list' : 'grid'} size={18} />
          </button>
        )}
      </div>
      <div className={styles.body} hidden={!!replacement}>
        <div className={styles.facts}>
          {isSerial(detail) && (
            <span>
              {aired < detail.totalEpisodes && <span className={styles.fact}>{texts.aired(aired)}</span>}
              {detail.totalEpisodes > 0 && texts.total(detail.totalEpisodes)}
            </span>
          )}
          <SourceLinks
            sources={detail.sources}
            chosenId={source?.id ?? 0}
            urlOf={(id) => urlOf({ level, lineId: id })}
          />
        </div>
        {episodes.length === 0 && <p className={styles.empty}>{texts.noSource}</p>}
        <Episodes {...props} isReversed={isReversed} isGrid={isGrid && isNumbered} isNumbered={isNumbered} />
      </div>
      {replacement?.body}
    </section>
  )
}

type EpisodeListProps = EpisodePanelProps & { isReversed: boolean; isGrid: boolean; isNumbered: boolean }

function Episodes(props: EpisodeListProps) {
  const { detail, level, lineId, isReversed, isGrid, after } = props
  const all = sourceOf(detail.sources, lineId)?.episodes ?? []
  const ranges = rangesOf(all)
  const [pickedRange, setPickedRange] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const currentRange = ranges.findIndex((range) => isWithin({ level }, range))
  const range = ranges[pickedRange ?? currentRange] ?? ranges[0]
  const inRange = range ? all.filter((episode) => isWithin(episode, range)) : []
  const shown = isReversed ? inRange.toReversed() : inRange
  const at = shown.findIndex((episode) => episode.level === level)
  useEffect(() => {
    if (list.current && !isGrid) list.current.scrollTop = Math.max(0, at - rowsAbove) * rowHeightPx
  }, [at, isGrid])
  return (
    <>
      {ranges.length > 1 && (
        <div className={styles.ranges}>
          {ranges.map(({ from, to }, index) => (
            <button
              key={from}
              type="button"
              aria-pressed={index === (pickedRange ?? currentRange)}
              onClick={() => setPickedRange(index)}
            >
              {from}–{to}
            </button>
          ))}
        </div>
      )}
      <div ref={list} className={styles.list} data-list>
        {isGrid ? <Cells {...props} episodes={shown} /> : <Rows {...props} episodes={shown} />}
        {after && <div className={styles.after}>{after}</div>}
      </div>
    </>
  )
}

type ShownEpisodesProps = EpisodeListProps & { episodes: TitleDetail['sources'][number]['episodes'] }

function Rows({ episodes, level, lineId, progress, isNumbered, isOpen, isPlaying, urlOf }: ShownEpisodesProps) {
  return (
    <ul>
      {episodes.map((episode) => (
        <li key={episode.level}>
          <EpisodeRow
            episode={episode}
            isNumbered={isNumbered}
            to={urlOf({ level: episode.level, lineId })}
            isCurrent={episode.level === level}
            isOpen={isOpen}
            isPlaying={isPlaying}
            progress={progress.get(episode.level)}
          />
        </li>
      ))}
    </ul>
  )
}

function Cells({ episodes, level, lineId, progress, urlOf }: ShownEpisodesProps) {
  return (
    <ul className={styles.cells}>
      {episodes.map((episode) => (
        <li key={episode.level}>
          <EpisodeCell
            episode={episode}
            label={String(episode.level)}
            to={urlOf({ level: episode.level, lineId })}
            isCurrent={episode.level === level}
            progress={progress.get(episode.level)}
          />
        </li>
      ))}
    </ul>
  )
}
