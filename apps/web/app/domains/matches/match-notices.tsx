import { Link } from '../../ui/link.tsx'
import { useStore } from 'zustand'
import { closePopup, dismissAlert, matchNotices, type MatchNotice } from '../../lib/realtime/match-notices.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import styles from './match-notices.module.css'
import { matchTexts } from './match-texts.ts'

const matchAddress = ({ id, streamId }: MatchNotice): string => matchUrl({ id, stream: streamId })

/** Popup for a followed match that starts, and a fixed box for followed matches. Hidden if the site shows no matches. */
export function MatchNotices() {
  const { popup, alerts } = useStore(matchNotices)
  const isShown = useSite()?.live_live !== false
  if (!isShown) return null
  return (
    <div className={styles.place} aria-live="polite">
      {alerts.length > 0 && <AlertBox alerts={alerts} />}
      {popup && <Popup notice={popup} />}
    </div>
  )
}

function Popup({ notice }: { notice: MatchNotice }) {
  const texts = useTexts(matchTexts)
  return (
    <section className={styles.box} aria-label={texts.onNow}>
      <Head title={texts.onNow} close={closePopup} />
      <p>{notice.msg}</p>
      <Link to={matchAddress(notice)} className={styles.view} onClick={closePopup}>
        {texts.viewNow}
      </Link>
    </section>
  )
}

function AlertBox({ alerts }: { alerts: readonly MatchNotice[] }) {
  const texts = useTexts(matchTexts)
  return (
    <section className={styles.box} aria-label={texts.subscribed}>
      <Head title={texts.subscribed} close={() => matchNotices.setState({ alerts: [] })} />
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id} className={styles.alert}>
            <p>{alert.msg}</p>
            <Link to={matchAddress(alert)} onClick={() => dismissAlert(alert.id)}>
              {texts.watch}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Head({ title, close }: { title: string; close: () => void }) {
  const texts = useTexts(matchTexts)
  return (
    <div className={styles.head}>
      <b>{title}</b>
      <button type="button" aria-label={texts.close} onClick={close}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
