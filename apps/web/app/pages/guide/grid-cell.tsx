import type { Channel, Programme } from '@yunmu/contract'
import { useRef, type MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { channelUrl, stateAt } from '../../domains/live/air-rules.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/texts.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { Icon } from '../../ui/icons.tsx'
import styles from './guide-grid.module.css'
import { cellOf, xOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'

interface CellProps {
  channel: Channel
  row: number
  programme: Programme
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
  open: (channel: Channel, programme: Programme, cell: HTMLElement, isFocused: boolean) => void
  close: () => void
  isActive: (row: number, programme: Programme) => boolean
  focused: (row: number, atSec: number) => void
}

const hoverMs = 300

/** A programme in the grid. A press plays what can be played; Enter and hovering tell more of it. */
export function GridCell(given: CellProps) {
  const { channel, row, programme, span, measure, nowSec, open, close, isActive, focused } = given
  const texts = useTexts(guideTexts)
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const state = nowSec === null ? programme.state : stateAt(programme, nowSec)
  const { left, width, hasWords } = cellOf(programme, span, measure)
  const active = isActive(row, programme)
  const canReplay = state === 'past' && programme.replay
  const spoken = canReplay ? texts.spokenPast : state === 'now' ? texts.spokenNow : ''
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    clearTimeout(timer.current)
    // A press without a pointer is the keyboard's.
    if (event.detail === 0 || (state !== 'now' && !canReplay))
      return open(channel, programme, event.currentTarget, true)
    void navigate(channelUrl(channel, { programme: canReplay ? programme.id : undefined }))
  }
  const rest = (event: MouseEvent<HTMLButtonElement>): void => {
    const { currentTarget } = event
    clearTimeout(timer.current)
    timer.current = setTimeout(() => open(channel, programme, currentTarget, false), hoverMs)
  }
  const leave = (): void => {
    clearTimeout(timer.current)
    close()
  }
  return (
    <div role="gridcell" className={styles.cell} data-state={state} style={{ left: measure.columnPx + left, width }}>
      <button
        type="button"
        tabIndex={active ? 0 : -1}
        data-active={active || undefined}
        aria-label={`${programme.name} ${programme.sub} ${clockOf(programme.start)} ${spoken}`}
        onClick={press}
        onFocus={() => focused(row, Math.max(programme.start, span.startSec))}
        onMouseEnter={rest}
        onMouseLeave={leave}
      >
        {hasWords && (
          <span className={styles.words}>
            <span className={styles.name}>
              {programme.name} {programme.sub}
            </span>
            <span className={styles.time}>
              {canReplay && <PlayerIcon name="replay" size={13} />}
              {clockOf(programme.start)}
              {programme.subscribed && (
                <b>
                  <Icon name="check" size={13} />
                  {texts.reserved}
                </b>
              )}
            </span>
          </span>
        )}
      </button>
      {state === 'now' && nowSec !== null && (
        <span className={styles.run} style={{ width: Math.min(width, xOf(nowSec, span, measure) - left) }} />
      )}
    </div>
  )
}
