import type { Channel, Programme } from '@yunmu/contract'
import type { CSSProperties } from 'react'
import type { Follows } from '../../domains/live/use-follows.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/texts.ts'
import { GridRow } from './grid-row.tsx'
import styles from './guide-grid.module.css'
import {
  headPx,
  rulerMarks,
  widthOf,
  xOf,
  type GridMeasure,
  type GridPlace,
  type GridSpan,
  type GridView,
} from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActs } from './use-cell-acts.ts'

interface CanvasProps {
  /** All rows. */
  channels: readonly Channel[]
  view: GridView
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
  guideOf: (channelId: number) => readonly Programme[]
  follows: Follows
  /** Where Tab leads to. */
  active: GridPlace
  acts: CellActs
}

/** The whole of the grid in its size, with what is in sight of it. */
export function GridCanvas(given: CanvasProps) {
  const { channels, view, span, measure, nowSec, guideOf, follows, active, acts } = given
  const texts = useTexts(guideTexts)
  const { columnPx, rowPx } = measure
  const size: CSSProperties & Record<'--column' | '--row' | '--head', string> = {
    width: columnPx + widthOf(span, measure),
    height: headPx + channels.length * rowPx,
    '--column': `${columnPx}px`,
    '--row': `${rowPx}px`,
    '--head': `${headPx}px`,
  }
  const nowX = nowSec === null ? null : columnPx + xOf(nowSec, span, measure)
  return (
    <div className={styles.canvas} style={size} role="presentation">
      <div className={styles.ruler} role="presentation">
        <span className={styles.corner}>{texts.channels(channels.length)}</span>
        {rulerMarks(view, nowSec).map((sec) => (
          <span key={sec} className={styles.mark} style={{ left: columnPx + xOf(sec, span, measure) }}>
            {clockOf(sec)}
          </span>
        ))}
        {nowX !== null && nowSec !== null && (
          <span className={styles.nowPlate} style={{ left: nowX }}>
            {clockOf(nowSec)}
          </span>
        )}
      </div>
      <span className={styles.fade} />
      {channels.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {nowX !== null && <span className={styles.nowLine} style={{ left: nowX }} />}
      {channels.slice(view.fromRow, view.toRow).map((channel, at) => (
        <GridRow
          key={channel.id}
          {...{ channel, span, measure, nowSec, acts }}
          row={view.fromRow + at}
          programmes={guideOf(channel.id)}
          edgeSec={view.edgeSec}
          activeSec={view.fromRow + at === active.row ? active.atSec : null}
          isFollowed={follows.ids.has(channel.id)}
        />
      ))}
    </div>
  )
}
