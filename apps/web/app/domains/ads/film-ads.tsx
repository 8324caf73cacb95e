import { adAnchors } from '@yunmu/contract/ad-anchors'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { useStore } from 'zustand'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { adPlatform } from './ad-platform.ts'
import type { BreakProps } from './film-break.tsx'
import { useAdScreens, useWantsAd } from './use-wants-ad.ts'

/** An advertisement that does not start holds the film for no longer than this. */
const maxHoldMs = 2000

interface FilmAdsProps {
  player: PlayerHandle
  /** Top-level category of the title. */
  category: number
}

/** Advertisements before a film and while it is paused. Their code is loaded by stations that have some. */
export function FilmAds(props: FilmAdsProps) {
  return (
    <>
      <BeforeFilm {...props} />
      <WhilePaused {...props} />
    </>
  )
}

/** One break: the film is held from its request until the advertisement has ended. */
interface Break {
  /** By `performance.now()`; different for each break. */
  deadlineMs: number
  release: () => void
}

/** While a signed-in user's data is loading, the boot script knows who was a VIP at the last visit. */
const isKnownMember = (): boolean => 'member' in document.documentElement.dataset

function BeforeFilm({ player, category }: FilmAdsProps) {
  const screens = useAdScreens(adAnchors.beforeFilm, category)
  const [current, setCurrent] = useState<Break | null>(null)
  const [View, setView] = useState<ComponentType<BreakProps> | null>(null)
  const end = (): void => {
    current?.release()
    setCurrent(null)
  }
  const giveUp = useEffectEvent((release: () => void) => {
    if (!View && current?.release === release) end()
  })
  const begin = useEffectEvent(() => {
    if ((screens !== 'all' && screens !== adPlatform()) || isKnownMember()) return
    const release = player.hold()
    setCurrent({ deadlineMs: performance.now() + maxHoldMs, release })
    import('./film-break.tsx').then(
      (part) => setView(() => part.FilmBreak),
      () => giveUp(release),
    )
    // Until the part is loaded nobody else limits the time.
    setTimeout(() => giveUp(release), maxHoldMs)
  })
  const leave = useEffectEvent(() => current?.release())
  const isWanted = screens !== 'none'
  useEffect(() => {
    // A viewer whose data have arrived meanwhile is a VIP.
    if (!isWanted) leave()
  }, [isWanted])
  useEffect(() => {
    const endListening = player.on('requested', () => begin())
    return () => {
      endListening()
      leave()
    }
  }, [player])
  return (
    isWanted &&
    current &&
    View && (
      <View key={current.deadlineMs} deadlineMs={current.deadlineMs} player={player} category={category} end={end} />
    )
  )
}

function WhilePaused({ player, category }: FilmAdsProps) {
  const isWanted = useWantsAd(adAnchors.pause, category)
  const isPaused = useStore(
    player.state,
    ({ paused, phase, held, ended, seeking, needsPress, positionSec }) =>
      paused && phase === 'open' && !held && !ended && !seeking && !needsPress && positionSec > 0,
  )
  const isShown = isWanted && isPaused
  const [View, setView] = useState<ComponentType<{ category: number }> | null>(null)
  useEffect(() => {
    if (!isShown) return
    import('./pause-ad.tsx').then(
      (part) => setView(() => part.PauseAd),
      () => undefined,
    )
  }, [isShown])
  return isShown && View && <View category={category} />
}
