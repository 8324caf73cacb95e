import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { useStore } from 'zustand'
import { useTexts } from '../../lib/text/texts.ts'
import { GridDays } from './grid-days.tsx'
import styles from './grid-header.module.css'
import { isTimeVisible, currentTimeOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { ViewportStore } from './use-viewport.ts'

interface GridHeaderProps {
  days: readonly { day: string; weekday: number }[]
  today: string
  nowSec: number | null
  viewportStore: ViewportStore
  span: GridSpan
  measure: GridMeasure
  scrollTo: (atSec: number) => void
}

/** Days of the grid, and a button back to now if it is not visible. */
export function GridHeader({ days, today, nowSec, viewportStore, span, measure, scrollTo }: GridHeaderProps) {
  const texts = useTexts(guideTexts)
  const shown = useStore(viewportStore, ({ viewport }) =>
    viewport ? chinaDay(currentTimeOf(viewport, span, measure)) : today,
  )
  const isNowVisible = useStore(
    viewportStore,
    ({ viewport }) => !viewport || isTimeVisible(nowSec ?? 0, viewport, span, measure),
  )
  /** Scrolls to the same time of another day. */
  const choose = (day: string): void => {
    const { viewport } = viewportStore.getState()
    if (!viewport) return
    const atSec = currentTimeOf(viewport, span, measure)
    scrollTo(dayStartSec(day) + (atSec - dayStartSec(chinaDay(atSec))))
  }
  return (
    <div className={styles.head}>
      <h1>{texts.title}</h1>
      <GridDays days={days} today={today} shown={shown} choose={choose} />
      {!isNowVisible && nowSec !== null && days.length > 0 && (
        <button type="button" className={styles.back} onClick={() => scrollTo(nowSec)}>
          {texts.backToNow}
        </button>
      )}
    </div>
  )
}
