import { useEffect, useState } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome-context.ts'
import { ControlButton } from './control-button.tsx'
import styles from './frame-header.module.css'

/**
 * Header over the picture, in full screen and on phones: back button, title, time of day.
 *
 * @param props.isMinimal only the back button, on every screen
 */
export function FrameHeader({ isMinimal = false }: { isMinimal?: boolean }) {
  const { player, metadata, actions } = useChrome()
  const texts = useTexts(playerTexts)
  const isFull = usePlayerState(({ fullscreen, webFullscreen }) => fullscreen || webFullscreen)
  const canPictureInPicture = usePlayerState((state) => state.canPictureInPicture)
  const back = (): void => {
    if (!isFull) return actions.leave()
    player.setFullscreen(false)
    player.setWebFullscreen(false)
  }
  return (
    <div className={styles.head} data-full={isFull || undefined} data-bare={isMinimal || undefined} data-controls>
      <ControlButton label={texts.back} icon="back" onPress={back} />
      {!isMinimal && (
        <>
          <span className={styles.title}>{metadata.title}</span>
          <span className={styles.episode}>{metadata.episode}</span>
          {isFull && <TimeOfDay />}
          {canPictureInPicture && (
            <span className={styles.narrow}>
              <ControlButton
                label={texts.pictureInPicture}
                icon="pip"
                onPress={() => player.setPictureInPicture(true)}
              />
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

/** Lock button for touch screens in full screen; while locked, only this button reacts. */
export function LockButton() {
  const { store } = useChrome()
  const texts = useTexts(playerTexts)
  const isLocked = useChromeState((state) => state.isLocked)
  const isFull = usePlayerState(({ fullscreen, webFullscreen }) => fullscreen || webFullscreen)
  return (
    isFull && (
      <span className={styles.lock}>
        <ControlButton
          label={isLocked ? texts.unlock : texts.lock}
          icon={isLocked ? 'lock' : 'unlock'}
          isPressed={isLocked}
          onPress={() => store.setState({ isLocked: !isLocked })}
        />
      </span>
    )
  )
}
