import type { Channel, Programme } from '@yunmu/contract'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { channelUrl } from '../../domains/live/air-rules.ts'
import { channelTexts } from '../../domains/live/channel-texts.ts'
import { ChannelSign } from '../../domains/live/channel-sign.tsx'
import type { Follows } from '../../domains/live/use-follows.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/texts.ts'
import { Icon } from '../../ui/icons.tsx'
import { GridCell } from './grid-cell.tsx'
import styles from './guide-grid.module.css'
import { headPx, rulerMarks, widthOf, xOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'

interface CanvasProps {
  /** The rows in sight. */
  channels: readonly Channel[]
  firstRow: number
  rowCount: number
  span: GridSpan
  time: GridSpan
  measure: GridMeasure
  nowSec: number | null
  guideOf: (channelId: number) => readonly Programme[]
  follows: Follows
  open: (channel: Channel, programme: Programme, cell: HTMLElement, isFocused: boolean) => void
  close: () => void
  isActive: (row: number, programme: Programme) => boolean
  focused: (row: number, atSec: number) => void
}

/** The whole of the grid in its size, with what is in sight of it. */
export function GridCanvas(given: CanvasProps) {
  const { channels, firstRow, rowCount, span, time, measure, nowSec } = given
  const texts = useTexts(guideTexts)
  const { columnPx, rowPx } = measure
  const size: CSSProperties & Record<'--column' | '--row' | '--head', string> = {
    width: columnPx + widthOf(span, measure),
    height: headPx + rowCount * rowPx,
    '--column': `${columnPx}px`,
    '--row': `${rowPx}px`,
    '--head': `${headPx}px`,
  }
  const nowX = nowSec === null ? null : columnPx + xOf(nowSec, span, measure)
  return (
    <div className={styles.canvas} style={size} role="presentation">
      <div className={styles.ruler} role="presentation">
        <span className={styles.corner}>{texts.channels(rowCount)}</span>
        {rulerMarks(time, nowSec).map((sec) => (
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
      {nowX !== null && <span className={styles.nowLine} style={{ left: nowX }} />}
      {channels.map((channel, at) => (
        <Row key={channel.id} {...given} channel={channel} row={firstRow + at} />
      ))}
    </div>
  )
}

function Row(given: CanvasProps & { channel: Channel; row: number }) {
  const { channel, row, measure, follows, guideOf } = given
  const texts = useTexts(channelTexts)
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
        {follows.ids.has(channel.id) && (
          <span className={styles.heart}>
            <Icon name="heart-full" size={14} />
            <span className="unseen">{texts.followed}</span>
          </span>
        )}
      </div>
      {guideOf(channel.id).map((programme) => (
        <GridCell key={programme.id} {...given} programme={programme} />
      ))}
    </div>
  )
}
