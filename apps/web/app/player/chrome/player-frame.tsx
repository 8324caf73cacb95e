import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../core/player-handle.ts'
import { playerTexts } from '../player-texts.ts'
import { useStoryboard } from '../storyboard/use-storyboard.ts'
import {
  ChromeContext,
  createChromeStore,
  type Chrome,
  type LiveChrome,
  type PlayerMetadata,
  type PlayerActions,
  type DanmakuChrome,
} from './chrome-context.ts'
import type { BarChapters } from './seek/bar-marks.tsx'
import { HostChrome } from './host-chrome.tsx'
import { Overlay } from './overlay/overlay.tsx'
import styles from './player-frame.module.css'
import { useSkipping } from './overlay/skip-opening.tsx'
import { useControlsFade } from './controls/use-controls-fade.ts'
import { useHotkeys } from './input/use-hotkeys.ts'
import { useTurnToFill } from './input/use-turn-to-fill.ts'
import { useNextEpisode } from './use-next-episode.ts'
import { useMediaSession } from './input/use-media-session.ts'
import { useSignInPause } from './use-sign-in-pause.ts'
import { useStreamReports } from './use-stream-reports.ts'
import { useVipRenewal } from './use-vip-renewal.ts'
import { VideoElement } from './video-element.ts'

interface PlayerFrameProps {
  player: PlayerHandle
  metadata: PlayerMetadata
  actions: PlayerActions
  live?: LiveChrome | null
  danmaku?: DanmakuChrome | null
  /** Of a recording, in seconds of its media time. */
  chapters?: BarChapters | null
  /** Shown instead of the picture, because there is nothing to play yet. */
  instead?: ReactNode
  /** Above everything else, also in full screen. */
  above?: ReactNode
}

/** The player's frame with all controls. Fills its container. */
export function PlayerFrame(props: PlayerFrameProps) {
  const {
    player,
    metadata,
    actions,
    live = null,
    danmaku = null,
    chapters = null,
    instead = null,
    above = null,
  } = props
  const texts = useTexts(playerTexts)
  const container = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [store] = useState(createChromeStore)
  const chrome = useMemo<Chrome>(
    () => ({ player, video, store, metadata, actions, live, danmaku, chapters, instead }),
    [player, store, metadata, actions, live, danmaku, chapters, instead],
  )
  useEffect(() => {
    if (container.current && video.current) return player.attach({ container: container.current, video: video.current })
    return undefined
  }, [player])
  useNextEpisode(chrome)
  useHotkeys(chrome)
  useControlsFade(chrome, overlay)
  useTurnToFill(chrome)
  useSkipping(chrome)
  useStoryboard(chrome)
  useMediaSession(chrome)
  useSignInPause(player)
  useVipRenewal(player)
  useStreamReports(player)
  const doesFill = useStore(player.state, ({ fill }) => fill)
  const brightness = useStore(store, (state) => state.brightness)
  return (
    <ChromeContext value={chrome}>
      <section
        className={styles.frame}
        aria-label={texts.player}
        data-player
        data-fill={doesFill || undefined}
        data-dimmed={brightness !== 1 || undefined}
        style={{ '--brightness': brightness } satisfies CSSProperties & Record<'--brightness', number>}
      >
        <div ref={container} className={styles.host}>
          <div className="art-video-player" tabIndex={-1} data-keys>
            <VideoElement video={video} />
            <HostChrome />
            <Overlay overlay={overlay} />
            {above}
          </div>
        </div>
      </section>
    </ChromeContext>
  )
}
