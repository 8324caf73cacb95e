import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { playerTexts } from '../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from './chrome-context.ts'
import { ControlButton } from './control-button.tsx'
import styles from './frame-head.module.css'

/**
 * Over the picture where it fills the screen, and on phones always: the way back, what plays, the time of day.
 * @param props.isBare the way back alone, on every screen
 */
export function FrameHead({ isBare = false }: { isBare?: boolean }) {
  const { player, about, actions } = useChrome()
  const words = useTexts(playerTexts)
  const isFull = usePlayerState(({ fullscreen, webFullscreen }) => fullscreen || webFullscreen)
  const canPictureInPicture = usePlayerState((state) => state.canPictureInPicture)
  const back = (): void => {
    if (!isFull) return actions.leave()
    player.setFullscreen(false)
    player.setWebFullscreen(false)
  }
  return (
    <div className={styles.head} data-full={isFull || undefined} data-bare={isBare || undefined} data-controls>
      <ControlButton label={words.back} icon="back" press={back} />
      {!isBare && (
        <>
          <span className={styles.title}>{about.title}</span>
          <span className={styles.episode}>{about.episode}</span>
          {isFull && <TimeOfDay />}
          {canPictureInPicture && (
            <span className={styles.narrow}>
              <ControlButton label={words.pictureInPicture} icon="pip" press={() => player.setPictureInPicture(true)} />
            </span>
          )}
        </>
      )}
    </div>
  )
}

function TimeOfDay() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return <span className={styles.clock}>{now.toTimeString().slice(0, 5)}</span>
}

/** On touch screens in full screen: while it is locked, only this answers. */
export function LockButton() {
  const { store } = useChrome()
  const words = useTexts(playerTexts)
  const isLocked = useChromeState((state) => state.isLocked)
  const isFull = usePlayerState(({ fullscreen, webFullscreen }) => fullscreen || webFullscreen)
  return (
    isFull && (
      <span className={styles.lock}>
        <ControlButton
          label={isLocked ? words.unlock : words.lock}
          icon={isLocked ? 'lock' : 'unlock'}
          isPressed={isLocked}
          press={() => store.setState({ isLocked: !isLocked })}
        />
      </span>
    )
  )
}
