import { useEffect, useState } from 'react'
import { useTexts } from '../../../lib/text/texts.ts'
import { nextNoticeSec } from '../../parts/next-rules.ts'
import { PlayerIcon } from '../../player-icon.tsx'
import { playerTexts } from '../../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from '../chrome-context.ts'
import { clockText } from '../seek/clock-text.ts'
import { previewLength, usePreviewOffer } from './use-preview-offer.ts'
import styles from './notices.module.css'

const resumeShownMs = 6000
const linkShownMs = 8000
const lineShownMs = 4000
/** It says what was wrong: longer than a switch that nobody notices. */
const replacedShownMs = 8000

/** True for `ms` after `key` has changed to a new value. */
function useIsRecent(key: unknown, ms: number): boolean {
  const [expired, setExpired] = useState<unknown>(null)
  useEffect(() => {
    if (key === null) return
    const timer = setTimeout(() => setExpired(key), ms)
    return () => clearTimeout(timer)
  }, [key, ms])
  return key !== null && expired !== key
}

/** What a key or gesture did. */
export function FeedbackNotice() {
  const effect = useChromeState((state) => state.feedback)
  return (
    <div role="status" className={styles.effectBox}>
      {effect && (
        <span key={effect.count} className={styles.effect} data-plate="effect">
          <PlayerIcon name={effect.icon} size={28} />
          <span>{effect.text}</span>
        </span>
      )}
    </div>
  )
}

/** Notice that playback was resumed or started where a link leads, with a button that starts from the beginning. */
export function ResumeNotice() {
  const { player, metadata } = useChrome()
  const texts = useTexts(playerTexts)
  const isOpen = usePlayerState(({ phase }) => phase === 'open')
  const isMenuOpen = useChromeState(({ menu }) => menu !== null)
  const [dismissed, setDismissed] = useState(-1)
  const { isLinkedTo } = metadata
  const isShown = useIsRecent(
    isOpen && metadata.resumedSec > 0 ? metadata.resumedSec : null,
    isLinkedTo ? linkShownMs : resumeShownMs,
  )
  // An open menu needs the space.
  if (!isShown || isMenuOpen || dismissed === metadata.resumedSec) return null
  const restart = (): void => {
    player.seek(0)
    setDismissed(metadata.resumedSec)
  }
  return (
    <div className={styles.resume} role="status" data-plate="resume">
      {(isLinkedTo ? texts.startedAt : texts.resumed)(clockText(metadata.resumedSec))}
      <button type="button" onClick={restart}>
        {texts.fromStart}
      </button>
    </div>
  )
}

/** Says that only the beginning plays, with a button that sells the rest. */
export function PreviewNotice() {
  const texts = useTexts(playerTexts)
  const preview = usePlayerState((state) => state.preview)
  const isOpen = usePlayerState(({ phase, ended }) => phase === 'open' && !ended)
  const isMenuOpen = useChromeState(({ menu }) => menu !== null)
  const offer = usePreviewOffer()
  if (!preview || !isOpen || isMenuOpen) return null
  return (
    <div className={styles.resume} role="status" data-plate="preview">
      {texts.previewing(previewLength(preview.endSec, texts))}
      {offer && (
        <button type="button" onClick={offer.open}>
          {offer.label}
        </button>
      )}
    </div>
  )
}

/** Notice that the player switched to another line, with a button that switches back. */
export function LineSwitchNotice() {
  const { player, metadata } = useChrome()
  const texts = useTexts(playerTexts)
  const change = usePlayerState(({ lineSwitch }) => lineSwitch)
  const isReplaced = change?.addresses !== undefined
  const isShown = useIsRecent(change, isReplaced ? replacedShownMs : lineShownMs)
  if (!change || !isShown) return null
  const nameOf = (lineId: number): string => metadata.lines.find(({ id }) => id === lineId)?.name ?? texts.line
  if (change.addresses) {
    const named = (lineId: number, at: number): string =>
      at === 0 ? nameOf(lineId) : texts.spareAddress(nameOf(lineId), at)
    const from = named(change.fromId, change.addresses.from)
    return (
      <div className={styles.corner} role="status" data-plate="line">
        {texts.lineReplaced(from, named(change.toId, change.addresses.to))}
      </div>
    )
  }
  return (
    <div className={styles.corner} role="status" data-plate="line">
      {texts.lineSwitched(nameOf(change.fromId), nameOf(change.toId))}
      <button type="button" onClick={() => player.changeLine(change.fromId)}>
        {texts.undo}
      </button>
    </div>
  )
}

export function OfflineNotice() {
  const texts = useTexts(playerTexts)
  const isOffline = usePlayerState(({ offline }) => offline)
  return (
    isOffline && (
      <div className={styles.corner} role="status" data-plate="offline">
        {texts.offline}
      </div>
    )
  )
}

/** The next episode, shown shortly before it starts automatically. */
export function NextNotice() {
  const { store, metadata, actions } = useChrome()
  const texts = useTexts(playerTexts)
  const noticeSec = usePlayerState(({ durationSec }) => nextNoticeSec(durationSec))
  const leftSec = usePlayerState(({ durationSec, positionSec, phase }) =>
    phase === 'open' ? Math.ceil(durationSec - positionSec) : Infinity,
  )
  const isCancelled = useChromeState(({ isNextCancelled }) => isNextCancelled)
  const isPreview = usePlayerState(({ preview }) => preview !== null)
  if (!metadata.next?.follows || isPreview || isCancelled || noticeSec === 0 || !(leftSec <= noticeSec)) return null
  return (
    <div className={styles.next} role="status" data-plate="next">
      <img src={metadata.next.picture} alt="" />
      <div className={styles.nextWords}>
        <span className={styles.nextName}>{metadata.next.name}</span>
        <span className={styles.nextTime}>
          <Ring share={leftSec / noticeSec} />
          {texts.upNext(leftSec)}
        </span>
        <span className={styles.nextActs}>
          <button type="button" onClick={() => actions.next()}>
            {texts.playNow}
          </button>
          <button type="button" onClick={() => store.setState({ isNextCancelled: true })}>
            {texts.cancel}
          </button>
        </span>
      </div>
    </div>
  )
}

function Ring({ share }: { share: number }) {
  return (
    <svg className={styles.ring} width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="7" />
      <circle cx="9" cy="9" r="7" pathLength="100" strokeDasharray={`${share * 100} 100`} transform="rotate(-90 9 9)" />
    </svg>
  )
}

/** Shown while a long press doubles the speed. */
export function FastNotice() {
  const texts = useTexts(playerTexts)
  const isFast = useChromeState((state) => state.isFast)
  return isFast && <div className={styles.fast}>{texts.fast}</div>
}
