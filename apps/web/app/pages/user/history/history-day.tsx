import type { HistoryItem } from '@yunmu/contract'
import { itemKey, type DayName, type HistoryDay } from '../../../domains/library/history-rules.ts'
import { libraryTexts } from '../../../domains/library/library-texts.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { HistoryCard } from './history-card.tsx'
import styles from './history-day.module.css'

interface DayProps {
  day: HistoryDay<HistoryItem>
  nowSec: number
  /** Keys of selected items; null outside of management mode. */
  chosen: ReadonlySet<string> | null
  toggle: (item: HistoryItem) => void
  remove: (item: HistoryItem) => void
}

const dayText = (name: DayName, texts: (typeof libraryTexts)['s']): string =>
  typeof name === 'string' ? texts[name] : texts.month(name.month, name.year)

/** A day of the history. */
export function HistoryDayRow({ day, nowSec, chosen, toggle, remove }: DayProps) {
  const texts = useTexts(libraryTexts)
  return (
    <section className={styles.day}>
      <h2 className={styles.date} data-today={day.name === 'today' || undefined}>
        <span className={styles.number}>{day.day}</span> <span className={styles.name}>{dayText(day.name, texts)}</span>{' '}
        <span className={styles.weekday}>{texts.weekdays[day.weekday]}</span>
      </h2>
      <ul className={styles.cards}>
        {day.items.map((item) => (
          <HistoryCard
            key={itemKey(item)}
            item={item}
            nowSec={nowSec}
            isChosen={chosen && chosen.has(itemKey(item))}
            toggle={() => toggle(item)}
            remove={() => remove(item)}
          />
        ))}
      </ul>
    </section>
  )
}
