import { useEffect, useState } from 'react'
import { canUseServiceWorker, registerServiceWorker } from '../../lib/boot/register-service-worker.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { deferredTexts } from './deferred-texts.ts'
import styles from './update-prompt.module.css'

/** Offers to activate a new version of the site; dismissed until the next visit. */
export function UpdatePrompt() {
  const texts = useTexts(deferredTexts)
  const [activate, setActivate] = useState<(() => void) | null>(null)
  useEffect(() => {
    // If the browser refuses a service worker, the page works without one.
    if (canUseServiceWorker()) registerServiceWorker((run) => setActivate(() => run)).catch(() => undefined)
  }, [])
  return (
    <div role="status" className={styles.place}>
      {activate && (
        <div className={styles.prompt}>
          <p>{texts.newVersion}</p>
          <button type="button" className={styles.now} onClick={activate}>
            {texts.refresh}
          </button>
          <button type="button" aria-label={texts.later} title={texts.later} onClick={() => setActivate(null)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      )}
    </div>
  )
}
