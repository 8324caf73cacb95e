import type { CSSProperties } from 'react'
import styles from './bar-marks.module.css'

/** A moment on a seek bar with its caption, in seconds of the bar's time. */
export interface BarMark {
  id: string
  atSec: number
  text: string
  /** Any CSS colour. */
  colour: string
}

/** A named part of a seek bar, in seconds of the bar's time. */
export interface BarChapter {
  name: string
  start: number
  end: number
}

/** Chapters and moments of what plays. */
export interface BarChapters {
  parts: readonly BarChapter[]
  marks: readonly BarMark[]
  /** The length shown is rounded up to a multiple of this, in seconds, so that it tells nothing of what plays. */
  lengthStepSec?: number
}

/** A press on a mark shows what led to the moment. */
export const markLeadSec = 8

interface BarMarksProps {
  marks: readonly BarMark[]
  /** Share (0 to 1) of the bar. */
  share: (sec: number) => number
  seek: (sec: number) => void
}

/** Dots over the bar. They are beside the slider, because a slider contains no controls; keys reach the bar itself. */
export function BarMarks({ marks, share, seek }: BarMarksProps) {
  return marks.map(({ id, atSec, text, colour }) => (
    <button
      key={id}
      type="button"
      tabIndex={-1}
      className={styles.mark}
      data-mark={id}
      data-text={text}
      aria-label={text}
      style={
        { left: `${share(atSec) * 100}%`, '--colour': colour } satisfies CSSProperties & Record<'--colour', string>
      }
      onClick={() => seek(Math.max(0, atSec - markLeadSec))}
    />
  ))
}
