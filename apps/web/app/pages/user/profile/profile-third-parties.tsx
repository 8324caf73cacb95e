import { use, useState } from 'react'
import { dateText } from '../../../domains/library/history-rules.ts'
import { CallCacheContext, perform, useCall } from '../../../lib/calls/call-query.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { startThirdPartyFlow } from '../../../lib/session/third-party-flow.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Third-party logins bound to the account; renders nothing if the site offers none. */
export function ProfileThirdParties() {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const [nowSec] = useState(() => Math.floor(Date.now() / 1000))
  const offered = useCall('userThirdList', {}).data?.list ?? []
  const bound = useCall('userThirdBound', {}).data?.list
  const unbound = offered.filter(({ authType }) => !bound?.some((one) => one.authType === authType))
  if (!bound || bound.length + unbound.length === 0) return null
  const unbind = async (authType: string, name: string): Promise<void> => {
    const done = await perform('userThirdUnbind', { authType }, script)
    if (done) showToast({ text: texts.unbindDone(name), kind: 'done' })
    cache?.invalidate('userThirdBound ')
  }
  return (
    <ProfileSection name={texts.thirds}>
      <ul className={styles.rows}>
        {bound.map(({ authType, name, since }) => (
          <li key={authType} className={styles.row}>
            <p className={styles.rowName}>{name}</p>
            <p className={styles.rowLine}>{texts.boundSince(dateText(since, nowSec))}</p>
            <button
              type="button"
              className={styles.word}
              aria-label={texts.unbindFrom(name)}
              onClick={() => void unbind(authType, name)}
            >
              {texts.unbind}
            </button>
          </li>
        ))}
        {unbound.map(({ authType, name }) => (
          <li key={authType} className={styles.row}>
            <p className={styles.rowName}>{name}</p>
            <p className={styles.rowLine}>{texts.unbound}</p>
            <button
              type="button"
              className={styles.word}
              aria-label={texts.bindTo(name)}
              onClick={() => startThirdPartyFlow(authType, 'bind')}
            >
              {texts.bind}
            </button>
          </li>
        ))}
      </ul>
    </ProfileSection>
  )
}
