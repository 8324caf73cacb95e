import { useEffect, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { PlayerIcon } from '../player-icon.tsx'
import { playerTexts } from '../player-texts.ts'
import { useChrome, useChromeState, usePlayerState } from './chrome-context.ts'
import { clockText } from './clock-text.ts'
import styles from './plates.module.css'

const resumeShownMs = 6000
const lineShownMs = 4000
const nextBeforeSec = 15

/** True from the moment when `key` takes a new value until a while later. */
function useFor(key: unknown, ms: number): boolean {
  const [gone, setGone] = useState<unknown>(null)
  useEffect(() => {
    if (key === null) return
    const timer = setTimeout(() => setGone(key), ms)
    return () => clearTimeout(timer)
  }, [key, ms])
  return key !== null && gone !== key
}

/** What a key or a gesture did. */
export function EffectPlate() {
  const effect = useChromeState((state) => state.effect)
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

/** Says that it goes on where it was left, and offers the start. */
export function ResumePlate() {
  const { player, about } = useChrome()
  const words = useTexts(playerTexts)
  const isOpen = usePlayerState(({ phase }) => phase === 'open')
  const isMenuOpen = useChromeState(({ menu }) => menu !== null)
  const [dismissed, setDismissed] = useState(-1)
  const isShown = useFor(isOpen && about.resumedSec > 0 ? about.resumedSec : null, resumeShownMs)
  // A menu needs the room.
  if (!isShown || isMenuOpen || dismissed === about.resumedSec) return null
  const restart = (): void => {
    player.seek(0)
    setDismissed(about.resumedSec)
  }
  return (
    <div className={styles.resume} role="status" data-plate="resume">
      {words.resumed(clockText(about.resumedSec))}
      <button type="button" onClick={restart}>
        {words.fromStart}
      </button>
    </div>
  )
}

/** Says that another line took over, and offers the way back. */
export function LinePlate() {
  const { player, about } = useChrome()
  const words = useTexts(playerTexts)
  const change = usePlayerState(({ lineSwitch }) => lineSwitch)
  const isShown = useFor(change, lineShownMs)
  if (!change || !isShown) return null
  const nameOf = (lineId: number): string => about.lines.find(({ id }) => id === lineId)?.name ?? words.line
  return (
    <div className={styles.corner} role="status" data-plate="line">
      {words.lineSwitched(nameOf(change.fromId), nameOf(change.toId))}
      <button type="button" onClick={() => player.changeLine(change.fromId)}>
        {words.undo}
      </button>
    </div>
  )
}

export function OfflinePlate() {
  const words = useTexts(playerTexts)
  const isOffline = usePlayerState(({ offline }) => offline)
  return (
    isOffline && (
      <div className={styles.corner} role="status" data-plate="offline">
        {words.offline}
      </div>
    )
  )
}

/** The next episode, 15 seconds before it comes by itself. */
export function NextPlate() {
  const { store, about, actions } = useChrome()
  const words = useTexts(playerTexts)
  const leftSec = usePlayerState(({ durationSec, positionSec, phase }) =>
    phase === 'open' && durationSec > nextBeforeSec * 2 ? Math.ceil(durationSec - positionSec) : Infinity,
  )
  const isCancelled = useChromeState(({ isNextCancelled }) => isNextCancelled)
  if (!about.next?.follows || isCancelled || leftSec > nextBeforeSec) return null
  return (
    <div className={styles.next} role="status" data-plate="next">
      <img src={about.next.picture} alt="" />
      <div className={styles.nextWords}>
        <span className={styles.nextName}>{about.next.name}</span>
        <span className={styles.nextTime}>
          <Ring share={leftSec / nextBeforeSec} />
          {words.upNext(leftSec)}
        </span>
        <span className={styles.nextActs}>
          <button type="button" onClick={() => actions.next()}>
            {words.playNow}
          </button>
          <button type="button" onClick={() => store.setState({ isNextCancelled: true })}>
            {words.cancel}
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

/** At the head while a finger holds the picture. */
export function FastPlate() {
  const words = useTexts(playerTexts)
  const isFast = useChromeState((state) => state.isFast)
  return isFast && <div className={styles.fast}>{words.fast}</div>
}
