import type { FilmAd } from '@yunmu/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useVipOffer } from '../../lib/session/use-vip.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { adPlatform } from './ad-platform.ts'
import { adsTexts } from './ads-texts.ts'
import { cappedIds, secondsLeft, secondsUntilSkip } from './film-break-rules.ts'
import styles from './film-break.module.css'
import { playAd, watchStalls } from './play-ad.ts'
import { reportClicked, reportShown } from './report-ad.ts'
import { rememberCap, shownCaps, shownToday } from './shown-ads.ts'

export interface BreakProps {
  player: PlayerHandle
  /** When the film starts if nothing plays, by `performance.now()`. */
  deadlineMs: number
  /** Top-level category of the title. */
  category: number
  /** Starts the film. */
  end: () => void
}

/** Chooses and plays the advertisement before a film, and ends when there is none, when it has ended, or when it stalls. */
export function FilmBreak({ player, deadlineMs, category, end }: BreakProps) {
  const [ad, setAd] = useState<FilmAd | null>(null)
  const endNow = useEffectEvent(end)
  useEffect(() => {
    let isCurrent = true
    const capped = cappedIds(shownToday(), shownCaps())
    callOnce('adBreak', { platform: adPlatform(), category, capped }, 's').then(
      ({ ad: chosen }) => {
        if (!isCurrent) return
        if (chosen) setAd(chosen)
        else endNow()
      },
      () => isCurrent && endNow(),
    )
    return () => {
      isCurrent = false
    }
  }, [category])
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (isPlaying) return
    const timer = setTimeout(() => endNow(), Math.max(0, deadlineMs - performance.now()))
    return () => clearTimeout(timer)
  }, [isPlaying, deadlineMs])
  return ad && <FilmAdView ad={ad} player={player} isPlaying={isPlaying} onPlaying={() => setPlaying(true)} end={end} />
}

interface ViewProps extends Pick<BreakProps, 'player' | 'end'> {
  ad: FilmAd
  isPlaying: boolean
  onPlaying: () => void
}

/** Invisible until it plays, so that the film's own picture is seen while it loads. */
function FilmAdView({ ad, player, isPlaying, onPlaying, end }: ViewProps) {
  const texts = useTexts(adsTexts)
  const video = useRef<HTMLVideoElement>(null)
  const [positionSec, setPositionSec] = useState(0)
  const [muted, setMuted] = useState(false)
  const endNow = useEffectEvent(end)
  useEffect(() => {
    const element = video.current
    if (!element) return
    playAd(element, player.state.getState()).then(setMuted, () => endNow())
  }, [player])
  useEffect(() => (isPlaying && video.current ? watchStalls(video.current, () => endNow()) : undefined), [isPlaying])
  const start = (): void => {
    if (isPlaying) return
    onPlaying()
    reportShown(ad)
    rememberCap(ad.id, ad.dailyCap)
  }
  const advance = (sec: number): void => {
    setPositionSec(sec)
    if (sec >= ad.seconds) end()
  }
  return (
    <section className={styles.break} aria-label={texts.ad} data-film-ad data-playing={isPlaying || undefined}>
      <video
        ref={video}
        className={styles.video}
        src={ad.url}
        muted={muted}
        playsInline
        preload="auto"
        onPlaying={start}
        onTimeUpdate={({ currentTarget }) => advance(currentTarget.currentTime)}
        onEnded={end}
        onError={end}
      >
        <track kind="captions" />
      </video>
      {isPlaying && (
        <>
          <p className={styles.top}>
            <span className={styles.mark}>{texts.left(secondsLeft(ad.seconds, positionSec))}</span>
            <SkipButton untilSec={secondsUntilSkip(ad.skipAfterSec, positionSec)} skip={end} />
          </p>
          <p className={styles.foot}>
            <VipEntry />
            <button type="button" className={styles.plate} onClick={() => setMuted(!muted)}>
              {muted ? texts.unmute : texts.mute}
            </button>
            {ad.uri !== '' && (
              <a
                className={styles.plate}
                href={ad.uri}
                target="_blank"
                rel="noopener nofollow sponsored"
                onClick={() => reportClicked(ad)}
              >
                {texts.more}
              </a>
            )}
          </p>
        </>
      )}
    </section>
  )
}

function SkipButton({ untilSec, skip }: { untilSec: number | null; skip: () => void }) {
  const texts = useTexts(adsTexts)
  if (untilSec === null) return null
  if (untilSec > 0) return <span className={styles.plate}>{texts.skipIn(untilSec)}</span>
  return (
    <button type="button" className={styles.plate} onClick={skip}>
      {texts.skip}
    </button>
  )
}

/** Only while VIP is sold. */
function VipEntry() {
  const texts = useTexts(adsTexts)
  const vip = useVipOffer()
  return (
    vip && (
      <button type="button" className={styles.vip} onClick={vip.open}>
        {texts.free}
      </button>
    )
  )
}
