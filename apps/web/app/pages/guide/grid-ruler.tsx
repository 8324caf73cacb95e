import { clockOf } from '@yunmu/contract/china-time'
import { memo } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './guide-grid.module.css'
import { rulerMarks, xOf, type GridMeasure, type GridSpan } from './guide-rules.ts'
import { guideTexts } from './guide-texts.ts'

interface RulerProps extends GridSpan {
  /** Number of channels. */
  count: number
  span: GridSpan
  measure: GridMeasure
  nowSec: number | null
}

/** Time ruler in half hours, with the current time. */
export const GridRuler = memo(function GridRuler({ count, span, measure, nowSec, startSec, endSec }: RulerProps) {
  const texts = useTexts(guideTexts)
  const leftOf = (sec: number): number => measure.columnPx + xOf(sec, span, measure)
  return (
    <div className={styles.ruler} role="presentation">
      <span className={styles.corner}>{texts.channels(count)}</span>
      {rulerMarks({ startSec, endSec }, nowSec).map((sec) => (
        <span key={sec} className={styles.mark} style={{ left: leftOf(sec) }}>
          {clockOf(sec)}
        </span>
      ))}
      {nowSec !== null && (
        <span className={styles.nowPlate} style={{ left: leftOf(nowSec) }}>
          {clockOf(nowSec)}
        </span>
      )}
    </div>
  )
})
