import type { RefObject } from 'react'
import { useChrome, useChromeState, usePlayerState } from './chrome-context.ts'
import { ControlBar } from './control-bar.tsx'
import { FrameHead, LockButton } from './frame-head.tsx'
import { KeyList } from './key-list.tsx'
import { EffectPlate, FastPlate, LinePlate, NextPlate, OfflinePlate, ResumePlate } from './plates.tsx'
import plateStyles from './plates.module.css'
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
  const { live } = useChrome()
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
      {live?.offAir || (canPlay ? <OverPicture isLocked={isLocked} /> : <OverNothing />)}
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
  const { live, talk } = useChrome()
  return (
    <>
      <SeekGhost />
      {talk?.layer}
      <Subtitles />
      <PointerLayer />
      {!isLocked && talk?.menu}
      <div className={styles.fading}>
        <span className={styles.headFall} />
        <span className={styles.footFall} />
        {!isLocked && <FrameHead />}
        {!isLocked && (live ? live.bar : <ControlBar />)}
        <LockButton />
      </div>
      <FootLine />
      <Screens />
      {live ? live.plates : <FilmPlates />}
      <OfflinePlate />
      <LinePlate />
      <FastPlate />
      <EffectPlate />
    </>
  )
}

function FilmPlates() {
  return (
    <div className={plateStyles.foot}>
      <ResumePlate />
      <SkipPlate />
      <NextPlate />
    </div>
  )
}

/** While the controls are hidden, how far it is. */
function FootLine() {
  const share = usePlayerState(({ positionSec, durationSec }) =>
    durationSec > 0 && Number.isFinite(durationSec) ? positionSec / durationSec : 0,
  )
  return <span className={styles.footLine} style={{ transform: `scaleX(${share})` }} />
}
