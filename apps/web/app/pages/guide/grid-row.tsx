import type { Channel, Programme } from '@yunmu/contract'
import { memo } from 'react'
import { Link } from 'react-router'
import { stateAt } from '../../domains/live/air-rules.ts'
import { ChannelSign } from '../../domains/live/channel-sign.tsx'
import { useTexts } from '../../lib/texts.ts'
import { channelUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons.tsx'
import { GridCell } from './grid-cell.tsx'
import styles from './guide-grid.module.css'
import { cellOf, headPx, mayBeCut, nearestTo, xOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActs } from './use-cell-acts.ts'

interface RowProps {
  channel: Channel
  /** Its number in the grid, from 0. */
  row: number
  /** What is drawn of its guide. */
  programmes: readonly Programme[]
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
  /** The edge of what is seen lies in the hour before this. */
  edgeSec: number
  /** The moment whose programme Tab leads to; null in the other rows. */
  activeSec: number | null
  isFollowed: boolean
  acts: CellActs
}

/** A channel of the grid. Drawn anew only when something of it changes. */
export const GridRow = memo(function GridRow(given: RowProps) {
  const { channel, row, programmes, span, measure, nowSec, edgeSec, activeSec, isFollowed, acts } = given
  const texts = useTexts(guideTexts)
  const active = activeSec === null ? undefined : nearestTo(programmes, activeSec)
  return (
    <div className={styles.row} style={{ top: headPx + row * measure.rowPx }} role="row" aria-rowindex={row + 1}>
      <div className={styles.channel} role="rowheader">
        <Link to={channelUrl(channel)} className={styles.channelLink} tabIndex={-1}>
          <ChannelSign channel={channel} size={36} />
          <span className={styles.channelWords}>
            {channel.name}
            <small>{channel.number}</small>
          </span>
        </Link>
        {isFollowed && (
          <span className={styles.heart}>
            <Icon name="heart-full" size={14} />
            <span className="unseen">{texts.followed}</span>
          </span>
        )}
      </div>
      {programmes.map((programme) => {
        const { left, width, hasWords } = cellOf(programme, span, measure)
        const state = nowSec === null ? programme.state : stateAt(programme, nowSec)
        const hasRun = state === 'now' && nowSec !== null
        return (
          <GridCell
            key={programme.id}
            {...{ texts, channel, programme, state, row, width, hasWords, acts }}
            left={measure.columnPx + left}
            runPx={hasRun ? Math.min(width, Math.round(xOf(nowSec, span, measure) - left)) : 0}
            isCut={mayBeCut(programme, edgeSec)}
            isActive={programme === active}
          />
        )
      })}
    </div>
  )
})
