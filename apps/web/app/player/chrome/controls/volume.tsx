import { useEffect, useRef, type CSSProperties } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, usePlayerState } from '../chrome-context.ts'
import { ControlButton } from './control-button.tsx'
import { changeVolume } from '../input/run-command.ts'
import styles from './volume.module.css'

const wheelStep = 0.05

/** Mute button and volume slider; also changed by the mouse wheel. */
export function Volume() {
  const chrome = useChrome()
  const texts = useTexts(playerTexts)
  const box = useRef<HTMLDivElement>(null)
  const volume = usePlayerState((state) => (state.muted ? 0 : state.volume))
  useEffect(() => {
    const element = box.current
    // React registers wheel listeners as passive, so `preventDefault` would not stop scrolling.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      changeVolume(chrome, event.deltaY < 0 ? wheelStep : -wheelStep)
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [chrome])
  const isSilent = volume === 0
  return (
    <div ref={box} className={styles.volume}>
      <ControlButton
        label={isSilent ? texts.unmute : texts.mute}
        icon={isSilent ? 'muted' : 'volume'}
        onPress={() => chrome.player.setMuted(!isSilent)}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={texts.volume}
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        style={{ '--share': `${volume * 100}%` } satisfies CSSProperties & Record<'--share', string>}
        onChange={({ target }) => chrome.player.setVolume(Number(target.value) / 100)}
        onKeyDown={(event) => event.key.startsWith('Arrow') && event.stopPropagation()}
      />
    </div>
  )
}
