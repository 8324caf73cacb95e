import { chinaDay, dayStartSec } from '@yunmu/contract/china-time'
import { useStore } from 'zustand'
import { useTexts } from '../../lib/text/texts.ts'
import { GridDays } from './grid-days.tsx'
import styles from './grid-head.module.css'
import { isSeen, middleOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'
import type { SightStore } from './use-sight.ts'

interface HeadProps {
  days: readonly { day: string; weekday: number }[]
  today: string
  nowSec: number | null
  sight: SightStore
  span: GridSpan
  measure: GridMeasure
  scrollTo: (atSec: number) => void
}

/** The days of the grid, and the way back to now where it is out of sight. */
export function GridHead({ days, today, nowSec, sight, span, measure, scrollTo }: HeadProps) {
  const texts = useTexts(guideTexts)
  const shown = useStore(sight, ({ sight: seen }) => (seen ? chinaDay(middleOf(seen, span, measure)) : today))
  const isNowSeen = useStore(sight, ({ sight: seen }) => !seen || isSeen(nowSec ?? 0, seen, span, measure))
  /** To the same time of another day. */
  const choose = (day: string): void => {
    const { sight: seen } = sight.getState()
    if (!seen) return
    const atSec = middleOf(seen, span, measure)
    scrollTo(dayStartSec(day) + (atSec - dayStartSec(chinaDay(atSec))))
  }
  return (
    <div className={styles.head}>
      <h1>{texts.title}</h1>
      <GridDays days={days} today={today} shown={shown} choose={choose} />
      {!isNowSeen && nowSec !== null && days.length > 0 && (
        <button type="button" className={styles.back} onClick={() => scrollTo(nowSec)}>
          {texts.backToNow}
        </button>
      )}
    </div>
  )
}
