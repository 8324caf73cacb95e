import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
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
  type PlayerAbout,
  type PlayerActions,
  type TalkChrome,
} from './chrome-context.ts'
import { HostChrome } from './host-chrome.tsx'
import { Over } from './over.tsx'
import styles from './player-frame.module.css'
import { useSkipping } from './skip-opening.tsx'
import { useFading } from './use-fading.ts'
import { useHotkeys } from './use-hotkeys.ts'
import { useNextEpisode } from './use-next-episode.ts'
import { useMediaSession } from './use-media-session.ts'
import { VideoElement } from './video-element.ts'

interface PlayerFrameProps {
  player: PlayerHandle
  about: PlayerAbout
  actions: PlayerActions
  live?: LiveChrome
  talk?: TalkChrome | null
}

/** The frame that a player shows itself in, with all controls. Fills its box. */
export function PlayerFrame({ player, about, actions, live, talk = null }: PlayerFrameProps) {
  const words = useTexts(playerTexts)
  const container = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const over = useRef<HTMLDivElement>(null)
  const [store] = useState(createChromeStore)
  const chrome = useMemo<Chrome>(
    () => ({ player, video, store, about, actions, live: live ?? null, talk }),
    [player, store, about, actions, live, talk],
  )
  useEffect(() => {
    if (container.current && video.current) return player.attach({ container: container.current, video: video.current })
    return undefined
  }, [player])
  useNextEpisode(chrome)
  useHotkeys(chrome)
  useFading(chrome, over)
  useSkipping(chrome)
  useStoryboard(chrome)
  useMediaSession(chrome)
  const doesFill = useStore(player.state, ({ fill }) => fill)
  const brightness = useStore(store, (state) => state.brightness)
  return (
    <ChromeContext value={chrome}>
      <section
        className={styles.frame}
        aria-label={words.player}
        data-player
        data-fill={doesFill || undefined}
        data-dimmed={brightness !== 1 || undefined}
        style={{ '--brightness': brightness } satisfies CSSProperties & Record<'--brightness', number>}
      >
        <div ref={container} className={styles.host}>
          <div className="art-video-player" tabIndex={-1} data-keys>
            <VideoElement video={video} />
            <HostChrome />
            <Over over={over} />
          </div>
        </div>
      </section>
    </ChromeContext>
  )
}
