import type { Channel, Programme } from '@yunmu/contract'
import { memo } from 'react'
import { stateAt } from '../../domains/live/air-rules.ts'
import { isSameBlock, type Block } from './draw-rules.ts'
import { GridCell } from './grid-cell.tsx'
import styles from './grid-cell.module.css'
import { cellOf, textFitOf, xOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import type { guideTexts } from './guide-texts.ts'
import type { CellActions } from './use-cell-actions.ts'

interface BlockProps {
  texts: (typeof guideTexts)['s']
  channel: Channel
  row: number
  block: Block<Programme>
  span: GridSpan
  measure: GridMeasure
  /** Current time, clamped to this block. */
  nowSec: number | null
  /** Programme whose text sticks to the viewport's edge, if it is in this block. */
  stickyProgramme: Programme | undefined
  /** Programme that is the tab stop, if it is in this block. */
  tabStop: Programme | undefined
  /** Whether it is also the target of arrow keys, and not the channel's name. */
  isActive: boolean
  actions: CellActions
}

/** Some hours of a row, memoized. */
export const GridBlock = memo(function GridBlock(props: BlockProps) {
  const { texts, channel, row, block, span, measure, nowSec, stickyProgramme, tabStop, isActive, actions } = props
  const cells = block.programmes.map((programme) => ({ programme, ...cellOf(programme, span, measure) }))
  const [start, end] = [cells[0]?.left ?? 0, cells.at(-1)]
  return (
    <div
      className={styles.block}
      style={{ left: measure.columnPx + start, width: end ? end.left + end.width - start : 0 }}
      role="presentation"
    >
      {cells.map(({ programme, left, width }, at) => {
        const before = cells[at - 1]
        const state = nowSec === null ? programme.state : stateAt(programme, nowSec)
        const isRunning = state === 'now' && nowSec !== null
        return (
          <GridCell
            key={programme.id}
            {...{ texts, channel, programme, state, row, width, actions }}
            gap={before ? left - before.left - before.width : 0}
            textFit={textFitOf(programme, width)}
            runPx={isRunning ? Math.max(1, Math.round(xOf(nowSec, span, measure)) - left) : 0}
            isSticky={programme === stickyProgramme}
            isTabStop={programme === tabStop}
            isActive={programme === tabStop && isActive}
          />
        )
      })}
    </div>
  )
}, isSame)

const comparedProps = [
  'texts',
  'channel',
  'row',
  'span',
  'measure',
  'nowSec',
  'stickyProgramme',
  'tabStop',
  'isActive',
  'actions',
] as const

/** New replies contain new lists of the same programmes. */
function isSame(one: BlockProps, other: BlockProps): boolean {
  return isSameBlock(one.block, other.block) && comparedProps.every((key) => one[key] === other[key])
}
