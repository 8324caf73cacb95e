import type { Channel } from '@yunmu/contract'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Follows } from '../../domains/live/use-follows.ts'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { GridCanvas } from './grid-canvas.tsx'
import { GridHead } from './grid-head.tsx'
import styles from './guide-grid.module.css'
import { GuidePopover, type Opened } from './guide-popover.tsx'
import {
  firstRowOf,
  headPx,
  leftFor,
  noView,
  nowShare,
  spanOf,
  stepFrom,
  viewOf,
  type GridMeasure,
  type GridPlace,
  type GridSpan,
} from './guide-rules.ts'
import { useCellActs } from './use-cell-acts.ts'
import { useGuide } from './use-guide.ts'
import { useSight } from './use-sight.ts'

interface GuideGridProps {
  /** Every channel there is: what is asked for together goes by these. */
  all: readonly Channel[]
  channels: readonly Channel[]
  days: readonly { day: string; weekday: number }[]
  today: string
  wantedDay: string
  measure: GridMeasure
  follows: Follows
  nowSec: number | null
  /** What narrows the channels: stands between the days and the grid. */
  groups: ReactNode
}

/** Channels over days. Only rows and hours in sight are in the document. */
export function GuideGrid(given: GuideGridProps) {
  const { all, channels, days, today, wantedDay, measure, follows, nowSec, groups } = given
  const box = useRef<HTMLDivElement>(null)
  const { followFocus, focusOn } = useWalkingFocus(box)
  const span = useMemo(() => spanOf(days.map(({ day }) => day)), [days])
  const sight = useSight(box, { left: measure.columnPx, top: headPx })
  const view = useStore(
    sight,
    useShallow(({ sight: seen }) => (seen ? viewOf(seen, channels.length, span, measure) : noView)),
  )
  const firstRow = useStore(sight, ({ restSight }) => (restSight ? firstRowOf(restSight, channels.length, measure) : 0))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [place, setPlace] = useState<GridPlace | null>(null)
  const acts = useCellActs({ setOpened, setPlace, span })
  const guideOf = useGuide(all, { channels, days, today, view })
  const active = place ?? { row: firstRow, atSec: nowSec ?? 0 }
  const isActiveDrawn = active.row >= view.fromRow && active.row < view.toRow

  const scrollTo = (atSec: number): void => {
    const width = (box.current?.clientWidth ?? 0) - measure.columnPx
    box.current?.scrollTo({ left: leftFor(atSec, nowShare, { span, measure, width }) })
  }
  useOpening(
    box,
    nowSec === null || days.length === 0
      ? null
      : () => {
          const isToday = wantedDay === '0' || wantedDay === today
          scrollTo(isToday ? nowSec : dayStartSec(wantedDay) + (nowSec - dayStartSec(chinaDay(nowSec))))
        },
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepFrom(event.key, active, {
      rowCount: channels.length,
      programmes: guideOf(channels[active.row]?.id ?? 0),
      isWhole: chinaDay(view.startSec) === days[0]?.day,
      nowSec: nowSec ?? active.atSec,
    })
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    setOpened(null)
    const inGrid = { ...next, atSec: Math.min(Math.max(next.atSec, span.startSec), span.endSec - 1) }
    setPlace(inGrid)
    followFocus()
    bringToSight(box.current, inGrid, { span, measure })
  }
  return (
    <>
      <GridHead {...{ days, today, nowSec, sight, span, measure, scrollTo }} />
      {groups}
      <div
        ref={box}
        className={styles.box}
        role="presentation"
        onKeyDown={onKeyDown}
        onScroll={() => opened && !opened.isFocused && setOpened(null)}
      >
        <GridCanvas
          // A row out of sight has no name that Tab could lead to.
          isStop={!isActiveDrawn}
          {...{ channels, sight, view, span, measure, nowSec, guideOf, follows, active, acts }}
          onDrawn={focusOn}
        />
      </div>
      {opened && <GuidePopover {...{ opened, follows, acts }} />}
    </>
  )
}

/** Does something once, as soon as it can be done. */
function useOpening(box: RefObject<HTMLElement | null>, open: (() => void) | null): void {
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !open || !box.current) return
    done.current = true
    open()
  }, [box, open])
}

/**
 * `followFocus` is called when keys lead to another cell, `focusOn` when something was drawn: the focus follows once that
 * cell is drawn, and waits at the grid until then, where keys lead on. Whoever leaves the grid meanwhile is not called back.
 */
function useWalkingFocus(box: RefObject<HTMLElement | null>): { followFocus: () => void; focusOn: () => void } {
  const isWalking = useRef(false)
  return {
    followFocus() {
      isWalking.current = true
    },
    focusOn() {
      if (!isWalking.current || !box.current) return
      const cell = box.current.querySelector<HTMLElement>('[data-active]')
      const isAway = document.activeElement !== document.body && !box.current.contains(document.activeElement)
      if (!isAway) (cell ?? box.current.querySelector<HTMLElement>('[role=grid]'))?.focus({ preventScroll: true })
      isWalking.current = !cell && !isAway
    },
  }
}

/** Scrolls so that a cell can be seen whole, or from its start; names are in sight at any time. */
function bringToSight(
  box: HTMLElement | null,
  { row, atSec, isName = false }: GridPlace,
  { span, measure }: { span: GridSpan; measure: GridMeasure },
): void {
  if (!box) return
  const top = row * measure.rowPx
  const height = box.clientHeight - headPx
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + measure.rowPx > box.scrollTop + height) box.scrollTop = top + measure.rowPx - height
  if (isName) return
  const width = box.clientWidth - measure.columnPx
  const x = ((atSec - span.startSec) / 60) * measure.pxPerMinute
  if (x < box.scrollLeft || x > box.scrollLeft + width - 60)
    box.scrollLeft = leftFor(atSec, nowShare, { span, measure, width })
}
