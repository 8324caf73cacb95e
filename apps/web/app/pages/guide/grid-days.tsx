import { useEffect, useRef } from 'react'
import { channelTexts } from '../../domains/live/channel-texts.ts'
import { dayOfMonth } from '../../domains/live/day-rules.ts'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './grid-header.module.css'
import { guideTexts } from './guide-texts.ts'

interface DaysProps {
  days: readonly { day: string; weekday: number }[]
  today: string
  /** The day in the middle of the viewport. */
  shown: string
  choose: (day: string) => void
}

/** Days of the guide; the visible one is marked. */
export function GridDays({ days, today, shown, choose }: DaysProps) {
  const texts = useTexts(guideTexts)
  const words = useTexts(channelTexts)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const button = box.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (button && box.current)
      box.current.scrollLeft = button.offsetLeft - (box.current.clientWidth - button.offsetWidth) / 2
  }, [shown])
  return (
    <div ref={box} className={styles.days} role="group" aria-label={words.days}>
      {days.map(({ day, weekday }) => (
        <button
          key={day}
          type="button"
          aria-pressed={day === shown}
          data-today={day === today || undefined}
          onClick={() => choose(day)}
        >
          {day === today ? words.today : texts.weekdays[weekday]}
          <b>{dayOfMonth(day)}</b>
        </button>
      ))}
    </div>
  )
}
