import type { RefObject } from 'react'
import { useChromeState, usePlayerState } from './chrome-context.ts'
import { ControlBar } from './control-bar.tsx'
import { FrameHead, LockButton } from './frame-head.tsx'
import { KeyList } from './key-list.tsx'
import { EffectPlate, FastPlate, LinePlate, NextPlate, OfflinePlate, ResumePlate } from './plates.tsx'
import styles from './player-frame.module.css'
import { PointerLayer } from './pointer-layer.tsx'
import { Screens } from './screens.tsx'
import { SeekGhost } from './seek-ghost.tsx'
import { SkipPlate } from './skip-opening.tsx'
import { Subtitles } from './subtitles.tsx'

/** Everything that lies over the picture. */
export function Over({ over }: { over: RefObject<HTMLDivElement | null> }) {
  const areShown = useChromeState((state) => state.areControlsShown)
  const isLocked = useChromeState((state) => state.isLocked)
  const phase = usePlayerState((state) => state.phase)
  const needsPress = usePlayerState((state) => state.needsPress)
  const canPlay = phase !== 'preparing' && phase !== 'noRights' && !needsPress
  return (
    <div
      ref={over}
      className={styles.over}
      data-phase={phase}
      data-shown={areShown || undefined}
      data-locked={isLocked || undefined}
    >
      {canPlay ? <OverPicture isLocked={isLocked} /> : <OverNothing />}
      <KeyList />
    </div>
  )
}

/** Where there is no film to control, or none yet: why, and the way back. */
function OverNothing() {
  return (
    <>
      <div className={styles.fading}>
        <FrameHead isBare />
      </div>
      <Screens />
    </>
  )
}

function OverPicture({ isLocked }: { isLocked: boolean }) {
  return (
    <>
      <SeekGhost />
      <Subtitles />
      <PointerLayer />
      <div className={styles.fading}>
        <span className={styles.headFall} />
        <span className={styles.footFall} />
        {!isLocked && <FrameHead />}
        {!isLocked && <ControlBar />}
        <LockButton />
      </div>
      <FootLine />
      <Screens />
      <ResumePlate />
      <SkipPlate />
      <NextPlate />
      <OfflinePlate />
      <LinePlate />
      <FastPlate />
      <EffectPlate />
    </>
  )
}

/** While the controls are hidden, how far it is. */
function FootLine() {
  const share = usePlayerState(({ positionSec, durationSec }) => (durationSec > 0 ? positionSec / durationSec : 0))
  return <span className={styles.footLine} style={{ transform: `scaleX(${share})` }} />
}
