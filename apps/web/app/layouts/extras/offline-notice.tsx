import { useSyncExternalStore } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './offline-notice.module.css'
import { shellTexts } from '../shell-texts.ts'

function onOnlineChange(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Notice below the header while the browser is offline. */
export function OfflineNotice() {
  const { offline } = useTexts(shellTexts)
  const isOnline = useSyncExternalStore(
    onOnlineChange,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.place}>
      {!isOnline && <p className={styles.line}>{offline}</p>}
    </div>
  )
}
