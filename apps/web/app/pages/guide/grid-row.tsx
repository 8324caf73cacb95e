import type { Channel, Programme } from '@yunmu/contract'
import { memo, useMemo } from 'react'
import { programmeAt } from '../../domains/live/air-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { blocksIn, blocksOf, clampNow, type DrawnRow } from './draw-rules.ts'
import { GridBlock } from './grid-block.tsx'
import { channelId } from './grid-channel.tsx'
import styles from './guide-grid.module.css'
import { nearestProgramme, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { CellActions } from './use-cell-actions.ts'

interface RowProps {
  channel: Channel
  /** Row number, from 0. */
  row: number
  /** Loaded programmes. */
  programmes: readonly Programme[]
  drawn: DrawnRow
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
  /** Time of the tab stop's programme; null in other rows. */
  tabStopSec: number | null
  /** Whether it is also the target of arrow keys, and not the channel's name. */
  isActive: boolean
  actions: CellActions
}

/** Programmes of a channel, memoized. The channel's name is rendered in another column. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { channel, row, programmes, drawn, span, measure, nowSec, tabStopSec, isActive, actions } = props
  const texts = useTexts(guideTexts)
  const all = useMemo(() => blocksOf(programmes, span), [programmes, span])
  const blocks = blocksIn(all, drawn)
  const stickyProgramme = programmeAt(programmes, drawn.cutSec)
  const tabStop =
    tabStopSec === null
      ? undefined
      : nearestProgramme(
          blocks.flatMap((block) => block.programmes),
          tabStopSec,
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
            {...{ texts, channel, row, block, span, measure, actions }}
            nowSec={nowSec === null ? null : clampNow(block, nowSec)}
            stickyProgramme={
              stickyProgramme && block.programmes.includes(stickyProgramme) ? stickyProgramme : undefined
            }
            tabStop={tabStop && block.programmes.includes(tabStop) ? tabStop : undefined}
            isActive={isActive}
          />
        ))}
      </div>
    </div>
  )
})
