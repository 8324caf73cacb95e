import { use } from 'react'
import { CallCacheContext, perform, useCall } from '../../lib/calls/call-query.ts'
import { askToConfirm } from '../../lib/shell/dialogs.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { CalendarLinks } from './calendar-links.tsx'
import { calendarTexts } from './calendar-texts.ts'
import styles from './own-calendar.module.css'

/** The secret address of the calendar of what the user follows, which can be made and renewed. */
export function OwnCalendar() {
  const texts = useTexts(calendarTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const { data } = useCall('matchCalendar', {})
  if (!data) return null
  const { address } = data
  const renew = async (): Promise<void> => {
    const question = { title: texts.renewTitle, text: texts.renewText, confirmLabel: texts.renew }
    if (address && !(await askToConfirm(question))) return
    if (!(await perform('matchCalendarRenew', {}, script))) return
    cache?.invalidate('matchCalendar ')
    showToast({ text: address ? texts.renewed : texts.created, kind: 'done' })
  }
  return (
    <div className={styles.calendar}>
      <p className={styles.name}>{texts.own}</p>
      <p className={styles.about}>{texts.about}</p>
      <div className={styles.actions}>
        {address && <CalendarLinks path={address.path} />}
        <button type="button" onClick={() => void renew()}>
          {address ? texts.renew : texts.create}
        </button>
      </div>
    </div>
  )
}
