import { clockOf } from '@yunmu/contract/china-time'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './grid-cell.module.css'
import type { guideTexts } from './guide-texts.ts'
import { canReplay, type CellActs, type CellWhat } from './use-cell-acts.ts'

interface CellProps extends CellWhat {
  texts: (typeof guideTexts)['s']
  row: number
  /** Pixels from the cell before, or from the start of its block. */
  gap: number
  width: number
  /** Whether there is room for words, and whether for all of them. */
  words: 'none' | 'cut off' | 'whole'
  /** How far it has run, in whole pixels; 0 where it is not on. */
  runPx: number
  /** Whether the edge of what is seen cuts it, so that its words must be kept in sight. */
  isCut: boolean
  /** Whether Tab leads to it, and whether keys do. */
  isStop: boolean
  isActive: boolean
  acts: CellActs
}

/** A programme in the grid. There are hundreds, and more with every scroll: it has no state and asks for nothing. */
export function GridCell(given: CellProps) {
  const { texts, channel, programme, state, row, gap, width, words, runPx, isCut, isStop, isActive, acts } = given
  const { name, sub, start, subscribed } = programme
  const what = { channel, programme, state }
  const isReplay = canReplay(what)
  const spoken = isReplay ? texts.spokenPast : state === 'now' ? texts.spokenNow : ''
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
      data-tight={words === 'cut off' || undefined}
      data-replay={isReplay || undefined}
      style={{ marginLeft: gap, width }}
    >
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        data-active={isActive || undefined}
        aria-label={`${name} ${sub} ${clockOf(start)} ${spoken}`}
        // A press without a pointer is the keyboard's.
        onClick={({ currentTarget, detail }) => acts.press(what, currentTarget, detail === 0)}
        onFocus={() => acts.focus(row, what)}
        onPointerEnter={({ currentTarget, pointerType }) => pointerType === 'mouse' && acts.rest(what, currentTarget)}
        onPointerLeave={acts.leave}
      >
        {words !== 'none' &&
          (isCut ? (
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
