import type { TitleUpdate } from '@yunmu/contract'
import { Link } from '../../ui/link.tsx'
import { daysAfter, updateText } from '../../domains/catalog/update-rules.ts'
import { updateTexts } from '../../domains/catalog/update-texts.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import type { ReplyFrom } from '../../lib/calls/calls.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl } from '../../lib/urls.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './timetable.module.css'
import { dayUrl, type UpdateAddress } from './update-address.ts'
import { pageTexts } from './update-texts.ts'

type Day = ReplyFrom<'vodTimetable'>['days'][number]

/** The week of the selected day: on desktops with each day's updates, elsewhere as tabs. */
export function Timetable({ address, shown }: { address: UpdateAddress; shown: string }) {
  const texts = useTexts(pageTexts)
  const { type, day } = address
  const { data, isError, refetch } = useCall('vodTimetable', { type, day })
  if (!data) return isError ? <LoadError retry={refetch} /> : <div className={styles.waiting} />
  const monday = data.days[0]?.day ?? data.today
  const toWeek = (days: number): string => dayUrl({ type, day: daysAfter(monday, days), page: 1 })
  return (
    <section aria-labelledby="week" className={styles.week}>
      <h2 id="week" className="unseen">
        {texts.week}
      </h2>
      <Link to={toWeek(-7)} preventScrollReset className={styles.step} aria-label={texts.before} title={texts.before}>
        <Icon name="next" size={16} />
      </Link>
      <ol className={styles.days}>
        {data.days.map((one, at) => (
          <DayColumn
            key={one.day}
            day={one}
            name={texts.weekdays[at] ?? ''}
            to={dayUrl({ type, day: one.day === data.today ? '0' : one.day, page: 1 })}
            isShown={one.day === shown}
            isToday={one.day === data.today}
          />
        ))}
      </ol>
      <Link to={toWeek(7)} preventScrollReset className={styles.step} aria-label={texts.after} title={texts.after}>
        <Icon name="next" size={16} />
      </Link>
    </section>
  )
}

interface DayColumnProps {
  day: Day
  /** Weekday. */
  name: string
  to: string
  isShown: boolean
  isToday: boolean
}

function DayColumn({ day, name, to, isShown, isToday }: DayColumnProps) {
  const texts = useTexts(pageTexts)
  return (
    <li className={styles.day} data-shown={isShown || undefined} data-today={isToday || undefined}>
      <Link to={to} preventScrollReset className={styles.head} aria-current={isShown ? 'date' : undefined}>
        <strong>{isToday ? texts.today : name}</strong>
        <span>{day.day.slice(5)}</span>
      </Link>
      <ul className={styles.entries}>
        {day.list.map((update) => (
          <Entry key={update.title.id} update={update} />
        ))}
        {day.total === 0 && <li className={styles.none}>{texts.empty}</li>}
        {day.total > day.list.length && (
          <li>
            <Link to={to} preventScrollReset className={styles.rest}>
              {texts.rest(day.total)}
              <Icon name="next" size={12} />
            </Link>
          </li>
        )}
      </ul>
    </li>
  )
}

function Entry({ update }: { update: TitleUpdate }) {
  const texts = useTexts(updateTexts)
  return (
    <li>
      <Link to={detailsUrl(update.title)} className={styles.entry} data-aired={update.aired || undefined}>
        <span className={styles.clock}>{clockOf(update.at)}</span>
        <span className={styles.name}>{update.title.name}</span>
        <span className={styles.came}>{updateText(update, texts.several)}</span>
      </Link>
    </li>
  )
}
