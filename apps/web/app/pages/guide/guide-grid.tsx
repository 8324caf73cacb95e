import type { Channel, Programme } from '@yunmu/contract'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { stateAt } from '../../domains/live/air-rules.ts'
import type { Follows } from '../../domains/live/use-follows.ts'
import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/texts.ts'
import { GridCanvas } from './grid-canvas.tsx'
import { GridDays } from './grid-days.tsx'
import styles from './guide-grid.module.css'
import { GuidePopover, type Opened } from './guide-popover.tsx'
import {
  headPx,
  leftFor,
  nearestTo,
  rowsInSight,
  secOf,
  spanOf,
  stepFrom,
  timeInSight,
  type GridMeasure,
  type GridPlace,
} from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
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
}

/** Now stands here when the guide opens. */
const nowShare = 0.45

/** Channels over days. Only rows and hours in sight are in the document. */
export function GuideGrid(given: GuideGridProps) {
  const { all, channels, days, today, wantedDay, measure, follows, nowSec } = given
  const texts = useTexts(guideTexts)
  const box = useRef<HTMLDivElement>(null)
  const names = days.map(({ day }) => day)
  const span = spanOf(names)
  const sight = useSight(box, { left: measure.columnPx, top: headPx })
  const [opened, setOpened] = useState<Opened | null>(null)
  const [place, setPlace] = useState<GridPlace | null>(null)
  const scrollTo = (atSec: number, share = nowShare): void => {
    const width = sight?.width ?? 0
    box.current?.scrollTo({ left: leftFor(atSec, share, { span, measure, width }) })
  }
  useOpening(
    box,
    nowSec === null || sight === null || days.length === 0
      ? null
      : () => {
          const isToday = wantedDay === '0' || wantedDay === today
          scrollTo(isToday ? nowSec : dayStartSec(wantedDay) + (nowSec - dayStartSec(chinaDay(nowSec))))
        },
  )
  const rows = sight ? rowsInSight(channels.length, sight, measure) : { from: 0, to: 0 }
  const time = sight ? timeInSight(sight, span, measure) : { startSec: 0, endSec: 0 }
  const shown = channels.slice(rows.from, rows.to)
  const guideOf = useGuide(all, { shown, days: names, today, time })
  const middleSec = sight ? secOf(sight.left + sight.width * nowShare, span, measure) : (nowSec ?? 0)
  const isNowSeen = nowSec !== null && nowSec > time.startSec && nowSec < time.endSec

  const focusOn = (next: GridPlace): void => {
    setOpened(null)
    setPlace(next)
    keepInSight(box.current, next, { span, measure })
    // The cell is there once the rows in sight are drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true }),
      ),
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = place ?? { row: rows.from, atSec: nowSec ?? middleSec }
    const channel = channels[from.row]
    const programmes = channel ? guideOf(channel.id) : []
    const next = stepFrom(event.key, from, { rowCount: channels.length, programmes, nowSec: nowSec ?? middleSec })
    if (!next || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    focusOn({ ...next, atSec: Math.min(Math.max(next.atSec, span.startSec), span.endSec - 1) })
  }
  const open = (channel: Channel, programme: Programme, cell: HTMLElement, isFocused: boolean): void => {
    if (nowSec === null) return
    const state = stateAt(programme, nowSec)
    setOpened({ channel, programme, state, isFocused, cell: cell.getBoundingClientRect() })
  }
  const active = place ?? { row: rows.from, atSec: nowSec ?? 0 }
  return (
    <>
      <div className={styles.head}>
        <h1>{texts.title}</h1>
        <GridDays
          days={days}
          today={today}
          shown={chinaDay(middleSec)}
          choose={(day) => scrollTo(dayStartSec(day) + (middleSec - dayStartSec(chinaDay(middleSec))))}
        />
        {!isNowSeen && nowSec !== null && days.length > 0 && (
          <button type="button" className={styles.back} onClick={() => scrollTo(nowSec)}>
            {texts.backToNow}
          </button>
        )}
      </div>
      <div
        ref={box}
        className={styles.box}
        role="grid"
        tabIndex={-1}
        aria-label={texts.title}
        aria-rowcount={channels.length}
        onKeyDown={onKeyDown}
        onScroll={() => opened && !opened.isFocused && setOpened(null)}
      >
        <GridCanvas
          channels={shown}
          firstRow={rows.from}
          rowCount={channels.length}
          {...{ span, time, measure, nowSec, guideOf, follows, open }}
          close={() => setOpened((now) => (now?.isFocused ? now : null))}
          isActive={(row, programme) =>
            row === active.row && nearestTo(guideOf(channels[row]?.id ?? 0), active.atSec) === programme
          }
          focused={(row, atSec) => setPlace({ row, atSec })}
        />
      </div>
      {opened && <GuidePopover opened={opened} follows={follows} close={() => setOpened(null)} />}
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

/** Scrolls so that a cell can be seen whole, or from its start. */
function keepInSight(
  box: HTMLElement | null,
  { row, atSec }: GridPlace,
  { span, measure }: { span: { startSec: number; endSec: number }; measure: GridMeasure },
): void {
  if (!box) return
  const top = row * measure.rowPx
  const height = box.clientHeight - headPx
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + measure.rowPx > box.scrollTop + height) box.scrollTop = top + measure.rowPx - height
  const width = box.clientWidth - measure.columnPx
  const x = ((atSec - span.startSec) / 60) * measure.pxPerMinute
  if (x < box.scrollLeft || x > box.scrollLeft + width - 60)
    box.scrollLeft = leftFor(atSec, nowShare, { span, measure, width })
}
