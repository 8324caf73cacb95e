import { useState } from 'react'
import { useNavigation } from 'react-router'
import { homeUrl } from '../lib/urls.ts'
import styles from './progress-bar.module.css'

type Phase = 'rest' | 'busy' | 'done'

/** A line at the top while another page loads; none on the way home. A page that fails to load takes it away as well. */
export function ProgressBar() {
  const { state, location } = useNavigation()
  const busy = state !== 'idle' && location.pathname !== homeUrl
  const [phase, setPhase] = useState<Phase>('rest')
  const [wasBusy, setWasBusy] = useState(false)
  if (busy !== wasBusy) {
    setWasBusy(busy)
    setPhase(busy ? 'busy' : 'done')
  }
  return (
    <div
      className={styles.bar}
      data-phase={phase}
      aria-hidden="true"
      onTransitionEnd={({ propertyName }) => {
        if (phase === 'done' && propertyName === 'opacity') setPhase('rest')
      }}
    />
  )
}
