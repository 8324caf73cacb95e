import type { UserSession } from '@yunmu/contract'
import { use, useState } from 'react'
import { chooseSingleLogin, isSingleLogin } from '../../../domains/accounts/single-login.ts'
import { ageText } from '../../../domains/library/item-texts.ts'
import { dateText } from '../../../domains/library/history-rules.ts'
import { libraryTexts } from '../../../domains/library/library-texts.ts'
import { CallCacheContext, perform, useCall } from '../../../lib/calls/call-query.ts'
import { askToConfirm } from '../../../lib/shell/dialogs.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { LoadError } from '../../../ui/feedback/load-error.tsx'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Sessions of the account, with buttons to end them. */
export function ProfileSessions() {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const { data, isError, refetch } = useCall('userSessions', {})
  const list = data?.list
  const end = async ({ id }: UserSession): Promise<void> => {
    const done = await perform('userSessionEnd', { id }, script)
    if (done) showToast({ text: texts.sessionEnded, kind: 'done' })
    cache?.invalidate('userSessions ')
  }
  const endOthers = async (): Promise<void> => {
    if (!(await askToConfirm({ title: texts.endOthers, text: texts.endOthersText, confirmLabel: texts.endSession })))
      return
    const done = await perform('userSessionsEnd', {}, script)
    if (done) showToast({ text: texts.othersEnded(done.ended), kind: 'done' })
    cache?.invalidate('userSessions ')
  }
  const hasOthers = list?.some(({ current }) => !current) ?? false
  return (
    <ProfileSection
      name={texts.sessions}
      aside={
        hasOthers && (
          <button type="button" className={styles.word} onClick={() => void endOthers()}>
            {texts.endOthers}
          </button>
        )
      }
    >
      {list ? (
        <ul className={styles.rows}>
          {list.map((session) => (
            <Session key={session.id} session={session} end={() => void end(session)} />
          ))}
        </ul>
      ) : isError ? (
        <LoadError retry={refetch} />
      ) : (
        <div className={styles.rowPlace} role="status" aria-label={texts.loading} />
      )}
      <SingleLogin />
    </ProfileSection>
  )
}

/** This browser's setting: whether the next sign-in ends all other sessions. */
function SingleLogin() {
  const texts = useTexts(profileTexts)
  const [isSingle, setSingle] = useState(isSingleLogin)
  const choose = (chosen: boolean): void => {
    chooseSingleLogin(chosen)
    setSingle(chosen)
  }
  return (
    <div className={styles.choice}>
      <Checkbox checked={isSingle} onChange={({ target }) => choose(target.checked)}>
        {texts.singleLogin}
      </Checkbox>
    </div>
  )
}

function Session({ session, end }: { session: UserSession; end: () => void }) {
  const texts = useTexts(profileTexts)
  const words = useTexts(libraryTexts)
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  return (
    <li className={styles.row}>
      <p className={styles.rowName}>
        {session.device}
        {session.current && <b>{texts.thisDevice}</b>}
      </p>
      <p className={styles.rowLine}>
        {session.network !== '' && <span>{session.network}</span>}
        <span>{texts.seen(ageText(session.seenAt, nowSec, words))}</span>
        <span>{texts.since(dateText(session.createdAt, nowSec))}</span>
      </p>
      {!session.current && (
        <button type="button" className={styles.word} aria-label={texts.endSessionOf(session.device)} onClick={end}>
          {texts.endSession}
        </button>
      )}
    </li>
  )
}
