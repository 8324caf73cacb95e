import type { Channel, Programme } from '@yunmu/contract'
import { memo, useMemo } from 'react'
import { programmeAt } from '../../domains/live/air-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { blocksIn, blocksOf, nowFor, type DrawnRow } from './draw-rules.ts'
import { GridBlock } from './grid-block.tsx'
import { channelId } from './grid-channel.tsx'
import styles from './guide-grid.module.css'
import { nearestTo, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActs } from './use-cell-acts.ts'

interface RowProps {
  channel: Channel
  /** Its number in the grid, from 0. */
  row: number
  /** What is known of its guide. */
  programmes: readonly Programme[]
  drawn: DrawnRow
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
  /** The moment whose programme Tab leads to; null in the other rows. */
  stopSec: number | null
  /** Whether keys lead there, too, and not to the channel's name. */
  isActive: boolean
  acts: CellActs
}

/** What a channel shows. Drawn anew only when something of it changes. The channel's name stands elsewhere. */
export const GridRow = memo(function GridRow(given: RowProps) {
  const { channel, row, programmes, drawn, span, measure, nowSec, stopSec, isActive, acts } = given
  const texts = useTexts(guideTexts)
  const all = useMemo(() => blocksOf(programmes, span), [programmes, span])
  const blocks = blocksIn(all, drawn)
  const cut = programmeAt(programmes, drawn.cutSec)
  const stop =
    stopSec === null
      ? undefined
      : nearestTo(
          blocks.flatMap((block) => block.programmes),
          stopSec,
        )
  const id = `guide-row-${channel.id}`
  return (
    <div
      className={styles.row}
      style={{ top: row * measure.rowPx }}
      role="row"
      aria-rowindex={row + 1}
      aria-owns={`${channelId(channel)} ${id}`}
    >
      <div id={id} role="presentation">
        {blocks.map((block) => (
          <GridBlock
            key={block.at}
            {...{ texts, channel, row, block, span, measure, acts }}
            nowSec={nowSec === null ? null : nowFor(block, nowSec)}
            cut={cut && block.programmes.includes(cut) ? cut : undefined}
            stop={stop && block.programmes.includes(stop) ? stop : undefined}
            isActive={isActive}
          />
        ))}
      </div>
    </div>
  )
})
