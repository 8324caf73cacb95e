import type { PlayStream } from '@yunmu/contract'
import { useEffect, useState } from 'react'
import { callOnce, perform } from '../../../lib/calls/call-query.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { ownStream } from '../../core/own-stream.ts'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, usePlayerState } from '../chrome-context.ts'
import screenStyles from './screens.module.css'
import styles from './crowded.module.css'

/** The account plays on too many devices: which, and a button for each that stops it and plays here. */
export function Crowded() {
  const { player } = useChrome()
  const texts = useTexts(playerTexts)
  const script = useScript()
  const wasEnded = usePlayerState((state) => state.endedElsewhere)
  const [playing, setPlaying] = useState<readonly PlayStream[]>([])
  useEffect(() => {
    let isCurrent = true
    callOnce('userPlays', {}, 's').then(
      ({ list }) => {
        if (isCurrent) setPlaying(list.filter(({ stream }) => stream !== ownStream()))
      },
      // The list is a help only: one may still try again.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  const takeOver = async (stream: string): Promise<void> => {
    if (await perform('userPlayEnd', { stream }, script)) player.retry()
  }
  return (
    <div className={screenStyles.screen} role="status" data-screen="crowded">
      <p className={screenStyles.hint}>{wasEnded ? texts.endedElsewhere : texts.crowded(playing.length)}</p>
      {!wasEnded && <p className={styles.hint}>{texts.crowdedHint}</p>}
      {!wasEnded && (
        <ul className={styles.list}>
          {playing.map(({ stream, device, beganAt }) => (
            <li key={stream} className={styles.row}>
              <span className={styles.device}>{device}</span>
              <span className={styles.since}>{texts.playsSince(sinceText(beganAt))}</span>
              <button type="button" className={styles.stop} onClick={() => void takeOver(stream)}>
                {texts.stopThere}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={screenStyles.acts}>
        <button type="button" className={screenStyles.plain} onClick={() => player.retry()}>
          {wasEnded ? texts.playHere : texts.retry}
        </button>
      </div>
    </div>
  )
}

/** The time of day, by the viewer's clock. */
function sinceText(sec: number): string {
  const at = new Date(sec * 1000)
  return `${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`
}
