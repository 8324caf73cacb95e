import type { Channel, Programme } from '@yunmu/contract'
import { useEffect, type CSSProperties } from 'react'
import type { Follows } from '../../domains/live/use-follows.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { GridChannel } from './grid-channel.tsx'
import { GridRow } from './grid-row.tsx'
import { GridRuler } from './grid-ruler.tsx'
import styles from './guide-grid.module.css'
import { headPx, widthOf, xOf, type GridMeasure, type GridPlace, type GridSpan, type GridView } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActs } from './use-cell-acts.ts'
import { useDrawn } from './use-drawn.ts'
import type { SightStore } from './use-sight.ts'

interface CanvasProps {
  /** All rows. */
  channels: readonly Channel[]
  sight: SightStore
  view: GridView
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
  guideOf: (channelId: number) => readonly Programme[]
  follows: Follows
  /** Where Tab leads to. */
  active: GridPlace
  acts: CellActs
  /** Whether Tab leads to the grid as a whole, where it can lead to nothing in it. */
  isStop: boolean
  /** Called whenever something was drawn. */
  onDrawn: () => void
}

/** The whole of the grid in its size, with what is in sight of it. */
export function GridCanvas(given: CanvasProps) {
  const {
    channels,
    sight,
    view,
    span,
    measure,
    nowSec,
    guideOf,
    follows,
    active,
    acts,
    isStop: isGridStop,
    onDrawn,
  } = given
  const texts = useTexts(guideTexts)
  const drawn = useDrawn(sight, { count: channels.length, span, measure })
  useEffect(onDrawn)
  const { columnPx, rowPx } = measure
  const size: CSSProperties & Record<'--column' | '--row' | '--head', string> = {
    width: columnPx + widthOf(span, measure),
    height: headPx + channels.length * rowPx,
    '--column': `${columnPx}px`,
    '--row': `${rowPx}px`,
    '--head': `${headPx}px`,
  }
  const rows = [...drawn]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, one]) => {
      const channel = channels[row]
      return channel ? [{ channel, row, drawn: one, isStop: row === active.row }] : []
    })
  const at = { span, measure, nowSec, acts }
  return (
    <div className={styles.canvas} style={size} role="presentation">
      <GridRuler {...at} count={channels.length} startSec={view.startSec} endSec={view.endSec} />
      <span className={styles.fade} />
      {channels.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {nowSec !== null && (
        <span className={styles.nowLine} style={{ left: columnPx + Math.round(xOf(nowSec, span, measure)) }} />
      )}
      <div className={styles.column} role="presentation">
        {rows.map(({ channel, row, isStop }) => (
          <GridChannel
            key={channel.id}
            {...{ channel, row, measure, acts, isStop }}
            isFollowed={follows.ids.has(channel.id)}
            isActive={isStop && active.isName === true}
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
        {rows.map(({ channel, row, drawn: one, isStop }) => (
          <GridRow
            key={channel.id}
            {...{ channel, row, ...at }}
            drawn={one}
            programmes={guideOf(channel.id)}
            stopSec={isStop ? active.atSec : null}
            // What is nearest may not be drawn yet: keys lead there once it is.
            isActive={isStop && active.isName !== true && one.startSec <= active.atSec && active.atSec < one.endSec}
          />
        ))}
      </div>
    </div>
  )
}
