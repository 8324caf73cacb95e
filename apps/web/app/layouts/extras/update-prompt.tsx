import { useEffect, useState } from 'react'
import { mayHaveWorker, registerWorker } from '../../lib/boot/pwa.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { lateTexts } from './late-texts.ts'
import styles from './update-prompt.module.css'

/** Says that a new version of the site waits, until the reader takes it or puts it off to the next visit. */
export function UpdatePrompt() {
  const texts = useTexts(lateTexts)
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null)
  useEffect(() => {
    // A browser that refuses a worker goes on without one.
    if (mayHaveWorker()) registerWorker((run) => setTakeOver(() => run)).catch(() => undefined)
  }, [])
  return (
    <div role="status" className={styles.place}>
      {takeOver && (
        <div className={styles.prompt}>
          <p>{texts.newVersion}</p>
          <button type="button" className={styles.now} onClick={takeOver}>
            {texts.refresh}
          </button>
          <button type="button" aria-label={texts.later} title={texts.later} onClick={() => setTakeOver(null)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      )}
    </div>
  )
}
