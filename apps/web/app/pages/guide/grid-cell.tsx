import { clockOf } from '@yunmu/contract/china-time'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './grid-cell.module.css'
import type { guideTexts } from './guide-texts.ts'
import { canReplay, type CellActions, type CellTarget } from './use-cell-actions.ts'

interface CellProps extends CellTarget {
  texts: (typeof guideTexts)['s']
  row: number
  /** Pixels from the previous cell, or from the start of its block. */
  gap: number
  width: number
  /** Whether there is room for text, and for all of it. */
  textFit: 'none' | 'cut off' | 'whole'
  /** Elapsed part in whole pixels; 0 if it is not on the air. */
  runPx: number
  /** Whether the viewport's edge cuts it, so that its text must stick to the edge. */
  isSticky: boolean
  /** Whether it is the tab stop, and whether it is the key target. */
  isTabStop: boolean
  isActive: boolean
  actions: CellActions
}

/** A programme in the grid. There are hundreds, so it has no state and uses no context. */
export function GridCell(props: CellProps) {
  const { texts, channel, programme, state, row, gap, width, textFit, runPx, isSticky, isTabStop, isActive, actions } =
    props
  const { name, sub, start, subscribed } = programme
  const target = { channel, programme, state }
  const isReplay = canReplay(target)
  const stateText = isReplay ? texts.spokenPast : state === 'now' ? texts.spokenNow : ''
  const lines = (
    <>
      <span className={styles.name}>
        {name} {sub}
      </span>
      <span className={styles.time}>
        {clockOf(start)}
        {subscribed && (
          <b>
            <Icon name="check" size={13} />
            {texts.reserved}
          </b>
        )}
      </span>
    </>
  )
  return (
    <div
      role="gridcell"
      className={styles.cell}
      data-state={state}
      data-tight={textFit === 'cut off' || undefined}
      data-replay={isReplay || undefined}
      style={{ marginLeft: gap, width }}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        data-active={isActive || undefined}
        aria-label={`${name} ${sub} ${clockOf(start)} ${stateText}`}
        // `detail` is 0 for clicks by keyboard.
        onClick={({ currentTarget, detail }) => actions.activate(target, currentTarget, detail === 0)}
        onFocus={() => actions.focus(row, target)}
        onPointerEnter={({ currentTarget, pointerType }) =>
          pointerType === 'mouse' && actions.hover(target, currentTarget)
        }
        onPointerLeave={actions.unhover}
      >
        {textFit !== 'none' &&
          (isSticky ? (
            <span className={styles.rest}>
              <span className={styles.cut}>{lines}</span>
            </span>
          ) : (
            lines
          ))}
      </button>
      {runPx > 0 && (
        <span
          className={styles.run}
          style={{ width: Math.min(width, runPx + 1) }}
          data-over={runPx >= width || undefined}
        />
      )}
    </div>
  )
}
