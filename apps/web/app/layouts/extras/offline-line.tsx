import { useSyncExternalStore } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import styles from './offline-line.module.css'
import { shellTexts } from '../shell-texts.ts'

function onConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says under the header that the network is gone, for as long as it is. */
export function OfflineLine() {
  const { offline } = useTexts(shellTexts)
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={styles.place}>
      {!isOnline && <p className={styles.line}>{offline}</p>}
    </div>
  )
}
