import { memo } from 'react'
import { clockOf } from '@yunmu/contract/china-time'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Icon } from '../../ui/icons.tsx'
import styles from './guide-grid.module.css'
import type { guideTexts } from './guide-texts.ts'
import { canReplay, type CellActs, type CellWhat } from './use-cell-acts.ts'

interface CellProps extends CellWhat {
  texts: (typeof guideTexts)['s']
  row: number
  /** Pixels from the left of the grid. */
  left: number
  width: number
  hasWords: boolean
  /** How far it has run, in pixels. */
  runPx: number
  /** Whether its words must be kept in sight. */
  isCut: boolean
  /** Whether Tab leads to it. */
  isActive: boolean
  acts: CellActs
}

/** A programme in the grid. There are hundreds, and more with every scroll: it has no state and asks for nothing. */
export const GridCell = memo(function GridCell(given: CellProps) {
  const { texts, channel, programme, state, row, left, width, hasWords, runPx, isCut, isActive, acts } = given
  const { name, sub, start, subscribed } = programme
  const what = { channel, programme, state }
  const isReplay = canReplay(what)
  const spoken = isReplay ? texts.spokenPast : state === 'now' ? texts.spokenNow : ''
  return (
    <div role="gridcell" className={styles.cell} data-state={state} style={{ left, width }}>
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        data-active={isActive || undefined}
        aria-label={`${name} ${sub} ${clockOf(start)} ${spoken}`}
        // A press without a pointer is the keyboard's.
        onClick={({ currentTarget, detail }) => acts.press(what, currentTarget, detail === 0)}
        onFocus={() => acts.focus(row, what)}
        onPointerEnter={({ currentTarget, pointerType }) => pointerType === 'mouse' && acts.rest(what, currentTarget)}
        onPointerLeave={acts.leave}
      >
        {hasWords && (
          <span className={styles.words} data-cut={isCut || undefined}>
            <span className={styles.name}>
              {name} {sub}
            </span>
            <span className={styles.time}>
              {isReplay && <PlayerIcon name="replay" size={13} />}
              {clockOf(start)}
              {subscribed && (
                <b>
                  <Icon name="check" size={13} />
                  {texts.reserved}
                </b>
              )}
            </span>
          </span>
        )}
      </button>
      {runPx > 0 && <span className={styles.run} style={{ width: runPx }} />}
    </div>
  )
})
