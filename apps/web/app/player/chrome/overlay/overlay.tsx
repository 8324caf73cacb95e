import type { RefObject } from 'react'
import type { Phase } from '../../core/player-state.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome-context.ts'
import { ControlBar } from '../controls/control-bar.tsx'
import { FrameHeader, LockButton } from '../controls/frame-header.tsx'
import { EmbeddedPage } from './embedded-page.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import {
  FeedbackNotice,
  FastNotice,
  LineSwitchNotice,
  NextNotice,
  OfflineNotice,
  PreviewNotice,
  ResumeNotice,
} from './notices.tsx'
import plateStyles from './notices.module.css'
import styles from '../player-frame.module.css'
import { PointerLayer } from '../input/pointer-layer.tsx'
import { Screens } from './screens.tsx'
import { SeekPlaceholder } from '../seek/seek-placeholder.tsx'
import { SkipButton } from './skip-opening.tsx'
import { Subtitles } from './subtitles.tsx'

const closedPhases: ReadonlySet<Phase> = new Set(['preparing', 'noRights', 'locked', 'crowded'])

/** Everything over the picture. */
export function Overlay({ overlay }: { overlay: RefObject<HTMLDivElement | null> }) {
  const areShown = useChromeState((state) => state.areControlsShown)
  const isLocked = useChromeState((state) => state.isLocked)
  const { live, instead } = useChrome()
  const phase = usePlayerState((state) => state.phase)
  const needsPress = usePlayerState((state) => state.needsPress)
  const pageUrl = usePlayerState((state) => (state.phase === 'open' ? state.pageUrl : null))
  const canPlay = !closedPhases.has(phase) && !needsPress
  return (
    <div
      ref={overlay}
      className={styles.over}
      data-phase={phase}
      data-shown={areShown || undefined}
      data-locked={isLocked || undefined}
    >
      {pageUrl !== null ? (
        <>
          <EmbeddedPage url={pageUrl} />
          <LineSwitchNotice />
        </>
      ) : (
        live?.offAir || (canPlay && !instead ? <PictureOverlay isLocked={isLocked} /> : <UnplayableOverlay />)
      )}
      <ShortcutList />
    </div>
  )
}

/** Shown if nothing can be played: the reason and a back button. */
function UnplayableOverlay() {
  const { instead } = useChrome()
  return (
    <>
      <div className={styles.fading}>
        <FrameHeader isMinimal />
      </div>
      {instead || <Screens />}
    </>
  )
}

function PictureOverlay({ isLocked }: { isLocked: boolean }) {
  const { live, danmaku } = useChrome()
  return (
    <>
      <SeekPlaceholder />
      {danmaku?.layer}
      <Subtitles />
      <PointerLayer />
      {!isLocked && danmaku?.menu}
      <div className={styles.fading}>
        <span className={styles.headFall} />
        <span className={styles.footFall} />
        {!isLocked && <FrameHeader />}
        {!isLocked && (live ? live.bar : <ControlBar />)}
        <LockButton />
      </div>
      <ProgressLine />
      <Screens />
      {live ? live.notices : <FilmNotices />}
      <OfflineNotice />
      <LineSwitchNotice />
      <FastNotice />
      <FeedbackNotice />
    </>
  )
}

function FilmNotices() {
  return (
    <div className={plateStyles.foot}>
      <PreviewNotice />
      <ResumeNotice />
      <SkipButton />
      <NextNotice />
    </div>
  )
}

/** Playback progress while the controls are hidden. */
function ProgressLine() {
  const share = usePlayerState(({ positionSec, durationSec }) =>
    durationSec > 0 && Number.isFinite(durationSec) ? positionSec / durationSec : 0,
  )
  return <span className={styles.footLine} style={{ transform: `scaleX(${share})` }} />
}
