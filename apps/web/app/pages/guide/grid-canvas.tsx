import type { Channel, Programme } from '@yunmu/contract'
import { useEffect, type CSSProperties } from 'react'
import type { Follows } from '../../domains/live/use-follows.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { GridChannel } from './grid-channel.tsx'
import { GridRow } from './grid-row.tsx'
import { GridRuler } from './grid-ruler.tsx'
import styles from './guide-grid.module.css'
import {
  headerPx,
  widthOf,
  xOf,
  type GridMeasure,
  type GridPosition,
  type GridSpan,
  type GridView,
} from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActions } from './use-cell-actions.ts'
import { useDrawn } from './use-drawn.ts'
import type { ViewportStore } from './use-viewport.ts'

interface CanvasProps {
  /** All rows. */
  channels: readonly Channel[]
  viewport: ViewportStore
  view: GridView
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
  guideOf: (channelId: number) => readonly Programme[]
  follows: Follows
  /** The tab stop. */
  active: GridPosition
  actions: CellActions
  /** Whether the grid itself is the tab stop, because the active cell is not rendered. */
  isTabStop: boolean
  /** Called after each render. */
  onDrawn: () => void
}

/** The grid in its full size with the rendered rows. */
export function GridCanvas(props: CanvasProps) {
  const {
    channels,
    viewport,
    view,
    span,
    measure,
    nowSec,
    guideOf,
    follows,
    active,
    actions,
    isTabStop: isGridStop,
    onDrawn,
  } = props
  const texts = useTexts(guideTexts)
  const drawn = useDrawn(viewport, { count: channels.length, span, measure })
  useEffect(onDrawn)
  const { columnPx, rowPx } = measure
  const size: CSSProperties & Record<'--column' | '--row' | '--head', string> = {
    width: columnPx + widthOf(span, measure),
    height: headerPx + channels.length * rowPx,
    '--column': `${columnPx}px`,
    '--row': `${rowPx}px`,
    '--head': `${headerPx}px`,
  }
  const rows = [...drawn]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, one]) => {
      const channel = channels[row]
      return channel ? [{ channel, row, drawn: one, isTabStop: row === active.row }] : []
    })
  const at = { span, measure, nowSec, actions }
  return (
    <div className={styles.canvas} style={size} role="presentation">
      <GridRuler {...at} count={channels.length} startSec={view.startSec} endSec={view.endSec} />
      <span className={styles.fade} />
      {channels.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {nowSec !== null && (
        <span className={styles.nowLine} style={{ left: columnPx + Math.round(xOf(nowSec, span, measure)) }} />
      )}
      <div className={styles.column} role="presentation">
        {rows.map(({ channel, row, isTabStop }) => (
          <GridChannel
            key={channel.id}
            {...{ channel, row, measure, actions, isTabStop }}
            isFollowed={follows.ids.has(channel.id)}
            isActive={isTabStop && active.isName === true}
          />
        ))}
      </div>
      <div
        className={styles.rows}
        role="grid"
        tabIndex={isGridStop ? 0 : -1}
        aria-label={texts.title}
        aria-rowcount={channels.length}
      >
        {rows.map(({ channel, row, drawn: one, isTabStop }) => (
          <GridRow
            key={channel.id}
            {...{ channel, row, ...at }}
            drawn={one}
            programmes={guideOf(channel.id)}
            tabStopSec={isTabStop ? active.atSec : null}
            // If the nearest cell is not rendered yet, it becomes the key target once it is.
            isActive={isTabStop && active.isName !== true && one.startSec <= active.atSec && active.atSec < one.endSec}
          />
        ))}
      </div>
    </div>
  )
}
