import { progressBarMs } from '@yunmu/contract/constants'
import { useState } from 'react'
import { useNavigation } from 'react-router'
import { homeUrl } from '../lib/urls.ts'
import styles from './progress-bar.module.css'

type Phase = 'rest' | 'busy' | 'done'

/** Progress line at the top during navigation, except to the home page. Also hidden when a page fails to load. */
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
      style={{ transitionDuration: `${progressBarMs}ms` }}
      aria-hidden="true"
      onTransitionEnd={({ propertyName }) => {
        if (phase === 'done' && propertyName === 'opacity') setPhase('rest')
      }}
    />
  )
}
