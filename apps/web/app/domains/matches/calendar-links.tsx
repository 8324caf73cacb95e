import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { showToast } from '../../lib/shell/toasts.ts'
import { copyText } from '../../lib/text/copy-text.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './calendar-links.module.css'
import { calendarTexts } from './calendar-texts.ts'

/** A calendar for other programs: opens it there, or copies its address. @param path its path at the station */
export function CalendarLinks({ path }: { path: string }) {
  const texts = useTexts(calendarTexts)
  const known = useAbsolute()(path)
  // Pages without a loader are rendered in the browser, and do not know the origin.
  const address = known === '' && !import.meta.env.SSR ? new URL(path, location.origin).href : known
  const copy = async (): Promise<void> => {
    if (await copyText(address, texts.copyByHand)) showToast({ text: texts.copied, kind: 'done' })
  }
  return (
    <span className={styles.links}>
      <a href={address.replace(/^https?:/, 'webcal:')}>
        <Icon name="calendar" size={16} />
        {texts.subscribe}
      </a>
      <button type="button" onClick={() => void copy()}>
        {texts.copy}
      </button>
    </span>
  )
}
