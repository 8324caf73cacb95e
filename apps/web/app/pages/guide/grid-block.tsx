import type { Channel, Programme } from '@yunmu/contract'
import { memo } from 'react'
import { stateAt } from '../../domains/live/air-rules.ts'
import { isSameBlock, type Block } from './draw-rules.ts'
import { GridCell } from './grid-cell.tsx'
import styles from './grid-cell.module.css'
import { cellOf, wordsOf, xOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import type { guideTexts } from './guide-texts.ts'
import type { CellActs } from './use-cell-acts.ts'

interface BlockProps {
  texts: (typeof guideTexts)['s']
  channel: Channel
  row: number
  block: Block<Programme>
  span: GridSpan
  measure: GridMeasure
  /** Now, as far as it matters to this block. */
  nowSec: number | null
  /** The programme whose words stay in sight, if it is in this block. */
  cut: Programme | undefined
  /** The programme that Tab leads to, if it is in this block. */
  stop: Programme | undefined
  /** Whether keys lead there, too, and not to the channel's name. */
  isActive: boolean
  acts: CellActs
}

/** Some hours of a row. Drawn once, and again only when something of it changes. */
export const GridBlock = memo(function GridBlock(given: BlockProps) {
  const { texts, channel, row, block, span, measure, nowSec, cut, stop, isActive, acts } = given
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
            {...{ texts, channel, programme, state, row, width, acts }}
            gap={before ? left - before.left - before.width : 0}
            words={wordsOf(programme, width)}
            runPx={isRunning ? Math.max(1, Math.round(xOf(nowSec, span, measure)) - left) : 0}
            isCut={programme === cut}
            isStop={programme === stop}
            isActive={programme === stop && isActive}
          />
        )
      })}
    </div>
  )
}, isSame)

const compared = ['texts', 'channel', 'row', 'span', 'measure', 'nowSec', 'cut', 'stop', 'isActive', 'acts'] as const

/** With another answer lists are new, of the same programmes. */
function isSame(one: BlockProps, other: BlockProps): boolean {
  return isSameBlock(one.block, other.block) && compared.every((key) => one[key] === other[key])
}
