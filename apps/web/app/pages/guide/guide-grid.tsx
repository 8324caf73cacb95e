import type { Channel } from '@yunmu/contract'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Follows } from '../../domains/live/use-follows.ts'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { GridCanvas } from './grid-canvas.tsx'
import { GridHeader } from './grid-header.tsx'
import styles from './guide-grid.module.css'
import { GuidePopover, type PopoverTarget } from './guide-popover.tsx'
import {
  firstRowOf,
  headerPx,
  scrollLeftFor,
  noView,
  nowShare,
  spanOf,
  moveFrom,
  viewOf,
  type GridMeasure,
  type GridPosition,
  type GridSpan,
} from './guide-rules.ts'
import { useCellActions } from './use-cell-actions.ts'
import { useGuide } from './use-guide.ts'
import { useViewport } from './use-viewport.ts'

interface GuideGridProps {
  /** All channels: chunks of calls divide these. */
  all: readonly Channel[]
  channels: readonly Channel[]
  days: readonly { day: string; weekday: number }[]
  today: string
  requestedDay: string
  measure: GridMeasure
  follows: Follows
  nowSec: number | null
  /** Group selection, rendered between the days and the grid. */
  groups: ReactNode
}

/** Grid of channels and time. Only visible rows and hours are in the document. */
export function GuideGrid(props: GuideGridProps) {
  const { all, channels, days, today, requestedDay, measure, follows, nowSec, groups } = props
  const box = useRef<HTMLDivElement>(null)
  const { requestFocus, applyFocus } = useCellFocus(box)
  const span = useMemo(() => spanOf(days.map(({ day }) => day)), [days])
  const viewportStore = useViewport(box, { left: measure.columnPx, top: headerPx })
  const view = useStore(
    viewportStore,
    useShallow(({ viewport }) => (viewport ? viewOf(viewport, channels.length, span, measure) : noView)),
  )
  const firstRow = useStore(viewportStore, ({ settledViewport }) =>
    settledViewport ? firstRowOf(settledViewport, channels.length, measure) : 0,
  )
  const [popover, setPopover] = useState<PopoverTarget | null>(null)
  const [position, setPosition] = useState<GridPosition | null>(null)
  const actions = useCellActions({ setPopover, setPosition, span })
  const guideOf = useGuide(all, { channels, days, today, view })
  const active = position ?? { row: firstRow, atSec: nowSec ?? 0 }
  const isActiveDrawn = active.row >= view.fromRow && active.row < view.toRow

  const scrollTo = (atSec: number): void => {
    const width = (box.current?.clientWidth ?? 0) - measure.columnPx
    box.current?.scrollTo({ left: scrollLeftFor(atSec, nowShare, { span, measure, width }) })
  }
  useOnce(
    box,
    nowSec === null || days.length === 0
      ? null
      : () => {
          const isToday = requestedDay === '0' || requestedDay === today
          scrollTo(isToday ? nowSec : dayStartSec(requestedDay) + (nowSec - dayStartSec(chinaDay(nowSec))))
        },
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moveFrom(event.key, active, {
      rowCount: channels.length,
      programmes: guideOf(channels[active.row]?.id ?? 0),
      isRowStartLoaded: chinaDay(view.startSec) === days[0]?.day,
      nowSec: nowSec ?? active.atSec,
    })
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    setPopover(null)
    const clamped = { ...next, atSec: Math.min(Math.max(next.atSec, span.startSec), span.endSec - 1) }
    setPosition(clamped)
    requestFocus()
    scrollToCell(box.current, clamped, { span, measure })
  }
  return (
    <>
      <GridHeader {...{ days, today, nowSec, viewportStore, span, measure, scrollTo }} />
      {groups}
      <div
        ref={box}
        className={styles.box}
        role="presentation"
        onKeyDown={onKeyDown}
        onScroll={() => popover && !popover.isFocused && setPopover(null)}
      >
        <GridCanvas
          // If the active cell is not rendered, the grid itself is the tab stop.
          isTabStop={!isActiveDrawn}
          {...{ channels, viewport: viewportStore, view, span, measure, nowSec, guideOf, follows, active, actions }}
          onDrawn={applyFocus}
        />
      </div>
      {popover && <GuidePopover {...{ popover, follows, actions }} />}
    </>
  )
}

/** Runs a function once, as soon as it is available. */
function useOnce(box: RefObject<HTMLElement | null>, open: (() => void) | null): void {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !open || !box.current) return
    done.current = true
    open()
  }, [box, open])
}

/**
 * `requestFocus` is called when keys move to another cell, `applyFocus` after each render: the cell is focused once it
 * is rendered; until then the grid keeps the focus. Cancelled if the focus leaves the grid.
 */
function useCellFocus(box: RefObject<HTMLElement | null>): { requestFocus: () => void; applyFocus: () => void } {
  const isPending = useRef(false)
  return {
    requestFocus() {
      isPending.current = true
    },
    applyFocus() {
      if (!isPending.current || !box.current) return
      const cell = box.current.querySelector<HTMLElement>('[data-active]')
      const isOutside = document.activeElement !== document.body && !box.current.contains(document.activeElement)
      if (!isOutside) (cell ?? box.current.querySelector<HTMLElement>('[role=grid]'))?.focus({ preventScroll: true })
      isPending.current = !cell && !isOutside
    },
  }
}

/** Scrolls so that a cell is fully visible, or its start is; names are always visible. */
function scrollToCell(
  box: HTMLElement | null,
  { row, atSec, isName = false }: GridPosition,
  { span, measure }: { span: GridSpan; measure: GridMeasure },
): void {
  if (!box) return
  const top = row * measure.rowPx
  const height = box.clientHeight - headerPx
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + measure.rowPx > box.scrollTop + height) box.scrollTop = top + measure.rowPx - height
  if (isName) return
  const width = box.clientWidth - measure.columnPx
  const x = ((atSec - span.startSec) / 60) * measure.pxPerMinute
  if (x < box.scrollLeft || x > box.scrollLeft + width - 60)
    box.scrollLeft = scrollLeftFor(atSec, nowShare, { span, measure, width })
}
